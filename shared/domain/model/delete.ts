import { Problem } from '../../contract/errors.ts';
import type { ListedWrite } from '../../lists/writes.ts';
import { isoTime } from '../../platform/clock.ts';
import { both, equals } from '../../table/condition.ts';
import { ConcurrencyConflict, ifStill } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { remove, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { type ErasureRequester, erasureWrites } from '../erasure/erasure.ts';
import { listedMembers, memberOf } from '../listed.ts';
import { findMember, type Member } from '../member/member.ts';
import { searchWordWrites, unchangedNameAndEmail } from '../member/search-words.ts';
import { balanceWrite } from '../organization/credits.ts';
import { trailWrite } from '../trail/trail.ts';
import { countsAsPendingInvite, type Model, modelNotFound, requireDevelopment } from './model.ts';
import { changeModel, transitionWrites } from './transition.ts';

export interface DeletionOptions {
  whiteLabelOnly?: boolean;
  /** For a test key. */
  developmentOnly?: boolean;
  /** Erases an invited member, too. */
  eraseMember?: boolean;
  /** The member of the model as it was just read. */
  member?: Member;
  /** Default: the organization. */
  requestedBy?: ErasureRequester;
}

/**
 * any state → deleted, for good; a tombstone without personal data remains. The event's effect stops the execution and
 * removes the images. An anonymous member is erased with the model, an invited one with `eraseMember`.
 * @throws NOT_FOUND, FORBIDDEN, ALREADY_DELETED.
 */
export async function deleteModel(
  context: DomainContext,
  organizationId: string,
  modelId: string,
  options: DeletionOptions = {},
): Promise<Model> {
  let { member } = options;
  return changeModel(context, organizationId, modelId, async (model) => {
    if (options.whiteLabelOnly && !model.whiteLabel) throw modelNotFound();
    if (options.developmentOnly) requireDevelopment(model);
    if (model.status === 'deleted') throw new Problem('ALREADY_DELETED', 'The model is deleted already.');
    const isErased = model.whiteLabel || options.eraseMember;
    const leaving = isErased ? (member ?? (await readLeaving(context, model))) : undefined;
    // After a conflict it may have changed.
    member = undefined;
    const { next, writes } = transitionWrites(context, model, {
      change: {
        status: 'deleted',
        email: '',
        title: '',
        trigger: 'person',
        photoCount: 0,
        availableCount: 0,
        deletedAt: isoTime(context.clock.now()),
      },
      clear: ['favoritePhotoId', 'favoriteLikedStatus', 'failureReason'],
      webhooks: ['model.deleted'],
      effect: 'delete-images',
      member: memberWrite(model, leaving),
    });
    return {
      next,
      writes: [
        ...writes,
        ...(leaving ? leavingWrites(context, model, leaving, options) : []),
        trailWrite(context, organizationId, 'model.deleted', modelId),
        ...(countsAsPendingInvite(model.status)
          ? [balanceWrite(organizationId, { pendingInvites: -1 })]
          : []),
      ],
    };
  });
}

/** The member who is erased with the model. @throws ConcurrencyConflict when the member is gone already. */
async function readLeaving(context: DomainContext, { id, organizationId, memberId }: Model): Promise<Member> {
  const member = await findMember(context, organizationId, memberId);
  if (!member) throw new ConcurrencyConflict(`The member of ${id} has changed.`);
  return member;
}

/** @param leaving the member, when it is erased with the model */
function memberWrite(model: Model, leaving: Member | undefined): ListedWrite {
  const { id, organizationId, creditTaken } = model;
  const itsModel = equals('modelId', id);
  const changed = `The member of ${id} has changed.`;
  const former = memberOf(model);
  if (leaving) {
    const condition = both(itsModel, unchangedNameAndEmail(leaving));
    return listedMembers.remove(organizationId, former, ifStill(condition, changed));
  }
  const { modelId: _, model: __, ...kept } = former;
  // A credit that stays taken uses up the invite, so that deleting and starting again takes no further one.
  const set = { deletedModelId: id, ...(creditTaken && { inviteUsedUp: true }) };
  return listedMembers.update(
    organizationId,
    former,
    { ...kept, deletedModelId: id },
    { set, remove: ['modelId', 'model'] },
    ifStill(itsModel, changed),
  );
}

function leavingWrites(
  context: DomainContext,
  model: Model,
  leaving: Member,
  { requestedBy = 'organization' }: DeletionOptions,
): Transaction {
  const { organizationId, memberId, email } = model;
  return [
    ...searchWordWrites(organizationId, leaving, undefined),
    remove(keys.email(organizationId, email)),
    ...erasureWrites(context, { organizationId, memberId, email, model }, requestedBy),
  ];
}
