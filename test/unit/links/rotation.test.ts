import {
  DeleteAccessKeyCommand,
  IAMClient,
  ListAccessKeysCommand,
  ServiceFailureException,
} from '@aws-sdk/client-iam';
import { describe, expect, test, vi } from 'vitest';
import {
  advanceRotation,
  beginRotation,
  deleteKeys,
  OVERLAP,
  PROPAGATION_TIME,
  ROTATION_AGE,
  revokeFormerKey,
} from '../../../shared/links/key-rotation.ts';
import { SignerUser } from '../../../shared/links/signer-user.ts';
import { KeysChanged } from '../../../shared/links/signing-key.ts';
import { DAY, HOUR, isoTime } from '../../../shared/platform/clock.ts';
import { mockedClient } from '../../support/mocked-client.ts';
import { startWorld } from './rotation-world.ts';

const iam = new IAMClient({ region: 'us-east-1' });
/** IAM with a fault. */
const failing = mockedClient(iam);

/** A world in which the first key has reached its age, and the next one is prepared. */
async function worldWithNext() {
  const world = await startWorld();
  await advanceRotation(world.rotation);
  world.clock.advance(ROTATION_AGE);
  const { current, next } = await advanceRotation(world.rotation);
  return { world, first: current?.accessKeyId, second: next?.accessKeyId };
}

/** A world in which the second key has become the current one. */
async function worldWithFormer() {
  const { world, first, second } = await worldWithNext();
  world.clock.advance(HOUR);
  await advanceRotation(world.rotation);
  return { world, first, second };
}

describe('scheduled runs', () => {
  test('the first run creates a key, which the next runs keep', async () => {
    const { rotation, ids, clock } = await startWorld();
    const { current } = await advanceRotation(rotation);
    expect(current).toMatchObject({ createdAt: isoTime(clock.now()) });
    clock.advance(ROTATION_AGE - 1);
    expect(await advanceRotation(rotation)).toEqual({ current });
    expect(await ids()).toEqual([current?.accessKeyId]);
  });

  test('the next key is prepared after 30 days, and signs once it has propagated and S3 accepts it', async () => {
    const { world, first, second } = await worldWithNext();
    const { clock, rotation, ids, unaccepted } = world;
    expect(await ids()).toEqual([first, second]);
    const current = async () => (await advanceRotation(rotation)).current?.accessKeyId;
    clock.advance(PROPAGATION_TIME - 1);
    expect(await current()).toBe(first);
    clock.advance(HOUR);
    unaccepted.add(second ?? '');
    expect(await current()).toBe(first);
    unaccepted.clear();
    expect(await current()).toBe(second);
  });

  test('the former key is deleted when the last of its links has expired, and not before', async () => {
    const { world, first, second } = await worldWithFormer();
    const { clock, rotation, ids, stored } = world;
    const retiredAt = isoTime(clock.now());
    expect((await stored()).previous).toEqual({ accessKeyId: first, retiredAt });
    // A key that was read at the last moment signs for an hour at most, and its links are valid for a day.
    expect(OVERLAP).toBeGreaterThan(DAY + HOUR);
    clock.advance(OVERLAP - 1);
    await advanceRotation(rotation);
    expect(await ids()).toEqual([first, second]);
    clock.advance(1);
    await advanceRotation(rotation);
    expect(await ids()).toEqual([second]);
    expect(await stored()).not.toHaveProperty('previous');
  });
});

