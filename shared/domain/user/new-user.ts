import { mailEventWrite } from '../../events/mail-event.ts';
import { isoTime } from '../../platform/clock.ts';
import { absent } from '../../table/condition.ts';
import { keys, userIndexKey } from '../../table/keys.ts';
import { onlyIf, put, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { User } from './user.ts';

/** A new user, and the writes that store it and have an invitation mailed. They fail with `taken` when the organization has a user with the address. */
export function newUser(
  context: DomainContext,
  organizationId: string,
  { email, role }: Pick<User, 'email' | 'role'>,
  taken: () => Error,
): { user: User; writes: Write[] } {
  const { clock, newId, actor } = context;
  const user: User = {
    id: newId('user'),
    organizationId,
    email,
    role,
    invitedAt: isoTime(clock.now()),
    ...(actor?.kind === 'user' && actor.id !== undefined && { invitedBy: actor.id }),
  };
  const writes = [
    put({ ...keys.user(organizationId, user.id), ...userIndexKey(email, organizationId), ...user }),
    put({ ...keys.userAddress(organizationId, email), userId: user.id }, onlyIf(absent, taken)),
    mailEventWrite(context, keys.userInvitationEvent(organizationId, user.id), {
      template: 'user-invited',
      organizationId,
      userId: user.id,
    }),
  ];
  return { user, writes };
}
