import { Problem } from '../../contract/errors.ts';
import { listedWrites } from '../../lists/writes.ts';
import { attributeAbsent, both, existsWithout, unchanged } from '../../table/condition.ts';
import { CONFLICT_ROUNDS, ConcurrencyConflict, ifStill, retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { remove, type Transaction } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { unlessClosed, withdrawWrites } from '../invite/close.ts';
import { findInvite, findInviteTo, type Invite, validityOf } from '../invite/invite.ts';
import { listedMembers } from '../listed.ts';
import { findMember } from '../member/member.ts';
import { searchWordWrites, unchangedNameAndEmail } from '../member/search-words.ts';
import { deleteModel } from '../model/delete.ts';
import { type ErasureRequester, erasureWrites } from './erasure.ts';

/** Erases a person: member, sessions and address at once, with the model; the event removes all else. @throws NOT_FOUND. */
export function eraseMember(
  context: DomainContext,
  organizationId: string,
  memberId: string,
  requestedBy: ErasureRequester,
): Promise<void> {
  return retryOnConflict(async () => {
    const member = await findMember(context, organizationId, memberId);
    if (!member) throw new Problem('NOT_FOUND', 'The member does not exist.');
    const { email, modelId } = member;
    const changed = `${memberId} has changed.`;
    if (modelId !== undefined) {
      const options = { eraseMember: true, member, requestedBy };
      await deleteModel(context, organizationId, modelId, options).catch((error: unknown) => {
        throw isAlreadyDeleted(error) ? new ConcurrencyConflict(changed) : error;
      });
      return;
    }
    await endRenewal(context, organizationId, email);
    await context.table.commit([
      ...listedWrites(
        context,
        listedMembers.remove(
          organizationId,
          member,
          ifStill(
            both(
              existsWithout('modelId'),
              unchanged('teamId', member.teamId),
              unchanged('inviteId', member.inviteId),
              unchanged('deletedModelId', member.deletedModelId),
              unchangedNameAndEmail(member),
            ),
            changed,
          ),
        ),
      ),
      // An invite for another model may have come meanwhile.
      remove(keys.email(organizationId, email), ifStill(attributeAbsent('inviteId'), changed)),
      ...searchWordWrites(organizationId, member, undefined),
      ...erasureWrites(context, { organizationId, memberId, email }, requestedBy),
    ]);
  }, CONFLICT_ROUNDS);
}

/** Closes the invite for another model that a member without one may have. */
async function endRenewal(context: DomainContext, organizationId: string, email: string): Promise<void> {
  const holder = await context.table.get<{ inviteId?: string }>(keys.email(organizationId, email));
  if (holder?.inviteId === undefined) return;
  const invite = await findInvite(context, organizationId, holder.inviteId);
  if (invite) await unlessClosed(() => context.table.commit(endWrites(context, invite)));
}

/** Closes a pending invite, whether or not it has expired. */
function endWrites(context: DomainContext, invite: Invite): Transaction {
  const hasExpired = validityOf(invite, context.clock.now()) !== 'pending';
  return withdrawWrites(context, invite, hasExpired ? 'expired' : 'revoked');
}

/**
 * Erases the person who has an address: its member, the member of an invite to it, or a person who was only invited.
 * @throws NOT_FOUND when neither a member nor an invite of the organization has the address.
 */
export async function eraseAddress(
  context: DomainContext,
  organizationId: string,
  email: string,
  requestedBy: ErasureRequester,
): Promise<void> {
  const [holder, sent] = await Promise.all([
    context.table.get<{ memberId?: string }>(keys.email(organizationId, email)),
    findInviteTo(context, organizationId, email),
  ]);
  if (sent?.status === 'pending') {
    const onlyInvited = holder?.memberId === undefined;
    const erasing = onlyInvited ? erasureWrites(context, { organizationId, email }, requestedBy) : [];
    const closed = await unlessClosed(() => context.table.commit([...endWrites(context, sent), ...erasing]));
    if (closed && onlyInvited) return;
    // An invite that was used meanwhile leads to its member.
    if (onlyInvited) return eraseAddress(context, organizationId, email, requestedBy);
  }
  const memberId = holder?.memberId ?? sent?.memberId;
  if (memberId !== undefined && (await findMember(context, organizationId, memberId))) {
    return eraseMember(context, organizationId, memberId, requestedBy);
  }
  if (!sent) throw new Problem('NOT_FOUND', 'No member and no invite of the organization has this address.');
  await context.table.commit(erasureWrites(context, { organizationId, email }, requestedBy));
}

function isAlreadyDeleted(error: unknown): boolean {
  return error instanceof Problem && error.code === 'ALREADY_DELETED';
}
