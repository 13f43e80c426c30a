import { setTimeout as sleep } from 'node:timers/promises';
import {
  advanceRotation,
  beginRotation,
  OVERLAP,
  type Rotation,
  revokeFormerKey,
} from '../shared/links/key-rotation.ts';
import type { SigningKeys } from '../shared/links/signing-key.ts';
import { isoTime, MINUTE, SECOND } from '../shared/platform/clock.ts';

const LOOK_AGAIN = 5 * SECOND;
const PATIENCE = 10 * MINUTE;

/** The keys that sign links, as an operator is shown them: with the ids that stand in the links, without secrets. */
export function describeKeys({ current, next, previous }: SigningKeys) {
  return {
    accessKeyId: current?.accessKeyId ?? null,
    createdAt: current?.createdAt ?? null,
    next: next ? { accessKeyId: next.accessKeyId, createdAt: next.createdAt } : null,
    former: previous
      ? {
          accessKeyId: previous.accessKeyId,
          retiredAt: previous.retiredAt,
          livesUntil: isoTime(Date.parse(previous.retiredAt) + OVERLAP),
        }
      : null,
  };
}

/**
 * Makes a new key and waits until it signs, a minute or so. With `revoke` the former one is deleted then, and the links
 * it has signed die.
 * @throws when S3 does not take the new key in ten minutes; the hourly run goes on from there.
 */
export async function rotateKeys(
  rotation: Rotation,
  revoke: boolean,
  wait: () => Promise<unknown> = () => sleep(LOOK_AGAIN),
): Promise<SigningKeys> {
  let keys = await beginRotation(rotation, revoke);
  const end = rotation.clock.now() + PATIENCE;
  while (keys.next) {
    if (rotation.clock.now() > end) {
      throw new Error(
        'S3 does not take the new key yet. The hourly run lets it sign when S3 does; the former key is not deleted.',
      );
    }
    await wait();
    keys = await advanceRotation(rotation);
  }
  return revoke ? revokeFormerKey(rotation) : keys;
}
