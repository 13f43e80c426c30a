import * as z from 'zod';
import { createdAt, described, photoCount, time } from '../fields.ts';
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
    inviteExpiresAt: described(time, 'The time at which access to the model ends.', SAMPLE.nextMonth),
    createdAt,
    organization: described(
      z.string(),
      'The id of the organization that owns the model.',
      SAMPLE.organizationId,
    ),
    photoCount: photoCount.optional(),
    favoritePhotoId: described(
      z.string(),
      'The id of the favorite photo; in model.favorite_selected only.',
      SAMPLE.photoId,
    ).optional(),
  })
  .meta({ id: 'WebhookModel', description: 'A model as webhooks show it.' });

/** The body of a request to an organization's webhook URL. */
export const webhookBody = z.object({
  event: described(z.string(), 'The event.'),
  objectType: described(z.literal('model'), 'The kind of the object.'),
  object: webhookModel,
});
