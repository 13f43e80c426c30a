import { Problem } from '../../contract/errors.ts';
import type { LikedStatus } from '../../contract/photo.ts';
import type { MadeBy, ProviderName } from '../../contract/providers.ts';
import type { FailureReason, ModelStatus, Trigger } from '../../contract/schemas.ts';
import { MODEL_STATUSES } from '../../contract/statuses.ts';
import type { StyleChoice } from '../../contract/styles.ts';
import type { FilterKey } from '../../lists/change.ts';
import { DAY } from '../../platform/clock.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Member, ModelProjection } from '../member/member.ts';
import type { CountedUsage } from '../usage/monthly-usage.ts';
import type { StatusTimes } from './time-in-status.ts';
import type { ModelUsage } from './usage.ts';

/** The lifetime of an invite, and of the access to a model, from its creation. */
export const ACCESS_LIFETIME = 30 * DAY;

/** States in which a model counts as a pending invite. */
const PENDING_INVITE_STATUSES: ReadonlySet<ModelStatus> = new Set([
  'onboarding',
  'waiting',
  'pending',
  'generatingHeadshots',
]);

/** The outcome that a development model simulates, chosen by a suffix in its e-mail address. */
export type Scenario = 'succeeds' | 'fails-once' | 'fails-always';

/** A place in the queue of a provider, whose lowest start tag is next. */
export interface Queued {
  provider: ProviderName;
  startTag: number;
  since: string;
}

/** One of a provider's numbered permits. */
export interface PermitRef {
  provider: ProviderName;
  number: number;
}

export interface Model extends StatusTimes {
  id: string;
  organizationId: string;
  memberId: string;
  uid: string;
  /** The invite of the member when the model was created; absent for a white-label model. */
  inviteId?: string;
  email: string;
  title: string;
  trigger: Trigger;
  /** The member's choice of the organization's styles; absent for all of them. */
  styles?: StyleChoice;
  status: ModelStatus;
  /** The reason of the last failure; present while the model has failed for good. */
  failureReason?: FailureReason;
  teamId?: string;
  isDevelopment: boolean;
  whiteLabel: boolean;
  /** The provider of the model; absent for the stage's default. */
  provider?: ProviderName;
  /** Absent until photos are made. */
  madeBy?: MadeBy;
  scenario: Scenario;
  /** The number of the current run of the flow; 0 until onboarding is finished. */
  run: number;
  /** Runs since onboarding or since an operator's restart; limits the automatic restarts. */
  tries: number;
  /** True while a credit of the organization is spent on this model. */
  creditTaken: boolean;
  /** Uploads that were not refused, and those of them that were accepted. */
  uploadCount: number;
  acceptedUploads: number;
  /** Uploads that were ever accepted; absent before the first. Unlike the number above it never falls. */
  acceptances?: number;
  /** Uploads that were ever refused; absent before the first. */
  refusedUploads?: number;
  /** Photos that were generated. */
  photoCount: number;
  /** The generated photos with the status `active`. */
  availableCount: number;
  favoritePhotoId?: string;
  /** The rating of the favorite, while there is one. */
  favoriteLikedStatus?: LikedStatus;
  createdAt: string;
  finishedAt: string | null;
  deletedAt: string | null;
  inviteExpiresAt: string;
  /** The model's place in the queue of its provider; present while it waits for a permit. */
  queued?: Queued;
  /** The permit that its run holds: from its admission until it ends. */
  permit?: PermitRef;
  /** The time by which the flow has to advance the model; absent while it does not have to. */
  deadline?: string;
  /** The changes of the monthly usage that count it, in their order. */
  counted?: CountedUsage[];
  /** The bills of its providers. */
  usage?: ModelUsage[];
  /** The time at which its uploads are deleted; absent while the flow needs them, and once they are. */
  uploadsExpireAt?: string;
  /** Counts the model's events; every transaction that adds one is conditional on it. */
  sequence: number;
}

/** The projection of a model in the item of its member. */
export function projectionOf(model: Model): ModelProjection {
  return {
    status: model.status,
    photoCount: model.photoCount,
    availableCount: model.availableCount,
    finishedAt: model.finishedAt,
    inviteExpiresAt: model.inviteExpiresAt,
    ...(model.isDevelopment && { isDevelopment: true as const }),
    ...(model.favoritePhotoId !== undefined && { favoritePhotoId: model.favoritePhotoId }),
    ...(model.favoriteLikedStatus !== undefined && { favoriteLikedStatus: model.favoriteLikedStatus }),
  };
}

/** Development models have the classes from this one on, so that people can be counted without them. */
const FIRST_OF_DEVELOPMENT = 10;

/** The key of a model in its list. Stored indexes hold the numbers of statuses, so new ones are added at the end. */
export function modelKey({ status, isDevelopment, teamId }: ListedModel): FilterKey {
  return { class: (isDevelopment ? FIRST_OF_DEVELOPMENT : 0) + MODEL_STATUSES.indexOf(status), teamId };
}

export type ListedModel = Pick<Model, 'status' | 'isDevelopment' | 'teamId'>;

export function countsAsPendingInvite(status: ModelStatus): boolean {
  return PENDING_INVITE_STATUSES.has(status);
}

/** Refuses a model that a test key may not act on. @throws FORBIDDEN. */
export function requireDevelopment({ isDevelopment }: Pick<Model, 'isDevelopment'>): void {
  if (isDevelopment) return;
  throw new Problem(
    'FORBIDDEN',
    'A test key acts on models that were created with isDevelopment true: use a live key for any other.',
  );
}

export function modelNotFound(): Problem {
  return new Problem('NOT_FOUND', 'The model does not exist.');
}

export async function findModel(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<Model | undefined> {
  return context.table.get<Model>(keys.model(organizationId, modelId));
}

/** @throws NOT_FOUND when the organization has no such model; deleted ones are found. */
export async function readModel(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<Model> {
  const model = await findModel(context, organizationId, modelId);
  if (!model) throw modelNotFound();
  return model;
}

/** A model whose photos can be asked for. @throws NOT_FOUND when there is none, or it was deleted. */
export async function readModelWithPhotos(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<Model> {
  const model = await readModel(context, organizationId, modelId);
  if (model.status === 'deleted') throw modelNotFound();
  return model;
}

/** The model of a member, or undefined when there is none or it was deleted. */
export async function findMemberModel(
  context: DomainContext,
  organizationId: string,
  member: Member,
): Promise<Model | undefined> {
  if (member.modelId === undefined) return undefined;
  const model = await findModel(context, organizationId, member.modelId);
  return model?.status === 'deleted' ? undefined : model;
}

/** @throws NOT_FOUND when the member has no model. */
export async function readMemberModel(
  context: DomainContext,
  organizationId: string,
  member: Member,
): Promise<Model> {
  const model = await findMemberModel(context, organizationId, member);
  if (!model) throw modelNotFound();
  return model;
}

/** @throws NOT_FOUND when the member has no model. */
export function memberModelId(member: Member): string {
  if (member.modelId === undefined) throw modelNotFound();
  return member.modelId;
}
