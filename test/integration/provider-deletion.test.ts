import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startHttpStandIn } from '../../local/providers/http.ts';
import type { StandIn } from '../../local/providers/stand-in.ts';
import { COMMANDS } from '../../ops/commands.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { storeProviderKey } from '../../shared/deployed/provider-keys.ts';
import { changeRecord, listRecords } from '../../shared/domain/copies/record.ts';
import { isoTime, MINUTE, systemClock } from '../../shared/platform/clock.ts';
import { runSchedules } from '../support/invites.ts';
import { type OwnedTenant, ownedTenant } from '../support/owner.ts';
import { expectCleanAudit } from '../support/people.ts';
import { turnAt } from '../support/providers/stand-in-ports.ts';
import { operator, submittedModel, until, WHITE_LABEL } from '../support/tenant.ts';

let standIn: StandIn;
let endTurn: () => Promise<void>;
beforeAll(async () => {
  endTurn = await turnAt(inject('standInPorts').hostedTurn);
  standIn = await startHttpStandIn({
    clock: systemClock,
    // Longer than the test: the model is deleted while it is trained.
    trainingSeconds: 3600,
    generationSeconds: 0,
    port: inject('standInPorts').http,
  });
  await storeProviderKey('http', standIn.key);
});
afterAll(async () => {
  await standIn.stop();
  await endTurn();
});

async function recordOf({ organizationId }: OwnedTenant) {
  const [record, ...others] = await listRecords(operator, organizationId);
  expect(others).toEqual([]);
  return record;
}

/** Lets the record be as old as if the deletion had begun 20 minutes ago. */
async function age(tenant: OwnedTenant): Promise<void> {
  const record = await recordOf(tenant);
  if (!record) throw new Error('There is no record to age.');
  const ago = isoTime(operator.clock.now() - 20 * MINUTE);
  await changeRecord(operator, record, (stored) => stored && { ...stored, endedAt: ago, nextAt: ago });
}

async function ops(command: string, ...words: string[]) {
  const operands = { context: operator, images: deployedImageStore() };
  return (await COMMANDS[command]?.run(operands, words))?.output;
}

async function tryAgain({ organizationId }: OwnedTenant): Promise<void> {
  await ops('provider-deletions retry', '--organization', organizationId);
  await runSchedules('EnforceRetention');
}

async function providerCopiesOf({ owner }: OwnedTenant): Promise<string | null | undefined> {
  const { erasures } = await owner.expect<{ erasures: { providerCopies: string | null }[] }>(
    'GET',
    '/api/admin/erasures?limit=1',
  );
  return erasures[0]?.providerCopies;
}

test('a model that is deleted while its provider trains it is deleted there, after a failure and again once every step has ended', async () => {
  const tenant = await ownedTenant({ provider: 'http', whiteLabel: true });
  const { organizationId } = tenant;
  const { modelId } = await submittedModel(tenant);
  await until(() => standIn.kept().length > 0, 'the training at the provider');
  expect(await recordOf(tenant)).toMatchObject({ modelId, run: 1, provider: 'http', status: 'kept' });

  standIn.misbehaveInCalls('delete', 'error');
  await tenant.api.expect('DELETE', `${WHITE_LABEL}/delete/${modelId}`);
  await until(async () => (await recordOf(tenant))?.lastError === 'ProviderUnavailable', 'the first attempt');
  expect(standIn.kept()).not.toEqual([]);
  expect(await providerCopiesOf(tenant)).toBe('pending');

  await tryAgain(tenant);
  await until(async () => (await recordOf(tenant))?.reason !== undefined, 'the second attempt');
  expect(await ops('provider-deletions list', '--organization', organizationId)).toMatchObject({
    providerDeletions: [
      { modelId, status: 'pending', attempts: 2, lastError: null, reason: 'A job is being stopped.' },
    ],
  });
  await tryAgain(tenant);
  await until(() => standIn.kept().length === 0, 'the deletion at the provider');
  await until(async () => (await recordOf(tenant))?.reason === undefined, 'the end of the third attempt');
  expect(await recordOf(tenant)).toMatchObject({ status: 'pending', attempts: 3 });

  await age(tenant);
  await runSchedules('EnforceRetention');
  await until(async () => (await recordOf(tenant))?.status === 'deleted', 'the last attempt');
  expect(await providerCopiesOf(tenant)).toBe('deleted');
  expect(await ops('erasures', '--organization', organizationId)).toMatchObject({
    erasures: [{ modelId, providerCopies: 'deleted' }],
  });
  expect(standIn.kept()).toEqual([]);
  await expectCleanAudit(tenant);
});

interface Page {
  erasures: { erasureId: string }[];
  next: string | null;
}

test('the owner lists erasures page by page, and no one of another organization sees them', async () => {
  const [tenant, other] = [await ownedTenant({ whiteLabel: true }), await ownedTenant()];
  for (let count = 0; count < 3; count++) {
    const { modelId } = await tenant.api.expect<{ modelId: string }>('POST', `${WHITE_LABEL}/create`, {
      email: `person${count}@people.test`,
    });
    await tenant.api.expect('DELETE', `${WHITE_LABEL}/delete/${modelId}`);
  }
  const page = (query: string) => tenant.owner.expect<Page>('GET', `/api/admin/erasures${query}`);
  const whole = await page('');
  expect(whole.erasures).toHaveLength(3);
  expect(whole.next).toBeNull();
  expect(whole.erasures[0]).toMatchObject({ requestedBy: 'organization', providerCopies: null });
  const first = await page('?limit=2');
  const rest = await page(`?limit=2&before=${first.next}`);
  // The erasures are carried out meanwhile, which changes their times.
  const idsOf = ({ erasures }: Page) => erasures.map(({ erasureId }) => erasureId);
  expect([...idsOf(first), ...idsOf(rest)]).toEqual(idsOf(whole));
  expect(rest.next).toBeNull();
  expect(await other.owner.expect('GET', '/api/admin/erasures')).toMatchObject({ erasures: [], next: null });
  expect((await tenant.owner.call('GET', '/api/admin/erasures?before=x')).status).toBe(400);
});