describe('changes from outside', () => {
  test('a current key that was deleted by hand is replaced, by the next key if there is one', async () => {
    const { world, first, second } = await worldWithNext();
    const { clock, rotation, user } = world;
    await user.deleteKey(first ?? '');
    clock.advance(PROPAGATION_TIME);
    expect((await advanceRotation(rotation)).current?.accessKeyId).toBe(second);
    await user.deleteKey(second ?? '');
    clock.advance(PROPAGATION_TIME);
    const { current } = await advanceRotation(rotation);
    expect(await world.ids()).toEqual([current?.accessKeyId]);
  });

  test('a next or former key that was deleted by hand is removed from the secret', async () => {
    const { world, first, second } = await worldWithNext();
    const { clock, rotation, user } = world;
    await user.deleteKey(second ?? '');
    clock.advance(PROPAGATION_TIME);
    const third = (await advanceRotation(rotation)).next?.accessKeyId;
    expect(await world.ids()).toEqual([first, third]);
    clock.advance(HOUR);
    await advanceRotation(rotation);
    await user.deleteKey(first ?? '');
    expect(await advanceRotation(rotation)).toMatchObject({ current: { accessKeyId: third } });
    expect(await world.stored()).not.toHaveProperty('previous');
  });

  test('after the secret was emptied, the newest key is kept as the former one until its links expire', async () => {
    const { world, second } = await worldWithFormer();
    const { clock, rotation, secret } = world;
    await secret.write({}, (await secret.read()).version);
    const { current, previous } = await advanceRotation(rotation);
    expect(previous?.accessKeyId).toBe(second);
    expect(await world.ids()).toEqual([second, current?.accessKeyId]);
    clock.advance(OVERLAP);
    await advanceRotation(rotation);
    expect(await world.ids()).toEqual([current?.accessKeyId]);
  });

  test('of two runs that derive keys from one version, the second stores none', async () => {
    const { secret, clock, stored } = await startWorld();
    const createdAt = isoTime(clock.now());
    const keysWith = (id: string) => ({ current: { accessKeyId: id, secretAccessKey: id, createdAt } });
    const { version } = await secret.read();
    await secret.write(keysWith('one'), version);
    await expect(secret.write(keysWith('other'), version)).rejects.toThrow(KeysChanged);
    expect(await stored()).toEqual(keysWith('one'));
  });

  test('a key that was stored without an answer is kept', async () => {
    const { rotation, secret, ids, stored } = await startWorld();
    const write = secret.write.bind(secret);
    vi.spyOn(secret, 'write').mockImplementationOnce(async (...change) => {
      await write(...change);
      throw new Error('No answer.');
    });
    await expect(advanceRotation(rotation)).rejects.toThrow('No answer.');
    const { current } = await stored();
    expect(await ids()).toEqual([current?.accessKeyId]);
    expect(await advanceRotation(rotation)).toEqual({ current });
  });

  test('a new key that IAM does not list yet is not treated as deleted', async () => {
    const { rotation, user } = await startWorld();
    const { current } = await advanceRotation(rotation);
    const listingNothing = Object.create(user, { keys: { value: async () => [] } }) as SignerUser;
    expect((await advanceRotation({ ...rotation, user: listingNothing })).current).toEqual(current);
  });
});

describe('rotations by hand', () => {
  test('a rotation by hand begins at any age of the key, and is completed by the next run', async () => {
    const { rotation, clock, ids } = await startWorld();
    const { current } = await advanceRotation(rotation);
    const { next } = await beginRotation(rotation, false);
    expect(await ids()).toEqual([current?.accessKeyId, next?.accessKeyId]);
    clock.advance(PROPAGATION_TIME);
    expect(await advanceRotation(rotation)).toMatchObject({
      current: next,
      previous: { accessKeyId: current?.accessKeyId },
    });
  });

  test('a rotation by hand is rejected while there is a former key, unless it revokes that key', async () => {
    const { world, first, second } = await worldWithFormer();
    const { rotation, clock, ids } = world;
    await expect(beginRotation(rotation, false)).rejects.toThrow(
      `The former key is valid until ${isoTime(clock.now() + OVERLAP)}`,
    );
    expect(await ids()).toEqual([first, second]);
    const { next } = await beginRotation(rotation, true);
    expect(await ids()).toEqual([second, next?.accessKeyId]);
    const { next: another } = await beginRotation(rotation, true);
    expect(await ids()).toEqual([second, another?.accessKeyId]);
    clock.advance(PROPAGATION_TIME);
    await advanceRotation(rotation);
    await revokeFormerKey(rotation);
    expect(await ids()).toEqual([another?.accessKeyId]);
  });

  test('a former key that IAM fails to delete is not revoked, and stays stored', async () => {
    const { world, first, second } = await worldWithFormer();
    failing
      .on(ListAccessKeysCommand)
      .resolves({
        AccessKeyMetadata: [first, second].map((AccessKeyId) => ({
          AccessKeyId,
          UserName: 'Signer',
          Status: 'Active',
        })),
      })
      .on(DeleteAccessKeyCommand)
      .rejects(new ServiceFailureException({ message: 'It failed.', $metadata: {} }));
    const user = new SignerUser(iam, 'Signer');
    await expect(revokeFormerKey({ ...world.rotation, user })).rejects.toThrow('It failed.');
    expect((await world.stored()).previous?.accessKeyId).toBe(first);
  });

  test('a stage that is destroyed has no key', async () => {
    const { world } = await worldWithFormer();
    await deleteKeys(world.rotation);
    // A run that was interrupted deletes a key once more.
    await world.user.deleteKey('AKIAIOSFODNN7EXAMPLE');
    expect(await world.ids()).toEqual([]);
    expect(await world.stored()).toEqual({});
  });
});
