import { Problem } from '../../contract/errors.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { attributeAbsent, both, equals } from '../../table/condition.ts';
import { ConcurrencyConflict, retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { requireMailable } from '../suppression/suppression.ts';
import { trailWrite } from '../trail/trail.ts';
import { findInviteTo, type Invite, inviteNotFound, validityOf } from './invite.ts';
import { mailCountWrite, mailsOnDayWrite, readMailsTo } from './mail-limit.ts';

/** Rounds against other changes of the invite and other mails to its address. */
const CONFLICT_ROUNDS = 8;

const REMEDY = "Pass on the invite's link yourself, or invite another address.";

/**
 * Mails the link of the pending invite to an address again. It expires when it would have.
 * @param isReminder the mail is dropped if the person ends reminders before it is sent
 * @throws NOT_FOUND without an invite, INVALID_REQUEST when it was used or the address refuses mail, ALREADY_DELETED when it
 * is no longer valid, RATE_LIMIT_EXCEEDED at a limit of invite mails.
 */
export function resendInvite(
  context: DomainContext,
  organizationId: string,
  email: string,
  isReminder = false,
): Promise<Invite> {
  return retryOnConflict(async () => {
    const [invite, , mails, dayWrite] = await allInOrder(
      readPending(context, organizationId, email),
      requireMailable(context, organizationId, email, REMEDY),
      readMailsTo(context, organizationId, email),
      mailsOnDayWrite(context, organizationId, 1),
    );
    const mail = (invite.mails ?? 1) + 1;
    const unchanged = invite.mails === undefined ? attributeAbsent('mails') : equals('mails', invite.mails);
    await context.table.commit([
      update(
        keys.invite(organizationId, invite.id),
        { set: { mails: mail } },
        onlyIf(
          both(equals('status', 'pending'), unchanged),
          () => new ConcurrencyConflict(`${invite.id} has changed.`),
        ),
      ),
      mailCountWrite(context, organizationId, email, mails),
      dayWrite,
      trailWrite(context, organizationId, 'invite.resent', invite.id),
      mailEventWrite(context, keys.inviteEvent(organizationId, invite.id, mail), {
        template: 'invite',
        organizationId,
        inviteId: invite.id,
        mail,
        ...(isReminder && { isReminder }),
      }),
    ]);
    return invite;
  }, CONFLICT_ROUNDS);
}

async function readPending(context: DomainContext, organizationId: string, email: string): Promise<Invite> {
  const invite = await findInviteTo(context, organizationId, email);
  if (!invite) throw inviteNotFound();
  const validity = validityOf(invite, context.clock.now());
  if (validity === 'used') {
    throw new Problem('INVALID_REQUEST', 'The invite was used; its member needs no mail to sign up.');
  }
  if (validity === 'not-valid') {
    throw new Problem('ALREADY_DELETED', 'The invite was revoked or has expired; send a new one.');
  }
  return invite;
}
