import { mailEventMessage, type RefusedReason } from '../../shared/contract/mail-events.ts';

/** The message by which SES tells that an address has refused a mail of an organization. */
export function refusedMail(
  organizationId: string,
  emailAddress: string,
  reason: RefusedReason = 'complained',
  { bounceType = 'Permanent', invite }: { bounceType?: string; invite?: string } = {},
) {
  const mail = {
    tags: { organization: [organizationId], ...(invite !== undefined && { invite: [invite] }) },
  };
  const recipients = [{ emailAddress }];
  return mailEventMessage.parse({
    time: '2026-05-04T12:00:00Z',
    detail:
      reason === 'complained'
        ? { eventType: 'Complaint', mail, complaint: { complainedRecipients: recipients } }
        : { eventType: 'Bounce', mail, bounce: { bounceType, bouncedRecipients: recipients } },
  });
}
