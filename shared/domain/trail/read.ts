import type { TrailEntry } from '../../events/trail-event.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { type Collection, collections, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';

/** An entry; until the stream has added it to the trail, that of its event. */
export async function findTrailEntry(
  { table }: DomainContext,
  organizationId: string,
  entryId: string,
): Promise<TrailEntry | undefined> {
  const [entry, event] = await allInOrder(
    table.get<TrailEntry>(keys.trailEntry(organizationId, entryId)),
    table.get<TrailEntry>(keys.trailEvent(organizationId, entryId)),
  );
  return entry ?? event;
}

/** Sorts after every id. */
const LAST_ID = '~';

/** A page of the trail, newest first, with events that the stream may not have added yet. `before` is an earlier `next`. */
export async function listTrail(
  context: DomainContext,
  organizationId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<{ entries: TrailEntry[]; next: string | null }> {
  const read = (collection: Collection) =>
    context.table.all<TrailEntry>(collection, {
      between: [
        keys.trailEntry(organizationId, '').SK,
        keys.trailEntry(organizationId, before ?? LAST_ID).SK,
      ],
      newestFirst: true,
      // Two more than the page: `before` itself, and one that shows whether there is a next page.
      limit: limit + 2,
    });
  const [events, trail] = await allInOrder(
    read(collections.trailEvents(organizationId)),
    read(collections.trail(organizationId)),
  );
  // Where an entry is in both, that of the trail counts: its event may have been changed.
  const found = new Map([...events, ...trail].map((entry) => [entry.id, entry]));
  const others = [...found.values()]
    .filter(({ id }) => id !== before)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const entries = others.slice(0, limit);
  return { entries, next: others.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

export function describeTrailEntry({ id, action, target, actor, address, createdAt }: TrailEntry) {
  return {
    id,
    action,
    target: target ?? null,
    actor: { kind: actor.kind, id: actor.id ?? null },
    address: address ?? null,
    createdAt,
  };
}
