import { beforeEach, expect, test } from 'vitest';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { createWhiteLabelModel, renewSignedUrl } from '../../../shared/domain/model/white-label.ts';
import { addCredits } from '../../../shared/domain/organization/add-credits.ts';
import {
  countDevelopmentModel,
  countTestWebhook,
  DEVELOPMENT_MODELS_PER_DAY,
  MODELS_OF_MEMBER_PER_DAY,
  TEST_WEBHOOKS_PER_HOUR,
} from '../../../shared/domain/organization/limits.ts';
import { type Organization, readOrganization } from '../../../shared/domain/organization/organization.ts';
import { DAY, HOUR } from '../../../shared/platform/clock.ts';
import { sendTestWebhook } from '../../../shared/webhook/test-event.ts';
import { inviteWorld } from '../../support/invite-world.ts';

const world = inviteWorld();
const { context } = world;
let organization: Organization;
beforeEach(async () => {
  organization = await readOrganization(context, await world.newOrganization(10));
});
const create = (email: string, isDevelopment = false, of = organization) =>
  createWhiteLabelModel(context, of, 'https://app.test', { email, isDevelopment });

const UNKNOWN = { code: 'NOT_FOUND' };
const EXCEEDED = { code: 'RATE_LIMIT_EXCEEDED' };
const refused = (message: string) => ({ code: 'INVALID_REQUEST', message: expect.stringContaining(message) });

test('an organization creates a limited number of development models a day, and live ones beyond that', async () => {
  for (let count = 1; count < DEVELOPMENT_MODELS_PER_DAY; count++) {
    await countDevelopmentModel(context, organization.id, (write) => context.table.commit([write]));
  }
  // A creation that fails does not count.
  await create('none@people.test');
  await expect(create('none@people.test', true)).rejects.toMatchObject(refused('already exists'));
  await create('one@people.test', true);
  await expect(create('two@people.test', true)).rejects.toMatchObject(EXCEEDED);
  await create('three@people.test');
  world.pass(DAY - 1);
  await expect(create('two@people.test', true)).rejects.toMatchObject(EXCEEDED);
  world.pass(DAY / 60 + 1);
  await create('two@people.test', true);
});

test('a member begins a limited number of models a day, of which each stays in the lists of the organization', async () => {
  const { memberId } = await world.join(organization.id, 'ada@people.test');
  const begin = () => beginModel(context, organization, memberId);
  for (let count = 0; count < MODELS_OF_MEMBER_PER_DAY; count++)
    await deleteModel(context, organization.id, (await begin()).id);
  await expect(begin()).rejects.toMatchObject(EXCEEDED);
  world.pass(DAY + DAY / 60);
  await begin();
});

test('a white-label model needs a webhook URL, and of requests for one address at the same time one succeeds', async () => {
  const { webhookUrl: _, ...silent } = organization;
  await expect(create('a@people.test', false, silent)).rejects.toMatchObject(refused('webhook URL'));
  const created = await Promise.allSettled(Array.from({ length: 8 }, () => create('a@people.test')));
  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the white-label interface does not know the model of an invited member', async () => {
  const organizationId = organization.id;
  const { memberId } = await world.join(organizationId, 'ada@people.test');
  const { id } = await world.onboard(organizationId, memberId);
  const renewed = renewSignedUrl(context, organizationId, 'https://app.test', id);
  await expect(renewed).rejects.toMatchObject(UNKNOWN);
  const deleted = deleteModel(context, organizationId, id, { whiteLabelOnly: true });
  await expect(deleted).rejects.toMatchObject(UNKNOWN);
});

test.each([0, -1, 1.5, Number.NaN])('%s credits cannot be bought', async (amount) => {
  const bought = addCredits(context, organization.id, amount);
  await expect(bought).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('a white-label model is refused with the word for what holds its address: a user or a pending invite', async () => {
  await create('user@people.test');
  await sendInvite(context, organization.id, { email: 'invited@people.test' });
  await expect(create('user@people.test')).rejects.toMatchObject(
    refused(
      'A user with the e-mail address user@people.test already exists. For another model use a plus-suffixed address such as user+1@people.test.',
    ),
  );
  await expect(create('invited@people.test')).rejects.toMatchObject(
    refused('A pending invite to the e-mail address invited@people.test already exists.'),
  );
});

test('an organization sends a limited number of test webhooks an hour', async () => {
  for (let count = 0; count < TEST_WEBHOOKS_PER_HOUR; count++)
    await countTestWebhook(context, organization.id);
  const send = () => sendTestWebhook(context, { loopbackAllowed: false }, organization);
  await expect(send()).rejects.toMatchObject(EXCEEDED);
  world.pass(HOUR - 1);
  await expect(send()).rejects.toMatchObject(EXCEEDED);
  world.pass(HOUR / 60 + 1);
  await countTestWebhook(context, organization.id);
});
