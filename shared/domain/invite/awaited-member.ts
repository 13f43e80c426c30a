import { equals } from '../../table/condition.ts';
import { ifStill, unlessConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findMember, type Member } from '../member/member.ts';
import type { Invite } from './invite.ts';

/** The member of a used invite, until onboarding or the access has ended, or the model was deleted; undefined for no one. */
export async function findAwaited(
  context: DomainContext,
  { id, organizationId, memberId, expiresAt }: Invite,
): Promise<Member | undefined> {
  const member = memberId === undefined ? undefined : await findMember(context, organizationId, memberId);
  // A member who has used a later invite is reminded by that one.
  if (member?.inviteId !== id || member.deletedModelId !== undefined) return undefined;
  // Without a model the access is that of the invite.
  const { status = 'onboarding', inviteExpiresAt = expiresAt } = member.model ?? {};
  const isAwaited = status === 'onboarding' && Date.parse(inviteExpiresAt) > context.clock.now();
  return isAwaited ? member : undefined;
}

/** Takes a used invite out of the index of the sweeps: its member is reminded no more. Safe to repeat. */
export async function leaveSweeps(
  context: DomainContext,
  { organizationId, id }: Pick<Invite, 'organizationId' | 'id'>,
): Promise<void> {
  await unlessConflict(() =>
    context.table.commit([
      update(
        keys.invite(organizationId, id),
        { remove: ['GSI1PK', 'GSI1SK'] },
        ifStill(equals('status', 'used'), `${id} is gone.`),
      ),
    ]),
  );
}
