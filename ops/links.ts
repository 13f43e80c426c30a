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

const POLL_INTERVAL = 5 * SECOND;
const TIMEOUT = 10 * MINUTE;

/**
 * The keys that sign links, for operators. The result contains the ids, which links contain too, and no
 * secrets.
 */
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
 * Creates a new key and waits until it signs, which takes about a minute. With `revoke` the former key is
 * then deleted, and the links that it has signed no longer work.
 * @throws when S3 does not accept the new key within ten minutes. The hourly task then continues the
 * rotation.
 */
export async function rotateKeys(
  rotation: Rotation,
  revoke: boolean,
  wait: () => Promise<unknown> = () => sleep(POLL_INTERVAL),
): Promise<SigningKeys> {
  let keys = await beginRotation(rotation, revoke);
  const end = rotation.clock.now() + TIMEOUT;
  while (keys.next) {
    if (rotation.clock.now() > end) {
      throw new Error(
        'S3 does not accept the new key yet. The hourly task schedule/rotate-link-key continues the rotation. ' +
          'The former key is not deleted.',
      );
    }
    await wait();
    keys = await advanceRotation(rotation);
  }
  return revoke ? revokeFormerKey(rotation) : keys;
}
