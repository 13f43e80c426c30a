import { modelEventWrite } from '../../events/model-event.ts';
import { isoTime } from '../../platform/clock.ts';
import { ulid } from '../../platform/id.ts';
import { both, equals, lacking } from '../../table/condition.ts';
import { ConcurrencyConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { put, type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findMember, type Member } from '../member/member.ts';
import { balanceWrite } from '../organization/credits.ts';
import type { Organization } from '../organization/organization.ts';
import {
  ACCESS_LIFETIME,
  findMemberModel,
  type Model,
  modelNotFound,
  projectionOf,
  type Scenario,
} from './model.ts';

/** A model in onboarding for a member who has none; `isDevelopment` ones take no credit. */
export function newModel(
  context: DomainContext,
  organization: Organization,
  member: Member,
  { isDevelopment }: { isDevelopment: boolean },
): Model {
  const now = context.clock.now();
  const provider = isDevelopment ? 'development' : organization.provider;
  return {
    id: context.newId('model'),
    organizationId: organization.id,
    memberId: member.id,
    uid: `${member.anonymous ? 'anon' : 'user'}_${ulid(context.clock, context.randomness)}`,
    email: member.email,
    title: member.name ?? localPart(member.email),
    trigger: 'person',
    status: 'onboarding',
    isDevelopment,
    whiteLabel: member.anonymous,
    scenario: scenarioOf(member.email),
    run: 0,
    tries: 0,
    creditTaken: false,
    uploadCount: 0,
    acceptedUploads: 0,
    photoCount: 0,
    createdAt: isoTime(now),
    finishedAt: null,
    deletedAt: null,
    inviteExpiresAt: isoTime(now + ACCESS_LIFETIME),
    sequence: 1,
    ...(member.teamId !== undefined && { teamId: member.teamId }),
    ...(provider && { provider }),
  };
}

/**
 * What stores a new model: itself, its place among the pending invites, and the event that tells of it. The
 * member's item has to name it in the same transaction.
 * @throws INSUFFICIENT_CREDITS, when committed, if fewer than `requiredCredits` are there.
 */
export function creationWrites(context: DomainContext, model: Model, requiredCredits = 0): Transaction {
  return [
    put({ ...keys.model(model.organizationId, model.id), ...model }),
    balanceWrite(model.organizationId, { pendingInvites: 1 }, requiredCredits),
    modelEventWrite(context, model, { webhooks: ['model.created'] }),
  ];
}

const CONFLICT_TRIES = 3;

/**
 * The model of a member who is about to upload photos. An invited member's begins here, with the first of them;
 * an anonymous one has had its model from the start.
 * @throws NOT_FOUND for an anonymous member whose model is gone.
 */
export async function beginModel(
  context: DomainContext,
  organization: Organization,
  memberId: string,
): Promise<Model> {
  for (let tryCount = 1; ; tryCount++) {
    const member = await findMember(context, organization.id, memberId);
    const existing = member && (await findMemberModel(context, organization.id, member));
    if (existing) return existing;
    if (!member || member.anonymous) throw modelNotFound();
    const model = newModel(context, organization, member, { isDevelopment: false });
    try {
      await context.table.commit([memberWrite(member, model), ...creationWrites(context, model)]);
      return model;
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict) || tryCount === CONFLICT_TRIES) throw error;
    }
  }
}

/** Lets the member name its new model, unless another request has begun one meanwhile. */
function memberWrite(member: Member, model: Model) {
  return update(
    keys.member(model.organizationId, member.id),
    { set: { modelId: model.id, model: projectionOf(model) }, remove: ['deletedModelId'] },
    {
      // The team is part of the model: a member who is being moved is read again.
      condition: both(
        lacking('modelId'),
        member.teamId === undefined ? lacking('teamId') : equals('teamId', member.teamId),
      ),
      onConditionFailed: () => new ConcurrencyConflict(`${member.id} changed meanwhile.`),
    },
  );
}

export function localPart(email: string): string {
  return email.slice(0, email.indexOf('@'));
}

/** `anna+fail-once@…` and `anna+fail-always@…` let a partner see, in development, what a failure looks like. */
function scenarioOf(email: string): Scenario {
  if (localPart(email).endsWith('+fail-once')) return 'fails-once';
  if (localPart(email).endsWith('+fail-always')) return 'fails-always';
  return 'succeeds';
}
