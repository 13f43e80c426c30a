import { isDeepStrictEqual } from 'node:util';
import type { TrailEvent } from '../contract/events.ts';
import { DAY, epochSeconds } from '../platform/clock.ts';
import { absent } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { onlyIf, type PutWrite, put } from '../table/transaction.ts';
import { EVENT_RETENTION } from './model-event.ts';

const RETENTION = 365 * DAY;

/** An entry of the audit trail. */
export type TrailEntry = Omit<TrailEvent, 'kind' | 'PK' | 'organizationId' | 'expiresAtSeconds'>;

/** The write of an event that has an entry added to the audit trail once its transaction is committed. */
export function trailEventWrite(organizationId: string, entry: TrailEntry): PutWrite {
  const event: Omit<TrailEvent, 'PK'> = {
    kind: 'trail',
    organizationId,
    ...entry,
    expiresAtSeconds: epochSeconds(Date.parse(entry.createdAt) + EVENT_RETENTION),
  };
  return put(
    { ...keys.trailEvent(organizationId, entry.id), ...event },
    onlyIf(absent, () => new Error(`${entry.id} is in the audit trail already.`)),
  );
}

/**
 * Adds the entry of an event to the audit trail; safe to repeat. The trail is written here only, on condition that the
 * entry is new: a function that was taken over can add to the trail, and cannot change what is in it.
 * @throws when the event is not in the partition of such events, or the trail has another entry with its id
 */
export async function appendToTrail(table: Table, event: TrailEvent): Promise<void> {
  const { kind: _, PK, organizationId, expiresAtSeconds: __, ...entry } = event;
  if (PK !== keys.trailEvent(organizationId, entry.id).PK) {
    throw new Error(`The event of ${entry.id} is not in the partition of events for the audit trail.`);
  }
  const expiresAtSeconds = epochSeconds(Date.parse(entry.createdAt) + RETENTION);
  const result = await table.write<TrailEntry>(
    put({ ...keys.trailEntry(organizationId, entry.id), ...entry, expiresAtSeconds }, onlyIf(absent)),
  );
  if (!result.written && !(result.existing && isSame(result.existing, entry))) {
    throw new Error(`The audit trail has another entry ${entry.id}.`);
  }
}

/** The address is not compared, since an erasure removes it. */
function isSame(one: TrailEntry, other: TrailEntry): boolean {
  const said = ({ action, target, fields, actor, createdAt }: TrailEntry) => ({
    ...{ action, target, fields, actor, createdAt },
  });
  return isDeepStrictEqual(said(one), said(other));
}
