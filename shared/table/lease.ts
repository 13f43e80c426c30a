import { type Clock, epochSeconds, MINUTE } from '../platform/clock.ts';
import { absent, atMost, either, equals } from './condition.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';
import { onlyIf, update } from './transaction.ts';

/** The exclusive right to do something until a time, one of a few that are numbered. */
export interface Lease {
  key: Key;
  /** Milliseconds since the epoch. */
  leaseUntil: number;
}

/**
 * Takes the first lease that is free.
 * @param duration milliseconds, after which its holder has certainly ended, even if it has died
 * @returns undefined when all are taken
 */
export async function takeLease(
  { table, clock }: { table: Table; clock: Clock },
  keys: readonly Key[],
  duration: number,
): Promise<Lease | undefined> {
  for (const key of keys) {
    const now = clock.now();
    const leaseUntil = now + duration;
    const set = { leaseUntil, expiresAtSeconds: epochSeconds(leaseUntil + MINUTE) };
    const condition = either(absent, atMost('leaseUntil', now));
    const { written } = await table.write(update(key, { set }, onlyIf(condition)));
    if (written) return { key, leaseUntil };
  }
  return undefined;
}

/** Ends a lease, unless it has expired and has another holder. */
export async function releaseLease({ table }: { table: Table }, { key, leaseUntil }: Lease): Promise<void> {
  const condition = equals('leaseUntil', leaseUntil);
  await table.write(update(key, { set: { leaseUntil: 0 } }, onlyIf(condition)));
}
