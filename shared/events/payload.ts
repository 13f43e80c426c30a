import type { FailureReason, ModelStatus, Trigger } from '../contract/schemas.ts';
import type { TestEvent, WebhookEvent } from '../contract/webhooks.ts';

/** The fields of a model that webhooks carry. */
export interface WebhookModel {
  id: string;
  organizationId: string;
  uid: string;
  title: string;
  trigger: Trigger;
  status: ModelStatus;
  /** Present when the model has failed for good. */
  failureReason?: FailureReason;
  isDevelopment: boolean;
  photoCount: number;
  favoritePhotoId?: string;
  createdAt: string;
  finishedAt: string | null;
  deletedAt: string | null;
  inviteExpiresAt: string;
}

/** The exact body that is posted and signed. It is made once and stays the same over all attempts. */
export function webhookBody(event: WebhookEvent | TestEvent, model: WebhookModel): string {
  return JSON.stringify({ event, objectType: 'model', object: webhookObject(event, model) });
}

/** A stored body without what it tells about the person: title and trigger are as for an unknown person. */
export function withoutPersonalData(body: string): string {
  const webhook = JSON.parse(body) as { object: Record<string, unknown> };
  return JSON.stringify({ ...webhook, object: { ...webhook.object, title: '', trigger: 'person' } });
}

function webhookObject(event: WebhookEvent | TestEvent, model: WebhookModel) {
  return {
    _id: model.id,
    uid: model.uid,
    title: model.title,
    trigger: model.trigger,
    status: model.status,
    ...(model.failureReason && { final: true, failureReason: model.failureReason }),
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
