import { onTestFinished } from 'vitest';
import type { Rotation } from '../../../shared/links/key-rotation.ts';
import type { SigningKeys } from '../../../shared/links/signing-key.ts';
import { HandClock, type KeyServices, startKeyServices } from './key-services.ts';

export interface World extends KeyServices {
  clock: HandClock;
  rotation: Rotation;
  /** Keys that S3 does not take. */
  unaccepted: Set<string>;
  /** The user's keys, in the order of their creation. */
  ids(): Promise<string[]>;
  stored(): Promise<SigningKeys>;
}

/** A rotation of a test's own, before its first run. */
export async function startWorld(): Promise<World> {
  const clock = new HandClock();
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
