import * as z from 'zod';
import { inviteRecord, inviteStatus } from '../invites.ts';
import { upload, uploadStatus } from '../member/uploads.ts';
import {
  errorBody,
  include,
  likedStatus,
  listedPhoto,
  modelRecord,
  modelStatus,
  optionalPageQuery,
  organization,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  pageQuery,
  pagination,
  photo,
  photoStatus,
  photoUrls,
  team,
  trigger,
} from '../schemas.ts';
import { acceptedMember, finishedMember, listedMember, memberStatus, pendingMember } from '../team-member.ts';
import {
  deliveredEvent,
  delivery,
  deliveryAttempt,
  deliveryError,
  deliveryStatus,
  parkedModel,
  webhookEvent,
  webhookSettings,
} from '../webhooks.ts';
import { webhookModel } from './webhook-model.ts';

interface Naming extends Record<string, unknown> {
  id?: string;
  description?: string;
  examples?: unknown[];
}

/** Shapes that have a name in the document, and what JSON Schema cannot read from zod by itself. */
export const naming = z.registry<Naming>();

const NAMED: readonly (readonly [schema: z.ZodType, id: string, description: string, example?: unknown])[] = [
  [organization, 'Organization', 'The organization an API key belongs to.'],
  [team, 'Team', 'A group of members. Its name is unique in the organization.'],
  [modelRecord, 'Model', 'What is trained on the photos of one member, and makes the headshots.'],
  [
    modelStatus,
    'ModelStatus',
    'onboarding: the member is adding photos. waiting: queued. pending: in training. generatingHeadshots: photos are being made. active: the photos are ready. failed: restarts by itself. deleted: removed for good.',
    'active',
  ],
  [trigger, 'Trigger', 'The gender the headshots are made for; person until one is chosen.', 'female'],
  [photo, 'Photo', 'A headshot of a model, with links that live 24 hours.'],
  [listedPhoto, 'ListedPhoto', "A headshot as a model's list shows it."],
  [photoUrls, 'PhotoUrls', 'Signed links. thumbnail and original come with include=all only.'],
  [photoStatus, 'PhotoStatus', 'deleted: the member has put the photo away.'],
  [likedStatus, 'LikedStatus', 'What the member thinks of the photo.', 'loved'],
  [include, 'Include', 'main: one link for each photo. all: thumbnail and original as well.'],
  [pagination, 'Pagination', 'Where a page lies in the whole list.'],
  [errorBody, 'Error', 'What every refusal looks like. Decide by code; error is for people.'],
  [inviteRecord, 'Invite', 'An invite; modelId once there is one, link while it is pending.'],
  [
    inviteStatus,
    'InviteStatus',
    'pending: can be used. accepted: signed up. uploading: adding photos. generating: photos are being made. completed: they are ready. revoked: taken back, or expired. deleted: the model was deleted.',
    'pending',
  ],
  [listedMember, 'Member', 'Somebody who signed up. Which fields there are depends on the status.'],
  [acceptedMember, 'AcceptedMember', 'A member who has not started to upload photos.'],
  [pendingMember, 'PendingMember', 'A member whose photos are being uploaded or headshots being made.'],
  [finishedMember, 'FinishedMember', 'A member whose headshots are ready.'],
  [
    memberStatus,
    'MemberStatus',
    'accepted: has not started to upload. pending: on the way. finished: the headshots are ready.',
    'finished',
  ],
  [upload, 'Upload', 'An image the member has announced; reason tells why it was refused.'],
  [
    uploadStatus,
    'UploadStatus',
    'pending: not judged yet. accepted: will be used. refused: see reason.',
    'accepted',
  ],
  [webhookModel, 'WebhookModel', 'A model as webhooks show it.'],
  [webhookEvent, 'WebhookEvent', 'What webhooks tell of.', 'model.photos_ready'],
  [
    deliveredEvent,
    'DeliveredEvent',
    'What a webhook tells of; webhook.test: nothing has happened, its owner tries the receiver.',
    'model.photos_ready',
  ],
  [webhookSettings, 'WebhookSettings', 'Where webhooks go, and how they are signed.'],
  [delivery, 'Delivery', "One webhook's way to the receiver, with the outcome of its latest attempt."],
  [deliveryAttempt, 'DeliveryAttempt', 'One attempt, and what the receiver answered.'],
  [
    deliveryStatus,
    'DeliveryStatus',
    'pending: an attempt comes at once. retrying: one comes later. delivered: the receiver answered 200. parked: out of attempts, or with nowhere to go; later webhooks of its model wait behind it. given-up: parked for 72 hours, or behind one that was; a test that failed.',
    'parked',
  ],
  [
    deliveryError,
    'DeliveryError',
    'Why there was no 200. refused-target: not a public https address. dns, connect, tls, timeout, connection-lost: what went wrong on the way. unexpected-status, redirect: another answer. response-too-large: over 64 KB. no-webhook-url, switched-off: not attempted. interrupted: broke off on our side, the receiver may have got it.',
    'unexpected-status',
  ],
  [parkedModel, 'ParkedModel', 'A model whose webhooks wait because one could not be delivered.'],
];

for (const [schema, id, description, example] of NAMED) {
  naming.add(schema, { id, description, ...(example !== undefined && { examples: [example] }) });
}

// A query carries text; what the text has to be is a whole number.
const LIMIT = { type: 'integer', minimum: 1, maximum: PAGE_LIMIT_MAX };
const OFFSET = { type: 'integer', minimum: 0 };
naming.add(pageQuery.limit, { ...LIMIT, default: PAGE_LIMIT_DEFAULT });
naming.add(pageQuery.offset, { ...OFFSET, default: 0 });
naming.add(optionalPageQuery.limit, LIMIT);
naming.add(optionalPageQuery.offset, OFFSET);
