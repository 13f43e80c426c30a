import type { TestEvent, WebhookEvent } from '../contract/webhooks.ts';
import type { Model } from '../domain/model/model.ts';

/** As much of a model as webhooks tell. */
export type ToldModel = Pick<
  Model,
  | 'id'
  | 'organizationId'
  | 'uid'
  | 'title'
  | 'trigger'
  | 'status'
  | 'isDevelopment'
  | 'photoCount'
  | 'favoritePhotoId'
  | 'createdAt'
  | 'finishedAt'
  | 'deletedAt'
  | 'inviteExpiresAt'
>;

/** The exact text that is posted and signed; it is made once and stays the same over all runs. */
export function webhookBody(event: WebhookEvent | TestEvent, model: ToldModel): string {
  return JSON.stringify({ event, objectType: 'model', object: webhookModel(event, model) });
}

function webhookModel(event: WebhookEvent | TestEvent, model: ToldModel) {
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
