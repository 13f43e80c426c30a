import * as z from 'zod';
import {
  availableCount,
  createdAt,
  described,
  email,
  hasFavorite,
  modelId,
  modelIdentifier,
  photoCount,
  teamIdOrNull,
  teamNameOrNull,
  time,
} from './fields.ts';
import { SAMPLE } from './samples.ts';
import { failureReason, madeBy, modelStatus, trigger } from './schemas.ts';

export const modelRecord = z
  .object({
    id: modelId,
    uid: described(z.string(), 'The id of the user whose model it is.', SAMPLE.userId),
    email,
    title: described(
      z.string(),
      'The name of the member; without one, the local part of the e-mail address.',
      SAMPLE.name,
    ),
    trigger,
    status: modelStatus,
    final: described(
      z.literal(true),
      'true when the model has failed for good: it does not restart by itself.',
    ).optional(),
    failureReason: failureReason.optional(),
    teamId: teamIdOrNull,
    teamName: teamNameOrNull,
    isDevelopment: described(
      z.literal(true),
      'true for test data instead of a training: quick, and without a credit.',
    ).optional(),
    madeBy: madeBy.optional(),
    photoCount,
    availableCount,
    hasFavorite,
    createdAt,
    finishedAt: described(
      time.nullable(),
      'The time at which the photos were ready; null until then.',
      SAMPLE.time,
    ),
    deletedAt: described(time.nullable(), 'The time of deletion; null until then.', null),
  })
  .meta({
    id: 'Model',
    description: 'A model is trained on the uploads of one member, and generates the headshots.',
  });
export type ModelRecord = z.infer<typeof modelRecord>;

export const modelParams = z.object({ modelId: modelIdentifier });
