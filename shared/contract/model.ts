import * as z from 'zod';
import {
  availableCount,
  createdAt,
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
import { failureReason, modelStatus, trigger } from './schemas.ts';

export const modelRecord = z
  .object({
    id: modelId,
    uid: z.string().meta({ description: 'The id of the user whose model it is.', examples: [SAMPLE.userId] }),
    email,
    title: z.string().meta({
      description: 'The name of the member; without one, the local part of the e-mail address.',
      examples: [SAMPLE.name],
    }),
    trigger,
    status: modelStatus,
    final: z
      .literal(true)
      .meta({ description: 'true when the model has failed for good: it does not restart by itself.' })
      .optional(),
    failureReason: failureReason.optional(),
    teamId: teamIdOrNull,
    teamName: teamNameOrNull,
    isDevelopment: z
      .literal(true)
      .meta({ description: 'true for test data instead of a training: quick, and without a credit.' })
      .optional(),
    photoCount,
    availableCount,
    hasFavorite,
    createdAt,
    finishedAt: time.nullable().meta({
      description: 'The time at which the photos were ready; null until then.',
      examples: [SAMPLE.time],
    }),
    deletedAt: time
      .nullable()
      .meta({ description: 'The time of deletion; null until then.', examples: [null] }),
  })
  .meta({
    id: 'Model',
    description: 'A model is trained on the uploads of one member, and generates the headshots.',
  });
export type ModelRecord = z.infer<typeof modelRecord>;

export const modelParams = z.object({ modelId: modelIdentifier });
