import type { Model } from '../model/model.ts';

export type WebhookEvent =
  | 'model.created'
  | 'model.status.updated'
  | 'model.photos_ready'
  | 'model.favorite_selected'
  | 'model.deleted';

/** The exact text that is posted and signed; it is made once and stays the same over all attempts. */
export function webhookBody(event: WebhookEvent, model: Model): string {
  return JSON.stringify({ event, objectType: 'model', object: webhookModel(event, model) });
}

function webhookModel(event: WebhookEvent, model: Model) {
  return {
    _id: model.id,
    uid: model.uid,
    title: model.title,
    trigger: model.trigger,
    status: model.status,
    ...(model.isDevelopment && { isDevelopment: true }),
    finishedAt: model.finishedAt,
    deletedAt: model.deletedAt,
    inviteExpiresAt: model.inviteExpiresAt,
    createdAt: model.createdAt,
    organization: model.organizationId,
    ...(event === 'model.photos_ready' && { photoCount: model.photoCount }),
    ...(event === 'model.favorite_selected' && { favoritePhotoId: model.favoritePhotoId }),
  };
}
