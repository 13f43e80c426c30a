import { expect, test } from 'vitest';
import type { RunInput } from '../../../shared/contract/run.ts';
import type { SearchWord } from '../../../shared/domain/member/search-words.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import type { ApiKeyRecord } from '../../../shared/domain/organization/api-key.ts';
import { incomingKey } from '../../../shared/images/keys.ts';
import { HOUR } from '../../../shared/platform/clock.ts';
import { collections, type Key, keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { type CopiesWorld, copiesWorld } from '../../support/copies-world.ts';

type Break = (world: CopiesWorld, run: RunInput) => Promise<unknown>;

/** Stores other attributes in an item, whatever it stands for. */
const change = ({ table }: CopiesWorld, key: Key, set: object) =>
  table.commit([update(key, { set: { ...set } })]);

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
])('the audit of an organization finds what "%s"', async (sentence, breakRule) => {
  const world = await copiesWorld();
  const organizationId = await world.newOrganization();
  const run = await world.pendingRun(organizationId);
  await world.train(run);
  expect(await world.violations(organizationId)).toEqual([]);
  await breakRule(world, run);
  expect((await world.violations(organizationId)).join()).toContain(sentence);
});
