import { beforeEach, describe, expect, test } from 'vitest';
import { createJoinLink as contract } from '../../../shared/contract/admin/join-link.ts';
import { checked } from '../../../shared/contract/checked.ts';
import type { MailMessage } from '../../../shared/contract/messages.ts';
import { findInviteTo } from '../../../shared/domain/invite/invite.ts';
import {
  createJoinLink,
  endJoinLink,
  joinByLink,
  lookUpJoinLink,
  showJoinLink,
} from '../../../shared/domain/invite/join-link.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readBalance } from '../../../shared/domain/organization/credits.ts';
import { DAY } from '../../../shared/platform/clock.ts';
import { type InviteWorld, inviteWorld } from '../../support/invite-world.ts';

const APP_URL = 'https://app.test';
const [ada, bea] = ['ada@people.test', 'bea@people.test'];

let world: InviteWorld;
let organizationId: string;
let queued: MailMessage[];
beforeEach(async () => {
  world = inviteWorld();
  organizationId = await world.newOrganization(10);
  queued = [];
});

const tokenIn = (link: string) => new URL(link).searchParams.get('join') ?? '';
async function create(uses = 10, of = organizationId): Promise<string> {
  const body = { domains: ['people.test', 'other.test', 'people.test'], uses, days: 7 };
  return tokenIn((await createJoinLink(world.context, APP_URL, of, body)).link);
}
const queues = { sendMail: async (message: MailMessage) => void queued.push(message) };
const join = (token: string, email: string) => joinByLink(world.context, queues, { token, email });
const usesLeft = async () => (await showJoinLink(world.context, APP_URL, organizationId))?.usesLeft;
const inviteTo = (email: string) => findInviteTo(world.context, organizationId, email);

test('an address of a domain is invited, and counts as a use', async () => {
  const token = await create();
  await join(token, ada);
  expect(await inviteTo(ada)).toMatchObject({ status: 'pending', email: ada });
  expect(await usesLeft()).toBe(9);
  expect(await lookUpJoinLink(world.context, token)).toMatchObject({
    organization: { name: 'Inviting' },
    domains: ['people.test', 'other.test'],
  });
  expect(await world.violations(organizationId)).toEqual([]);
});

test.each(['eve@evil.test', 'eve@sub.people.test', 'people.test@evil.test', 'eve@xpeople.test'])(
  '%s is invited by no link',
  async (email) => {
    await expect(join(await create(), email)).rejects.toThrow('is for addresses at people.test, other.test');
    expect(await inviteTo(email)).toBeUndefined();
    expect(await usesLeft()).toBe(10);
  },
);

test.each(['gmail.com', ' GMX.de', 'outlook.com', 'web.de', 'icloud.com'])(
  'no link is for %s, where anybody can have an address',
  (domain) => {
    const body = { domains: ['people.test', domain], uses: 1, days: 1 };
    expect(() => checked(contract.body, body, 'body')).toThrow(
      "The field 'domains.1' is not valid: anybody can have an address at it",
    );
  },
);

test('an address that was invited gets the invite again, and one that signed up a link to continue', async () => {
  const token = await create();
  await sendInvite(world.context, organizationId, { email: ada });
  await join(token, ada);
  expect(await inviteTo(ada)).toMatchObject({ status: 'pending', mails: 2 });
  const { inviteId } = await world.join(organizationId, bea);
  await join(token, bea);
  expect(queued).toEqual([{ template: 'return', organizationId, inviteId }]);
  expect(await usesLeft()).toBe(10);
});

test('a member whose model was deleted is invited to another one, which counts as a use', async () => {
  const { memberId } = await world.join(organizationId, ada);
  const { id } = await world.onboard(organizationId, memberId);
  await deleteModel(world.context, organizationId, id);
  world.pass(1);
  await join(await create(), ada);
  expect(await inviteTo(ada)).toMatchObject({ status: 'pending', renews: memberId });
  expect(await usesLeft()).toBe(9);
});

test('people at the same time are no more than the link allows', async () => {
  const token = await create(3);
  const emails = Array.from({ length: 8 }, (_, number) => `person${number}@people.test`);
  const joined = await Promise.allSettled(emails.map((email) => join(token, email)));
  expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect((await readBalance(world.context, organizationId)).pendingInvites).toBe(3);
  await expect(join(token, ada)).rejects.toThrow('has ended');
  await expect(lookUpJoinLink(world.context, token)).rejects.toThrow('has ended');
  expect(await showJoinLink(world.context, APP_URL, organizationId)).toBeNull();
});

describe('a link leads to nothing', () => {
  const expectEnded = async (token: string) => {
    await expect(lookUpJoinLink(world.context, token)).rejects.toThrow('has ended');
    await expect(join(token, ada)).rejects.toThrow('has ended');
    expect(await inviteTo(ada)).toBeUndefined();
  };

  test('once its days are over', async () => {
    const token = await create();
    world.pass(7 * DAY);
    await expectEnded(token);
    expect(await showJoinLink(world.context, APP_URL, organizationId)).toBeNull();
  });

  test('once it was ended, or another was created', async () => {
    const token = await create();
    await endJoinLink(world.context, organizationId);
    await expectEnded(token);
    await create();
    await expectEnded(token);
  });

  test('with the secret of another organization, or as any other text', async () => {
    const other = await create(10, await world.newOrganization(10));
    await create();
    await expectEnded(other.replace(/org_\w+/, organizationId));
    await expectEnded('hsj.org_1.x');
    await expectEnded('');
  });
});
