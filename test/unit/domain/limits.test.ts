import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import {
  admitDevelopmentModel,
  admitTestWebhook,
  DEVELOPMENT_MODELS_PER_DAY,
  TEST_WEBHOOKS_PER_HOUR,
} from '../../../shared/domain/organization/limits.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { DAY, HOUR } from '../../../shared/platform/clock.ts';
import { sendTestWebhook } from '../../../shared/webhook/test-event.ts';
import { inviteWorld } from '../../support/invite-world.ts';

let world: Awaited<ReturnType<typeof inviteWorld>>;
beforeAll(async () => {
  world = await inviteWorld();
});
afterAll(() => world.stop());

const EXCEEDED = { code: 'RATE_LIMIT_EXCEEDED' };

test('an organization creates a limited number of development models a day, and live ones beyond that', async () => {
  const { context } = world;
  const organization = await readOrganization(context, await world.newOrganization(5));
  for (let count = 1; count < DEVELOPMENT_MODELS_PER_DAY; count++) {
    await admitDevelopmentModel(context, organization.id, (write) => context.table.commit([write]));
  }
  const create = (email: string, isDevelopment: boolean) =>
    createWhiteLabelModel(context, organization, 'https://app.test', { email, isDevelopment });
  // A creation that fails does not count.
  const taken = { code: 'INVALID_REQUEST', message: expect.stringContaining('already exists') };
  await create('none@people.test', false);
  await expect(create('none@people.test', true)).rejects.toMatchObject(taken);
  await create('one@people.test', true);
  await expect(create('two@people.test', true)).rejects.toMatchObject(EXCEEDED);
  await create('three@people.test', false);
  world.pass(DAY + DAY / 60);
  await create('two@people.test', true);
});

test('an organization sends a limited number of test webhooks an hour', async () => {
  const { context } = world;
  const organization = await readOrganization(context, await world.newOrganization(5));
  for (let count = 0; count < TEST_WEBHOOKS_PER_HOUR; count++)
    await admitTestWebhook(context, organization.id);
  const send = () => sendTestWebhook(context, { loopbackAllowed: false }, organization);
  await expect(send()).rejects.toMatchObject(EXCEEDED);
  world.pass(HOUR + HOUR / 60);
  await admitTestWebhook(context, organization.id);
});
