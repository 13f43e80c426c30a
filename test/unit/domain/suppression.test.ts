import { beforeEach, describe, expect, test } from 'vitest';
import { mailEventMessage } from '../../../shared/contract/mail-events.ts';
import { findInvite, type Invite } from '../../../shared/domain/invite/invite.ts';
import { mailInvite } from '../../../shared/domain/invite/mail.ts';
import { resendInvite } from '../../../shared/domain/invite/resend.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { limitedMailer } from '../../../shared/domain/mailbox/limited-mailer.ts';
import { recordMailEvent } from '../../../shared/domain/suppression/suppression.ts';
import type { Mail, Posting } from '../../../shared/mail/message.ts';
import { DAY, epochSeconds } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';
import { catching } from '../../support/mail-catcher.ts';
import { refusedMail } from '../../support/refused-mail.ts';

let world: InviteWorld;
let organizationId: string;
let sent: Mail[];
let postings: Posting[];
beforeEach(async () => {
  world = inviteWorld();
  [sent, postings] = [[], []];
  organizationId = await world.newOrganization(10);
});

function mail({ id: inviteId }: Invite, number = 1): Promise<void> {
  const mailer = limitedMailer(world.context, catching(sent, postings), `${inviteId} ${number}`);
  const message = { template: 'invite', organizationId, inviteId, mail: number } as const;
  return mailInvite(world.context, 'https://app.test', mailer, message);
}
const invited = (email: string) => sendInvite(world.context, organizationId, { email });
const stored = (invite: Invite) => findInvite(world.context, organizationId, invite.id);
const record = (event: ReturnType<typeof refusedMail>) => recordMailEvent(world.context, event);
const bounce = ({ id: invite, email }: Invite, address = email, bounceType?: string) =>
  refusedMail(organizationId, address, 'bounced', { invite, ...(bounceType && { bounceType }) });

describe('an address that has bounced', () => {
  test('gets no more mail of the organization, the invite shows it, and resending tells it', async () => {
    const invite = await invited('gone@people.example');
    await mail(invite);
    expect(sent).toMatchObject([{ to: 'gone@people.example' }]);
    expect(postings).toMatchObject([{ organizations: [organizationId], invite: invite.id }]);
    await record(bounce(invite, 'Gone@People.example'));
    await record(bounce(invite, 'Gone@People.example'));
    expect((await stored(invite))?.mailRefused).toMatchObject({ reason: 'bounced' });
    const listed = await world.context.table.get(keys.refusedInvite(organizationId, invite.id));
    expect(listed).toMatchObject({ expiresAtSeconds: epochSeconds(world.now() + 30 * DAY) });

    await mail(invite, 2);
    expect(sent).toHaveLength(1);
    await expect(resendInvite(world.context, organizationId, 'gone@people.example')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('gone@people.example does not accept our mail'),
    });
  });

  test('brings nothing back of an invite that was erased', async () => {
    const invite = await invited('gone@people.example');
    await world.context.table.removeAll([keys.invite(organizationId, invite.id)]);
    await record(bounce(invite));
    expect(await stored(invite)).toBeUndefined();
  });

  test('brings nothing back of an invite that is erased while it is mailed', async () => {
    const invite = await invited('ada@people.example');
    const key = keys.invite(organizationId, invite.id);
    const mailer = { send: async () => world.context.table.removeAll([key]).then(() => true) };
    const message = { template: 'invite', organizationId, inviteId: invite.id, mail: 1 } as const;
    const mailing = mailInvite(world.context, 'https://app.test', mailer, message);
    await expect(mailing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await stored(invite)).toBeUndefined();
  });

  test('is mailed by other organizations', async () => {
    await record(bounce(await invited('gone@people.example')));
    organizationId = await world.newOrganization(10);
    await mail(await invited('gone@people.example'));
    expect(sent).toHaveLength(1);
  });

  test('is recognised in the form in which SES writes it', async () => {
    const invite = await invited('ada@bücher.example');
    await record(bounce(invite, 'Ada <ada@xn--bcher-kva.example>'));
    await mail(invite);
    expect(sent).toEqual([]);
    expect((await stored(invite))?.mailRefused).toMatchObject({ reason: 'bounced' });
  });
});

test('an address that has complained gets no more mail, and its invite shows that at once', async () => {
  const invite = await invited('cross@people.example');
  await record(refusedMail(organizationId, invite.email));
  await mail(invite);
  expect(sent).toEqual([]);
  expect((await stored(invite))?.mailRefused).toMatchObject({ reason: 'complained' });
});

test('a bounce that is not permanent, a refused mail without an organization, and a rejected mail suppress no address', async () => {
  const invite = await invited('owner@people.example');
  await record(bounce(invite, invite.email, 'Undetermined'));
  const { detail, ...untagged } = bounce(invite);
  await record(mailEventMessage.parse({ ...untagged, detail: { ...detail, mail: { tags: {} } } }));
  const rejected = {
    eventType: 'Reject',
    mail: { tags: { organization: [organizationId], invite: [invite.id] } },
  };
  await record(mailEventMessage.parse({ ...untagged, detail: rejected }));
  await mail(invite);
  expect(sent).toHaveLength(1);
});
