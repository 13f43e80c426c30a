import { expect, test } from 'vitest';
import { describeKeys, rotateKeys } from '../../../ops/links.ts';
import { advanceRotation, OVERLAP } from '../../../shared/links/key-rotation.ts';
import { isoTime, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { startWorld } from '../links/rotation-world.ts';

async function worldWithKey() {
  const world = await startWorld();
  const { current } = await advanceRotation(world.rotation);
  const wait = async () => world.clock.advance(5 * SECOND);
  return { ...world, first: current?.accessKeyId ?? '', wait };
}

test('a rotation by hand makes the new key sign, and keeps the former one as long as its links are valid', async () => {
  const { rotation, first, wait, ids, clock } = await worldWithKey();
  const shown = describeKeys(await rotateKeys(rotation, false, wait));
  expect(await ids()).toEqual([first, shown.accessKeyId]);
  const now = clock.now();
  expect(shown).toEqual({
    accessKeyId: expect.not.stringMatching(first),
    createdAt: isoTime(now - MINUTE),
    next: null,
    former: { accessKeyId: first, retiredAt: isoTime(now), livesUntil: isoTime(now + OVERLAP) },
  });
  expect(JSON.stringify(shown)).not.toContain('secretAccessKey');
  await expect(rotateKeys(rotation, false, wait)).rejects.toThrow('The former key is valid until');
  clock.advance(OVERLAP);
  const { current } = await rotateKeys(rotation, false, wait);
  expect(await ids()).toEqual([shown.accessKeyId, current?.accessKeyId]);
});

test('a rotation with --revoke deletes every key but the new one', async () => {
  const { rotation, first, wait, ids } = await worldWithKey();
  const { current: second } = await rotateKeys(rotation, false, wait);
  const { current: third, previous } = await rotateKeys(rotation, true, wait);
  expect(await ids()).toEqual([third?.accessKeyId]);
  expect([first, second?.accessKeyId]).not.toContain(third?.accessKeyId);
  expect(previous).toBeUndefined();
});

test('a rotation with --revoke keeps the former key as long as S3 does not accept the new one', async () => {
  const { rotation, first, wait, ids, stored } = await worldWithKey();
  const notAccepted = { ...rotation, accepts: async () => false };
  await expect(rotateKeys(notAccepted, true, wait)).rejects.toThrow('S3 does not accept the new key yet.');
  expect(await ids()).toContain(first);
  expect((await stored()).current?.accessKeyId).toBe(first);
});
