import { Problem } from '../../contract/errors.ts';
import type { ModelRecord } from '../../contract/model.ts';
import type { LikedStatus } from '../../contract/photo.ts';
import type { ProviderName } from '../../contract/providers.ts';
import type { FailureReason, ModelStatus, Trigger } from '../../contract/schemas.ts';
import { MODEL_STATUSES } from '../../contract/statuses.ts';
import { type FilterKey, type ListFilter, matches } from '../../lists/change.ts';
import { type IndexedList, listPage, listReads } from '../../lists/list.ts';
import { DAY } from '../../platform/clock.ts';
import { ID_PREFIXES } from '../../platform/id.ts';
import { collections, keys } from '../../table/keys.ts';
import type { PageRequest } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import type { Member, ModelProjection } from '../member/member.ts';
import { ofExistingTeam, shownTeam, type TeamNames, teamNames } from '../team/team.ts';
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
  /** The number of the permit, from 0. */
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
  status: ModelStatus;
  /** The reason of the last failure; present while the model has failed for good. */
  failureReason?: FailureReason;
  teamId?: string;
  isDevelopment: boolean;
  whiteLabel: boolean;
  /** The provider of the model; absent for the stage's default. */
  provider?: ProviderName;
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
    ...(model.favoritePhotoId !== undefined && { favoritePhotoId: model.favoritePhotoId }),
    ...(model.favoriteLikedStatus !== undefined && { favoriteLikedStatus: model.favoriteLikedStatus }),
  };
}

/** The key of a model in its list. Stored indexes hold the numbers of statuses, so new ones are added at the end. */
export function modelKey({
  status,
  teamId,
}: {
  status: ModelStatus;
  teamId?: string | undefined;
}): FilterKey {
  return { class: MODEL_STATUSES.indexOf(status), teamId };
}

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

/**
 * A model whose photos can be asked for.
 * @throws NOT_FOUND when the organization has no such model, or it was deleted.
 */
export async function readModelWithPhotos(
  context: DomainContext,
  organizationId: string,
  modelId: string,
): Promise<Model> {
  const model = await readModel(context, organizationId, modelId);
  if (model.status === 'deleted') throw modelNotFound();
  return model;
}

/** The model as v2 and the member interface show it. */
export function describeModel(model: Model, names: TeamNames): ModelRecord {
  return {
    id: model.id,
    uid: model.uid,
    email: model.email,
    title: model.title,
    trigger: model.trigger,
    status: model.status,
    ...(model.failureReason && { final: true as const, failureReason: model.failureReason }),
    ...shownTeam(model.teamId, names),
    ...(model.isDevelopment && { isDevelopment: true as const }),
    photoCount: model.photoCount,
    availableCount: model.availableCount,
    hasFavorite: model.favoritePhotoId !== undefined,
    createdAt: model.createdAt,
    finishedAt: model.finishedAt,
    deletedAt: model.deletedAt,
  };
}

/** {@link describeModel} with the organization's team names looked up where the model has a team. */
export async function showModel(context: DomainContext, model: Model): Promise<ModelRecord> {
  const names = model.teamId === undefined ? new Map() : await teamNames(context, model.organizationId);
  return describeModel(model, names);
}

export function modelList(organizationId: string): IndexedList {
  return {
    kind: 'model',
    collection: collections.models(organizationId),
    keyOf: (position) => keys.model(organizationId, `${ID_PREFIXES.model}_${position}`),
  };
}

/** The reads with which a page of models begins. */
export function modelListReads(context: DomainContext, organizationId: string) {
  return [...listReads(context.table, modelList(organizationId)), collections.teams(organizationId)];
}

/** Models newest first. Without a status, deleted ones are included. */
export async function listModels(
  context: DomainContext,
  organizationId: string,
  request: PageRequest & { status?: ModelStatus | undefined; teamId?: string | undefined },
) {
  const { status, teamId, limit, offset } = request;
  const list = modelList(organizationId);
  const filter: ListFilter = { classes: status && new Set([modelKey({ status }).class]), teamId };
  const [page, names] = await Promise.all([
    listPage<Model>(context.table, list, filter, { limit, offset }, (model) =>
      matches(filter, modelKey(model)),
    ),
    teamNames(context, organizationId),
  ]);
  const { items, pagination } = ofExistingTeam(page, teamId, names);
  return { models: items.map((model) => describeModel(model, names)), pagination };
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
