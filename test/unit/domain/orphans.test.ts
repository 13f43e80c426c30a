import { BUCKET, startWorld } from '@headshots/local-cloud/testing/s3-world.ts';
import { afterAll, expect, test } from 'vitest';
import { sweepOrphans } from '../../../shared/domain/orphans/sweep.ts';
import { incomingKey, photoKeys, subjectKey, uploadKey } from '../../../shared/images/keys.ts';
import { ImageStore } from '../../../shared/images/store.ts';
import { DAY, HOUR } from '../../../shared/platform/clock.ts';
import { ulidTime } from '../../../shared/platform/id.ts';
import { keys } from '../../../shared/table/keys.ts';
import { put } from '../../../shared/table/transaction.ts';
import { freshTable } from '../../support/fresh-table.ts';

const NOW = Date.parse('2026-05-04T12:00:00.000Z');
const REF = { organizationId: 'org_1', modelId: 'mdl_1' };

let now = NOW;
const { table, context } = freshTable(() => now);
const world = await startWorld();
const store = new ImageStore(world.client(), BUCKET);
afterAll(() => world.stop());

let serial = 0;
function idOf(kind: 'upl' | 'pho', age: number): string {
  serial += 1;
  return `${kind}_${ulidTime(NOW - age)}${String(serial).padStart(16, '0')}`;
}

async function record(id: string, attributes: object): Promise<string> {
  const key = id.startsWith('upl')
    ? keys.upload(REF.organizationId, REF.modelId, id)
    : keys.photo(REF.organizationId, REF.modelId, id);
  await table.write(put({ ...key, id, ...attributes }));
  return id;
}

async function stored(...objects: string[]): Promise<string[]> {
  for (const key of objects) await store.write(key, Buffer.from('image'), 'image/jpeg');
  return objects;
}

test('the sweep removes the objects of a day ago that have no record, and keeps all others', async () => {
  const old = DAY + HOUR;
  const accepted = await record(idOf('upl', old), { status: 'accepted' });
  const kept = [
    // Uploads and photos in use.
    ...(await stored(uploadKey(REF, accepted), subjectKey(REF, `${accepted}.cut-out`))),
    ...(await stored(...photoKeys(REF, await record(idOf('pho', old), { status: 'active' })))),
    ...(await stored(...photoKeys(REF, await record(idOf('pho', old), { status: 'deleted' })))),
    // Objects whose records may still come.
    ...(await stored(incomingKey(REF, idOf('upl', HOUR)), uploadKey(REF, idOf('upl', HOUR)))),
    ...(await stored(...photoKeys(REF, idOf('pho', DAY - HOUR)))),
    // Keys that this release does not know.
    ...(await stored('uploads/org_1/mdl_1/unknown', 'photos/readme.txt')),
  ];
  const refused = await record(idOf('upl', old), { status: 'refused' });
  const removed = await stored(
    incomingKey(REF, accepted),
    incomingKey(REF, await record(idOf('upl', old), { status: 'pending' })),
    uploadKey(REF, refused),
    uploadKey(REF, idOf('upl', old)),
    subjectKey(REF, `${idOf('upl', old)}.whole`),
    ...photoKeys(REF, idOf('pho', old)),
  );
  const swept = await sweepOrphans(context, store, NOW + HOUR);
  expect(swept).toEqual({ checked: kept.length + removed.length, removed: removed.length, done: true });
  expect((await store.list('')).sort()).toEqual(kept.sort());
});

test('a sweep that reaches its deadline goes on from there, and the one after the last begins anew', async () => {
  await store.removeAll('');
  await stored(incomingKey(REF, idOf('upl', 2 * DAY)));
  const overdue = NOW - HOUR;
  expect(await sweepOrphans(context, store, overdue)).toEqual({ checked: 1, removed: 1, done: false });
  const [late] = await stored(incomingKey(REF, idOf('upl', 2 * DAY)));
  await stored(uploadKey(REF, idOf('upl', 2 * DAY)));
  expect(await sweepOrphans(context, store, overdue)).toEqual({ checked: 1, removed: 1, done: true });
  expect(await store.list('')).toEqual([late]);
  now += DAY;
  expect(await sweepOrphans(context, store, overdue)).toMatchObject({ removed: 1 });
  expect(await store.list('')).toEqual([]);
});
