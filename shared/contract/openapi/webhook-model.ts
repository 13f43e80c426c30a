import * as z from 'zod';
import { modelStatus, time, trigger } from '../schemas.ts';

/** The `object` of every webhook. */
export const webhookModel = z.object({
  _id: z.string(),
  uid: z.string(),
  title: z.string(),
  trigger,
  status: modelStatus,
  isDevelopment: z.literal(true).optional(),
  finishedAt: time.nullable(),
  deletedAt: time.nullable(),
  inviteExpiresAt: time,
  createdAt: time,
  organization: z.string(),
  photoCount: z.int().optional(),
  favoritePhotoId: z.string().optional(),
});

/** What is posted to an organization's webhook URL. */
export const webhookBody = z.object({
  event: z.string(),
  objectType: z.literal('model'),
  object: webhookModel,
});
