import { canonicalAddress } from '../../contract/address.ts';
import type { Mailer, Posting } from '../../mail/message.ts';
import { DAY, epochSeconds } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { countMetric } from '../../platform/metrics.ts';
import { unchanged } from '../../table/condition.ts';
import { ifStill, retryOnConflict } from '../../table/conflict.ts';
import { keys, sha256 } from '../../table/keys.ts';
import { put } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findSuppressed, showRefused } from '../suppression/suppression.ts';

/** The most mails to one mailbox within a time. */
interface Limit {
  most: number;
  within: number;
}

const WEEK = 7 * DAY;
/** Mails of all organizations together: of all kinds but those about access, and of those. */
const ALL_MAILS: Limit = { most: 30, within: DAY };
/** Mails of organizations for which the recipient has not acted: these may write to a stranger. */
const TO_NEW_RECIPIENTS: readonly Limit[] = [
  { most: 5, within: DAY },
  { most: 12, within: WEEK },
];

/** The mails that count against the limits of one mailbox. */
interface Mailbox {
  mails: readonly CountedMail[];
}

interface CountedMail {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  toNewRecipient: boolean;
}

/**
 * Sends mails to recipients who have not refused mail of its organizations, and whose mailboxes have room. Every mail
 * passes here. The mails of a message count once, however often it is received.
 */
export function limitedMailer(context: DomainContext, mailer: Mailer, messageId: string): Mailer {
  return {
    async send(mail, posting) {
      return (await isAllowed(context, messageId, mail.to, posting)) && mailer.send(mail, posting);
    },
  };
}

async function isAllowed(
  context: DomainContext,
  messageId: string,
  email: string,
  { organizations, invite, recipient }: Posting,
): Promise<boolean> {
  for (const organizationId of organizations) {
    const refused = await findSuppressed(context, organizationId, email);
    if (!refused) continue;
    if (invite !== undefined) await showRefused(context, organizationId, invite, refused);
    log.warn('mail not sent', { organizationId, reason: refused.reason });
    return false;
  }
  if (recipient === 'signingIn') return true;
  const mailbox = recipient === 'told' ? `access ${mailboxOf(email)}` : mailboxOf(email);
  if (await countMail(context, mailbox, sha256(`${messageId} ${email}`), recipient === 'new')) return true;
  countMetric(context.clock, 'MailRefused', 1, 'limit');
  log.warn('mail not sent', { organizationId: organizations[0], reason: 'limit' });
  return false;
}

/** @returns whether the mail is counted, now or by an earlier call with its id; false when the mailbox has no room */
function countMail(
  context: DomainContext,
  mailbox: string,
  id: string,
  toNewRecipient: boolean,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const key = keys.mailbox(mailbox);
    const stored = (await context.table.get<Mailbox>(key))?.mails;
    const now = context.clock.now();
    const mails = stored?.filter((mail) => mail.at > now - (mail.toNewRecipient ? WEEK : DAY)) ?? [];
    if (mails.some((mail) => mail.id === id)) return true;
    if (!hasRoom(mails, now, toNewRecipient)) return false;
    const counted: Mailbox = { mails: [...mails, { id, at: now, toNewRecipient }] };
    await context.table.commit([
      put(
        { ...key, ...counted, expiresAtSeconds: epochSeconds(now + WEEK) },
        ifStill(unchanged('mails', stored), 'Another mail to the mailbox was counted.'),
      ),
    ]);
    return true;
  });
}

function hasRoom(mails: readonly CountedMail[], now: number, toNewRecipient: boolean): boolean {
  const fits = (counted: readonly CountedMail[], { most, within }: Limit) =>
    counted.filter(({ at }) => at > now - within).length < most;
  if (!fits(mails, ALL_MAILS)) return false;
  const toNew = mails.filter((mail) => mail.toNewRecipient);
  return !toNewRecipient || TO_NEW_RECIPIENTS.every((limit) => fits(toNew, limit));
}

/** The address without a suffix after a plus, with which mail goes to the same mailbox. */
function mailboxOf(email: string): string {
  return canonicalAddress(email).replace(/^([^+@]+)\+[^@]*/, '$1');
}
