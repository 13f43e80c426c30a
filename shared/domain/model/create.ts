import { Problem } from '../../contract/errors.ts';
import { modelEventWrite } from '../../events/model-event.ts';
import { type ListedWrite, listedWrites } from '../../lists/writes.ts';
import { isoTime } from '../../platform/clock.ts';
import { ulid } from '../../platform/id.ts';
import { both, equals, existsWithout, unchanged } from '../../table/condition.ts';
import { ifStill, retryOnConflict } from '../../table/conflict.ts';
import { sweepIndexes } from '../../table/keys.ts';
import type { Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { listedMembers, listedModels } from '../listed.ts';
import { findMember, type Member } from '../member/member.ts';
import { balanceWrite } from '../organization/credits.ts';
import { countModelOfMember } from '../organization/limits.ts';
import type { Organization } from '../organization/organization.ts';
import { trailWrite } from '../trail/trail.ts';
import { usageOfNew, usageWrites } from '../usage/monthly-usage.ts';
import {
  ACCESS_LIFETIME,
  findMemberModel,
  type Model,
  modelNotFound,
  projectionOf,
  type Scenario,
} from './model.ts';
import { abandonedUploadsExpireAt } from './retention.ts';

/** A model in onboarding for a member who has none. A development model takes no credit. */
export function newModel(
  context: DomainContext,
  organization: Organization,
  member: Member,
  { isDevelopment }: { isDevelopment: boolean },
): Model {
  const now = context.clock.now();
  const inviteExpiresAt = isoTime(now + ACCESS_LIFETIME);
  const provider = isDevelopment ? 'development' : organization.provider;
  const model: Model = {
    id: context.newId('model'),
    organizationId: organization.id,
    memberId: member.id,
    uid: `${member.anonymous ? 'anon' : 'user'}_${ulid(context.clock, context.randomness)}`,
    email: member.email,
    // An address such as @company has nothing before the @.
    title: member.name ?? (localPart(member.email) || member.email),
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
    availableCount: 0,
    createdAt: isoTime(now),
    finishedAt: null,
    deletedAt: null,
    inviteExpiresAt,
    uploadsExpireAt: abandonedUploadsExpireAt(inviteExpiresAt),
    sequence: 1,
    ...(member.teamId !== undefined && { teamId: member.teamId }),
    ...(member.inviteId !== undefined && { inviteId: member.inviteId }),
    ...(provider && { provider }),
  };
  const counted = usageOfNew(model);
  return { ...model, ...(counted.length > 0 && { counted }) };
}

// The steps of a new model:
//   creationWrites              one transaction: model, member, pending invites, event `model.created`, usage
//   events/publish.ts           the table's stream hands the event to the queues
//   webhook/deliver.ts          the queue of deliveries posts `model.created`
//   upload/upload.ts            the member uploads photos, and each is judged
//   model/onboarding.ts         onboarding ends: one credit is taken, the model is `waiting`
//   admission/queue.ts          the model waits for a permit of its provider
//   flow/training.ts            the state machine advances the training, `pending`
//   flow/generation.ts          it advances the batches of photos, `generatingHeadshots`
//   model/progress.ts           the run ends: `active`, with `model.photos_ready`, or `failed`
//   model/delete.ts             the model is deleted: `deleted`
// Every step is a transition (model/transition.ts), with its event in the same transaction.

/** The writes of a new model; `member` sets the model of the member's item. @throws INSUFFICIENT_CREDITS, when committed. */
export function creationWrites(
  context: DomainContext,
  model: Model,
  member: ListedWrite,
  requiredCredits = 0,
): Transaction {
  const { id, uploadsExpireAt } = model;
  const expiryKey = uploadsExpireAt !== undefined && sweepIndexes.images.key(uploadsExpireAt, id);
  return [
    ...listedWrites(context, member, listedModels.add(model.organizationId, { ...expiryKey, ...model })),
    balanceWrite(model.organizationId, { pendingInvites: 1 }, requiredCredits),
    modelEventWrite(context, model, { webhooks: ['model.created'] }),
    trailWrite(context, model.organizationId, 'model.created', model.id),
    ...usageWrites(model.organizationId, model.counted ?? []),
  ];
}

/** Rounds against other requests that create the model, or change the member. */
const CONFLICT_ROUNDS = 3;

/**
 * The model of a member who is about to upload. The first upload of an invited member creates it.
 * @throws NOT_FOUND for an anonymous member without it, FORBIDDEN when the invite has paid for a deleted one,
 *   RATE_LIMIT_EXCEEDED beyond the models of a day.
 */
export function beginModel(
  context: DomainContext,
  organization: Organization,
  memberId: string,
): Promise<Model> {
  return retryOnConflict(async () => {
    const member = await findMember(context, organization.id, memberId);
    const existing = member && (await findMemberModel(context, organization.id, member));
    if (existing) return existing;
    if (!member || member.anonymous) throw modelNotFound();
    if (member.inviteUsedUp) throw inviteUsedUp();
    const model = newModel(context, organization, member, { isDevelopment: false });
    const writes = creationWrites(context, model, memberWrite(member, model));
    await countModelOfMember(context, organization.id, memberId, (count) =>
      context.table.commit([count, ...writes]),
    );
    return model;
  }, CONFLICT_ROUNDS);
}

/** Sets the model of the member's item, unless another request has created one meanwhile. */
function memberWrite(member: Member, model: Model): ListedWrite {
  const modelFields = { modelId: model.id, model: projectionOf(model) };
  return listedMembers.update(
    model.organizationId,
    member,
    { ...member, ...modelFields },
    { set: modelFields, remove: ['deletedModelId'] },
    ifStill(
      both(
        existsWithout('modelId'),
        equals('email', member.email),
        unchanged('teamId', member.teamId),
        unchanged('inviteId', member.inviteId),
        // A deletion may have used up the invite.
        unchanged('deletedModelId', member.deletedModelId),
      ),
      `${member.id} has changed.`,
    ),
  );
}

function inviteUsedUp(): Problem {
  return new Problem(
    'FORBIDDEN',
    'Your invite was used for a model that has been deleted; ask the organization for a new invite.',
  );
}

export function localPart(email: string): string {
  return email.slice(0, email.indexOf('@'));
}

/** Addresses such as `anna+fail-once@…` and `anna+fail-always@…` test failures in development. */
function scenarioOf(email: string): Scenario {
  if (localPart(email).endsWith('+fail-once')) return 'fails-once';
  if (localPart(email).endsWith('+fail-always')) return 'fails-always';
  return 'succeeds';
}
