import { expect, test } from 'vitest';
import type { RunInput } from '../../../shared/contract/run.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import type { SearchWord } from '../../../shared/domain/member/search-words.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import type { ApiKeyRecord } from '../../../shared/domain/organization/api-key.ts';
import { incomingKey } from '../../../shared/images/keys.ts';
import { HOUR, isoTime } from '../../../shared/platform/clock.ts';
import { collections, type Entity, type Key, keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { bareUpdate } from '../../support/bare-writes.ts';
import { type CopiesWorld, copiesWorld } from '../../support/copies-world.ts';

type Break = (world: CopiesWorld, run: RunInput) => Promise<unknown>;

/** Stores other attributes in an item, whatever it stands for. */
const change = ({ table }: CopiesWorld, key: Key<Entity>, set: object) =>
  table.commit([bareUpdate(key, { set: { ...set } })]);

test.each<[string, Break]>([
  [
    'does not hold its permit 0 of astria',
    (world, run) => change(world, keys.permit('astria', 0), { holder: { ...run, run: 2 } }),
  ],
  ['were to be checked by', async (world) => world.pass(12 * HOUR + 3 * HOUR + 1)],
  [
    'is not found by 1 of its words',
    async (world, { organizationId }) => {
      const words = await world.table.all<SearchWord & Key>(collections.searchWords(organizationId));
      if (words[0]) await change(world, words[0], { words: ['other'] });
    },
  ],
  [
    'objects of it are still stored',
    async (world, run) => {
      await deleteModel(world.context, run.organizationId, run.modelId, { eraseMember: true });
      await world.settle();
      await world.store.write(incomingKey(run, 'upl_1'), new Uint8Array(1));
    },
  ],
  [
    'its look-up does not lead to the organization',
    async (world, { organizationId }) => {
      const [key] = await world.table.all<ApiKeyRecord>(collections.apiKeys(organizationId));
      await change(world, keys.apiKeyHash(key?.hash ?? ''), { organizationId: 'org_other' });
    },
  ],
  [
    'inv_1 has paid for 2 models',
    async (world, { organizationId, modelId }) => {
      await change(world, keys.model(organizationId, modelId), { inviteId: 'inv_1' });
      await world.table.write(put({ ...keys.ledgerEntry(organizationId, 'led_1'), modelId, amount: -1 }));
    },
  ],
  [
    'are not in the same team',
    async (world, { organizationId, modelId }) => {
      const { memberId } = await readModel(world.context, organizationId, modelId);
      await change(world, keys.member(organizationId, memberId), { teamId: 'team_1' });
    },
  ],
  [
    'two of its accepted uploads are the same file',
    async (world, { organizationId, modelId }) => {
      const uploads = await world.table.all<Key>(collections.uploads(organizationId, modelId));
      for (const upload of uploads) await change(world, upload, { fingerprint: { file: 'same', look: '' } });
    },
  ],
  [
    'it runs without a permit',
    async ({ table }, { organizationId, modelId }) => {
      const running = { set: { status: 'generatingHeadshots' }, remove: ['permit'] };
      await table.commit([bareUpdate(keys.model(organizationId, modelId), running)]);
    },
  ],
  [
    'its jobs at a provider are still listed',
    async (world, { organizationId, modelId }) => {
      const [job] = await world.table.all<Key>(collections.jobs(organizationId, modelId));
      await deleteModel(world.context, organizationId, modelId, { eraseMember: true });
      await world.settle();
      if (job) await world.table.write(put({ ...job }));
    },
  ],
  [
    'has 2 slots that should have been given back',
    async ({ table, now }, { organizationId }) => {
      const reservation = { id: 'res_1', slots: 2, expiresAt: isoTime(now() - 26 * HOUR) };
      await table.write(put({ ...keys.reservation(organizationId, 'res_1'), ...reservation }));
    },
  ],
  [
    'who still exists',
    async ({ context, table, now }, { organizationId, modelId }) => {
      const { memberId } = await readModel(context, organizationId, modelId);
      const erasure = { id: 'era_1', memberId, requestedAt: isoTime(now()), doneAt: isoTime(now()) };
      await table.write(put({ ...keys.erasure(organizationId, 'era_1'), ...erasure }));
    },
  ],
  [
    'is a tombstone that holds an address, a name or a choice',
    async (world, { organizationId }) => {
      const { id } = await sendInvite(world.context, organizationId, { email: 'bea@people.test' });
      const erased = { erasedAt: isoTime(world.now()), email: '', name: 'Bea' };
      await change(world, keys.invite(organizationId, id), erased);
    },
  ],
])('the audit of an organization finds what "%s"', async (sentence, breakRule) => {
  const world = await copiesWorld();
  const organizationId = await world.newOrganization();
  const run = await world.pendingRun(organizationId);
  await world.train(run);
  expect(await world.violations(organizationId)).toEqual([]);
  await breakRule(world, run);
  expect((await world.violations(organizationId)).join()).toContain(sentence);
});
