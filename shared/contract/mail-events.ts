import * as z from 'zod';
import { described, time } from './fields.ts';

/** Tags of a mail. SES repeats them in the events of the mail. */
export type MailTags = Partial<Record<'organization' | 'invite', string>>;

const recipients = z.array(z.object({ emailAddress: z.string() }));

/** The values of a tag are a list in SES's events. */
const tag = z.array(z.string()).optional();

const mail = z.object({ tags: z.object({ organization: tag, invite: tag }) });

/**
 * A message of the mail events queue: an event of SES, in EventBridge's envelope. See
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export const mailEventMessage = z.object({
  time: z.string(),
  detail: z.discriminatedUnion('eventType', [
    z.object({
      eventType: z.literal('Bounce'),
      mail,
      /** A permanent bounce says that the address accepts no mail. */
      bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }),
    }),
    z.object({
      eventType: z.literal('Complaint'),
      mail,
      complaint: z.object({ complainedRecipients: recipients }),
    }),
    z.object({ eventType: z.literal('Reject'), mail }),
  ]),
});
export type MailEventMessage = z.infer<typeof mailEventMessage>;

export const refusedMail = z
  .object({
    reason: described(
      z.enum(['bounced', 'complained']),
      'bounced: the address does not exist, or its server refuses our mail for good. complained: the recipient has reported our mail as spam.',
      'bounced',
    ),
    at: described(time, 'The time at which the mail was refused.', '2026-03-02T09:16:00.000Z'),
  })
  .meta({
    id: 'RefusedMail',
    description:
      'The address of the invite refuses our mail, so it gets no more. The link works without the mail: pass it on yourself.',
  });
export type RefusedMail = z.infer<typeof refusedMail>;
export type RefusedReason = RefusedMail['reason'];
