import { onTestFinished } from 'vitest';
import type { Rotation } from '../../../shared/links/key-rotation.ts';
import type { SigningKeys } from '../../../shared/links/signing-key.ts';
import { type KeyServices, ManualClock, startKeyServices } from './key-services.ts';

export interface World extends KeyServices {
  clock: ManualClock;
  rotation: Rotation;
  /** The ids of the keys that S3 does not accept. */
  unaccepted: Set<string>;
  /** The ids of the user's keys, in the order of their creation. */
  ids(): Promise<string[]>;
  stored(): Promise<SigningKeys>;
}

/** Starts a rotation for one test, before its first run. */
export async function startWorld(): Promise<World> {
  const clock = new ManualClock();
  const services = await startKeyServices(clock);
  onTestFinished(services.stop);
  const { user, secret } = services;
  const unaccepted = new Set<string>();
  const accepts = async ({ accessKeyId }: { accessKeyId: string }) => !unaccepted.has(accessKeyId);
  return {
    ...services,
    clock,
    unaccepted,
    rotation: { user, secret, accepts, clock },
    ids: async () => (await user.keys()).map(({ accessKeyId }) => accessKeyId),
    stored: async () => (await secret.read()).keys,
  };
}
