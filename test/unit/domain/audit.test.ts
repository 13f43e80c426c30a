import { expect, test } from 'vitest';
import type { RunInput } from '../../../shared/contract/run.ts';
import type { Job } from '../../../shared/domain/flow/jobs.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import type { SearchWord } from '../../../shared/domain/member/search-words.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import type { ApiKeyRecord } from '../../../shared/domain/organization/api-key.ts';
import { incomingKey } from '../../../shared/images/keys.ts';
import { HOUR, isoTime } from '../../../shared/platform/clock.ts';
import { collections, type Entity, type Key, keys } from '../../../shared/table/keys.ts';
import { put, remove } from '../../../shared/table/transaction.ts';
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
    'objects of it are still stored',
    async (world, run) => {
      await deleteModel(world.context, run.organizationId, run.modelId, { eraseMember: true });
      await world.settle();
      await world.store.write(incomingKey(run, 'upl_1'), new Uint8Array(1));
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
])('the audit of an organization finds what "%s"', async (sentence, breakRule) => {
  const world = await copiesWorld();
  const organizationId = await world.newOrganization();
  const run = await world.pendingRun(organizationId);
  await world.train(run);
  expect(await world.violations(organizationId)).toEqual([]);
  await breakRule(world, run);
  expect((await world.violations(organizationId)).join()).toContain(sentence);
});

test('the audit of an organization finds every reference, counter and object that contradicts another', async () => {
  const world = await copiesWorld();
  const { context, table, store } = world;
  const organizationId = await world.newOrganization();
  const active = await world.pendingRun(organizationId);
  const running = await world.pendingRun(organizationId);
  await world.train(active);
  const invites = ['revoked', 'taken', 'twice', 'erased'].map((name) => `${name}@people.test`);
  const [revoked = '', taken = '', twice = '', erased = ''] = await Promise.all(
    invites.map(async (email) => (await sendInvite(context, organizationId, { email })).id),
  );
  expect(await world.violations(organizationId)).toEqual([]);

  const { memberId, email } = await readModel(context, organizationId, active.modelId);
  const other = await readModel(context, organizationId, running.modelId);
  const [words] = await table.all<SearchWord & Key>(collections.searchWords(organizationId));
  const [apiKey] = await table.all<ApiKeyRecord>(collections.apiKeys(organizationId));
  const [job] = await table.all<Job & Key>(collections.jobs(organizationId, active.modelId));
  const [user] = await table.all<Key>(collections.users(organizationId));
  const uploads = await table.all<Key>(collections.uploads(organizationId, active.modelId));
  const at = isoTime(world.now() - 26 * HOUR);
  const model = {
    ...{ status: 'active', sequence: 99, failureReason: 'timed-out', isDevelopment: true, inviteId: taken },
    ...{
      uploadCount: 99,
      acceptedUploads: 98,
      photoCount: -1,
      availableCount: 5,
      favoritePhotoId: 'pho_none',
    },
  };
  const changes: [Key<Entity> | undefined, object][] = [
    [keys.model(organizationId, active.modelId), model],
    [keys.photo(organizationId, active.modelId, 'pho_1'), { id: 'pho_1', status: 'active' }],
    [
      keys.member(organizationId, memberId),
      { modelId: 'mdl_none', inviteId: 'inv_none', inviteUsedUp: true },
    ],
    [keys.email(organizationId, email), { memberId: 'mem_none' }],
    [keys.member(organizationId, other.memberId), { model: {} }],
    [words, { words: ['other'] }],
    [keys.apiKeyHash(apiKey?.hash ?? ''), { organizationId: 'org_other' }],
    [job, { request: { ...job?.request, run: 7 } }],
    [user, { role: 'viewer' }],
    ...uploads.map((upload): [Key, object] => [upload, { fingerprint: { file: 'same', look: '' } }]),
    [keys.balance(organizationId), { credits: -1, invitesClosedBelow: 'inv_Z' }],
    [keys.ledgerEntry(organizationId, 'led_1'), { modelId: active.modelId, amount: -1 }],
    [keys.ledgerEntry(organizationId, 'led_2'), { modelId: 'mdl_none', amount: 0 }],
    [keys.invite(organizationId, revoked), { status: 'revoked' }],
    [keys.invite(organizationId, taken), { memberId: other.memberId }],
    [keys.email(organizationId, 'taken@people.test'), { memberId: 'mem_none' }],
    [keys.invite(organizationId, twice), { memberId: other.memberId }],
    [keys.invitee(organizationId, 'twice@people.test'), { inviteId: 'inv_none' }],
    [keys.invite(organizationId, erased), { erasedAt: at, email: '', name: 'Bea', memberId: other.memberId }],
    [keys.reservation(organizationId, 'res_1'), { id: 'res_1', slots: 2, expiresAt: at }],
    [keys.team(organizationId, 'team_1'), { id: 'team_1', name: 'One' }],
    [keys.teamName(organizationId, 'other'), { teamId: 'team_1' }],
    [keys.erasure(organizationId, 'era_1'), { id: 'era_1', memberId, requestedAt: at }],
  ];
  for (const [key, set] of changes) if (key) await change(world, key, set);
  await table.write(remove(keys.invitee(organizationId, 'revoked@people.test')));
  await store.removeAll('uploads/');

  const found = (await world.violations(organizationId)).join('\n');
  for (const sentence of [
    'its ledger entries sum to -2',
    'a development model took a credit',
    'its failure reason is timed-out',
    'its last event is',
    'uploads are not refused, 99 are counted',
    'uploads are accepted, 98 are counted',
    'two of its accepted uploads are the same file',
    'is not stored.',
    '1 photos are active, 5 are counted',
    '1 photos are listed, -1 were generated',
    'the photo pho_1 is not stored in all sizes',
    '0 objects are stored for 1 photos',
    'its favorite pho_none is not an active photo',
    'its batches have stored 0 photos, -1 are counted',
    `${active.modelId} is not the model of its member`,
    `${memberId} names the model mdl_none, which is not its own`,
    `${memberId} names the invite inv_none`,
    `The invite of ${memberId} is marked as used up`,
    `The address of ${memberId} is not held for it`,
    'is held for mem_none, which does not exist',
    `${other.memberId} holds an outdated projection`,
    'is not found by 1 of its words',
    'its look-up does not lead to the organization',
    'at a provider has no record',
    'has users, but no owner',
    'The balance is negative: -1',
    'The ledger names mdl_none',
    `${taken} has paid for 2 models`,
    `${revoked} is revoked, which contradicts the holder of its address`,
    `${revoked} is revoked, which contradicts its keys in the index of sweeps`,
    `is held for ${revoked}, which is not a pending invite`,
    `${taken} is pending, which contradicts the member that it names`,
    `${taken} is pending, but below the id`,
    'One member has two used invites',
    'must be held for an invite, for a member, or for an invite that renews this member',
    'leads to inv_none, not to the newest invite',
    'These items are missing',
    'a tombstone that holds an address, a name or a choice',
    `${erased} is a tombstone, but its member exists`,
    'res_1 has 2 slots, but no sweep will find it',
    'res_1 has 2 slots that should have been given back',
    'The name of team_1 is not held for it',
    'is held for team_1, which has another name',
    `era_1 has erased ${memberId}, who still exists`,
    'era_1 was requested and is not done',
    'The index of the invite list',
    'The index of the model list',
  ])
    expect(found).toContain(sentence);
});
