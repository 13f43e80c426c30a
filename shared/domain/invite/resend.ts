import { mailEventWrite } from '../../events/mail-event.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { both, equals, unchanged } from '../../table/condition.ts';
import { CONFLICT_ROUNDS, ifStill, retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { requireMailable } from '../suppression/suppression.ts';
import { trailWrite } from '../trail/trail.ts';
import { type Invite, readPendingInvite } from './invite.ts';
import { mailCountWrite, mailsOnDayWrite, readMailsTo } from './mail-limit.ts';

const REMEDY = "Pass on the invite's link yourself, or invite another address.";

/**
 * Mails the link of the pending invite to an address again. It expires when it would have.
 * @throws NOT_FOUND without an invite, INVALID_REQUEST when it was used or the address refuses mail, ALREADY_DELETED when it
 * is no longer valid, RATE_LIMIT_EXCEEDED at a limit of invite mails.
 */
export function resendInvite(context: DomainContext, organizationId: string, email: string): Promise<Invite> {
  return retryOnConflict(async () => {
    const [invite, writesFor] = await allInOrder(
      readPendingInvite(context, organizationId, email, {
        used: 'The invite was used; its member needs no mail to sign up.',
        'not-valid': 'The invite was revoked or has expired; send a new one.',
      }),
      anotherMail(context, organizationId, email),
    );
    await context.table.commit(writesFor(invite));
    return invite;
  }, CONFLICT_ROUNDS);
}

/**
 * Mails a reminder of an invite: its link, or once it is used one by which its member continues. The mail is dropped if the
 * person ends reminders before it is sent.
 * @param invite as it was read: a conflict tells that it was closed or mailed since
 * @param email the address of the invite or of its member
 * @throws INVALID_REQUEST when the address refuses mail, RATE_LIMIT_EXCEEDED at a limit of invite mails.
 */
export async function mailReminder(context: DomainContext, invite: Invite, email: string): Promise<void> {
  const writesFor = await anotherMail(context, invite.organizationId, email);
  await context.table.commit(writesFor(invite, true));
}

/** The writes of one more mail of an invite, once the limits of mails to its address were read. */
async function anotherMail(
  context: DomainContext,
  organizationId: string,
  email: string,
): Promise<(invite: Invite, isReminder?: boolean) => Transaction> {
  const [, mails, dayWrite] = await allInOrder(
    requireMailable(context, organizationId, email, REMEDY),
    readMailsTo(context, organizationId, email),
    mailsOnDayWrite(context, organizationId, 1),
  );
  return ({ id: inviteId, status, mails: former }, isReminder = false) => {
    const mail = (former ?? 1) + 1;
    return [
      update(
        keys.invite(organizationId, inviteId),
        { set: { mails: mail } },
        ifStill(both(equals('status', status), unchanged('mails', former)), `${inviteId} has changed.`),
      ),
      mailCountWrite(context, organizationId, email, mails),
      dayWrite,
      ...(status === 'pending' ? [trailWrite(context, organizationId, 'invite.resent', inviteId)] : []),
      mailEventWrite(context, keys.inviteEvent(organizationId, inviteId, mail), {
        template: 'invite',
        organizationId,
        inviteId,
        mail,
        ...(isReminder && { isReminder }),
      }),
    ];
  };
}
