import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailEventMessage } from '../../../shared/contract/mail-events.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { findInvite, type Invite } from '../../../shared/domain/invite/invite.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { LimitedMailer } from '../../../shared/domain/mailbox/limited-mailer.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { recordMailEvent } from '../../../shared/domain/suppression/suppression.ts';
import type { Mail, Posting } from '../../../shared/mail/message.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { freshTable } from '../../support/fresh-table.ts';
import { catching } from '../../support/mail-catcher.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';

let context: DomainContext;
let organizationId: string;
let stop: () => Promise<void>;
let sent: Mail[];
let postings: Posting[];

beforeEach(async () => {
  const bare = await freshTable(systemRandomness);
  context = domainContext(bare.table, systemClock, systemRandomness, webhookSecretKey);
  stop = bare.stop;
  [sent, postings] = [[], []];
  ({ organizationId } = await createOrganization(context, { name: 'Mails', credits: 10 }));
});
afterEach(() => stop());

const mail = (invite: Invite, number = 1) =>
  mailInvite(
    context,
    'https://app.test',
    new LimitedMailer(context, catching(sent, postings), `${invite.id} ${number}`),
    {
      template: 'invite',
      organizationId,
      inviteId: invite.id,
      mail: number,
    },
  );
const stored = (invite: Invite) => findInvite(context, organizationId, invite.id);

function bounce(invite: Invite, bounceType = 'Permanent', emailAddress = invite.email) {
  return mailEventMessage.parse({
    version: '0',
    source: 'aws.ses',
    time: '2026-05-04T12:00:00Z',
    'detail-type': 'Email Bounced',
    detail: {
      eventType: 'Bounce',
      mail: {
        messageId: '1',
        tags: { 'ses:from-domain': ['x'], organization: [organizationId], invite: [invite.id] },
      },
      bounce: { bounceType, bouncedRecipients: [{ emailAddress, action: 'failed' }] },
    },
  });
}

describe('an address that has bounced', () => {
  test('gets no more mail of the organization, the invite shows it, and resending tells it', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'gone@people.example' });
    await mail(invite);
    expect(sent).toMatchObject([{ to: ['gone@people.example'] }]);
    expect(postings).toMatchObject([{ organizations: [organizationId], invite: invite.id }]);
    await recordMailEvent(context, bounce(invite));
    await recordMailEvent(context, bounce(invite));
    expect((await stored(invite))?.mailRefused).toMatchObject({ reason: 'bounced' });

    await mail(invite, 2);
    expect(sent).toHaveLength(1);
    await expect(resendInvite(context, organizationId, 'gone@people.example')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('gone@people.example does not accept our mail'),
    });
  });

  test('is mailed by other organizations', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'gone@people.example' });
    await recordMailEvent(context, bounce(invite));
    const other = await createOrganization(context, { name: 'Other', credits: 10 });
    organizationId = other.organizationId;
    await mail(await sendInvite(context, organizationId, { email: 'gone@people.example' }));
    expect(sent).toHaveLength(1);
  });

  test('is recognised in the form in which SES writes it', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'ada@bücher.example' });
    await recordMailEvent(context, bounce(invite, 'Permanent', 'Ada <ada@xn--bcher-kva.example>'));
    await mail(invite);
    expect(sent).toEqual([]);
    expect((await stored(invite))?.mailRefused).toMatchObject({ reason: 'bounced' });
  });

  test('stays mailable when the bounce is not permanent', async () => {
    const invite = await sendInvite(context, organizationId, { email: 'full@people.example' });
    await recordMailEvent(context, bounce(invite, 'Undetermined'));
    await mail(invite);
    expect(sent).toHaveLength(1);
  });
});

test('an address that has complained gets no more mail, and a new invite to it shows that at once', async () => {
  const first = await sendInvite(context, organizationId, { email: 'cross@people.example' });
  const complaint = mailEventMessage.parse({
    time: '2026-05-04T12:00:00Z',
    detail: {
      eventType: 'Complaint',
      mail: { tags: { organization: [organizationId] } },
      complaint: { complainedRecipients: [{ emailAddress: first.email }] },
    },
  });
  await recordMailEvent(context, complaint);
  await mail(first);
  expect(sent).toEqual([]);
  expect((await stored(first))?.mailRefused).toMatchObject({ reason: 'complained' });
});

test('a refused mail without an organization, and a rejected mail, suppress no address', async () => {
  const invite = await sendInvite(context, organizationId, { email: 'owner@people.example' });
  const untagged = { ...bounce(invite) };
  await recordMailEvent(
    context,
    mailEventMessage.parse({ ...untagged, detail: { ...untagged.detail, mail: { tags: {} } } }),
  );
  await recordMailEvent(
    context,
    mailEventMessage.parse({
      time: '2026-05-04T12:00:00Z',
      detail: {
        eventType: 'Reject',
        mail: { tags: { organization: [organizationId], invite: [invite.id] } },
      },
    }),
  );
  await mail(invite);
  expect(sent).toHaveLength(1);
});
