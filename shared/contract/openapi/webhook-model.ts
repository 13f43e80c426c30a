import * as z from 'zod';
import { createdAt, photoCount, time } from '../fields.ts';
import { modelRecord } from '../model.ts';
import { SAMPLE } from '../samples.ts';

const { uid, title, trigger, status, final, failureReason, isDevelopment, finishedAt, deletedAt } =
  modelRecord.shape;

/** The `object` of every webhook. */
export const webhookModel = z
  .object({
    _id: modelRecord.shape.id,
    uid,
    title,
    trigger,
    status,
    final,
    failureReason,
    isDevelopment,
    finishedAt,
    deletedAt,
    inviteExpiresAt: time.meta({
      description: 'The time at which access to the model ends.',
      examples: [SAMPLE.nextMonth],
    }),
    createdAt,
    organization: z.string().meta({
      description: 'The id of the organization that owns the model.',
      examples: [SAMPLE.organizationId],
    }),
    photoCount: photoCount.optional(),
    favoritePhotoId: z
      .string()
      .meta({
        description: 'The id of the favorite photo; in model.favorite_selected only.',
        examples: [SAMPLE.photoId],
      })
      .optional(),
  })
  .meta({ id: 'WebhookModel', description: 'A model as webhooks show it.' });

/** The body of a request to an organization's webhook URL. */
export const webhookBody = z.object({
  event: z.string().meta({ description: 'The event.' }),
  objectType: z.literal('model').meta({ description: 'The kind of the object.' }),
  object: webhookModel,
});
