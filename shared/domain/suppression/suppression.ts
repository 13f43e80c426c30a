import { canonicalAddress } from '../../contract/address.ts';
import { Problem } from '../../contract/errors.ts';
import type { MailEventMessage, RefusedMail, RefusedReason } from '../../contract/mail-events.ts';
import { DAY, epochSeconds, isoTime } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { countMetric } from '../../platform/metrics.ts';
import { exists } from '../../table/condition.ts';
import { ifStill, unlessConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { put, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

/** The lifetime of an invite. */
const REFUSED_INVITE_KEPT = 30 * DAY;

/** The refusal of an organization's mail by an address, which gets no more. By organization: none learns from another's. */
export async function findSuppressed(
  context: DomainContext,
  organizationId: string,
  email: string,
): Promise<RefusedMail | undefined> {
  return context.table.get<RefusedMail>(keys.suppressedAddress(organizationId, canonicalAddress(email)));
}

/** @throws INVALID_REQUEST, with the remedy, when an address has refused the organization's mail. */
export async function requireMailable(
  context: DomainContext,
  organizationId: string,
  email: string,
  remedy: string,
): Promise<void> {
  const suppressed = await findSuppressed(context, organizationId, email);
  if (!suppressed) return;
  const what = suppressed.reason === 'bounced' ? 'does not accept our mail' : 'has reported our mail as spam';
  throw new Problem(
    'INVALID_REQUEST',
    `${email} ${what} (since ${suppressed.at}), so no more is sent. ${remedy}`,
  );
}

/** Records an event of SES: addresses that refuse for good get no more mail, and the invite shows it. Safe to repeat. */
export async function recordMailEvent(context: DomainContext, { detail }: MailEventMessage): Promise<void> {
  const { organization: [organizationId] = [], invite: [inviteId] = [] } = detail.mail.tags;
  const refused = refusedBy(detail);
  countMetric(context.clock, 'MailRefused', 1, refused?.reason ?? detail.eventType);
  log.warn('mail refused', { organizationId, eventType: detail.eventType });
  if (!refused || organizationId === undefined) return;
  const suppressed: RefusedMail = {
    reason: refused.reason,
    at: isoTime(context.clock.now()),
  };
  await context.table.commit(
    refused.addresses.map((email) =>
      put({ ...keys.suppressedAddress(organizationId, canonicalAddress(email)), ...suppressed }),
    ),
  );
  if (inviteId !== undefined) await showRefused(context, organizationId, inviteId, suppressed);
}

/** Has an invite show that its address refuses mail; an invite that was erased shows nothing. */
export async function showRefused(
  context: DomainContext,
  organizationId: string,
  inviteId: string,
  mailRefused: RefusedMail,
): Promise<void> {
  await unlessConflict(() =>
    context.table.commit([
      update(
        keys.invite(organizationId, inviteId),
        { set: { mailRefused: { reason: mailRefused.reason, at: mailRefused.at } } },
        ifStill(exists, `${inviteId} is gone.`),
      ),
      // The invite is over by then.
      update(keys.refusedInvite(organizationId, inviteId), {
        set: { inviteId, expiresAtSeconds: epochSeconds(context.clock.now() + REFUSED_INVITE_KEPT) },
      }),
    ]),
  );
}

function refusedBy(
  detail: MailEventMessage['detail'],
): { reason: RefusedReason; addresses: string[] } | undefined {
  switch (detail.eventType) {
    case 'Bounce':
      // Other bounces are of a mailbox that is full or away.
      if (detail.bounce.bounceType !== 'Permanent') return undefined;
      return { reason: 'bounced', addresses: addressesOf(detail.bounce.bouncedRecipients) };
    case 'Complaint':
      return { reason: 'complained', addresses: addressesOf(detail.complaint.complainedRecipients) };
    case 'Reject':
      return undefined;
  }
}

/** `Ada <ada@example.com>` may stand for an address. */
function addressesOf(recipients: readonly { emailAddress: string }[]): string[] {
  return [
    ...new Set(recipients.map(({ emailAddress }) => /<([^<>]+)>$/.exec(emailAddress)?.[1] ?? emailAddress)),
  ];
}
