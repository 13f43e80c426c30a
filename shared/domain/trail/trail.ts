import type { NoticedAction, TrailAction } from '../../contract/trail-actions.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { type TrailEntry, trailEventWrite } from '../../events/trail-event.ts';
import { isoTime } from '../../platform/clock.ts';
import { together } from '../../platform/together.ts';
import { type Collection, collections, type Key, keys } from '../../table/keys.ts';
import { update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

/** The write that records an action. It belongs in the transaction of the change that it records. */
export function trailWrite(
  context: DomainContext,
  organizationId: string,
  action: TrailAction,
  target?: string,
): Write {
  return newTrailEntry(context, organizationId, action, target).write;
}

/** A new entry, for mails that name it, and the write that records it. */
export function newTrailEntry(
  context: DomainContext,
  organizationId: string,
  action: TrailAction,
  target?: string,
): { entryId: string; write: Write } {
  const entryId = context.newId('trailEntry');
  return { entryId, write: entryWrite(context, organizationId, entryId, action, target) };
}

/** The writes that record an action and have it told by mail. */
export function noticedWrites(
  context: DomainContext,
  organizationId: string,
  action: NoticedAction,
  target?: string,
): Write[] {
  const { entryId, write } = newTrailEntry(context, organizationId, action, target);
  return [write, noticeWrite(context, organizationId, entryId)];
}

/** The write that has an entry told by mail, which is of a {@link NoticedAction}. */
export function noticeWrite(context: DomainContext, organizationId: string, entryId: string): Write {
  const message = { template: 'notice', organizationId, entryId } as const;
  return mailEventWrite(context, keys.noticeEvent(organizationId, entryId), message);
}

function entryWrite(
  { clock, actor = { kind: 'system' }, address }: DomainContext,
  organizationId: string,
  id: string,
  action: TrailAction,
  target?: string,
): Write {
  return trailEventWrite(organizationId, {
    id,
    action,
    actor,
    createdAt: isoTime(clock.now()),
    ...(target !== undefined && { target }),
    ...(address !== undefined && { address }),
  });
}

/** An entry; until the stream has added it to the trail, that of its event. */
export async function findTrailEntry(
  { table }: DomainContext,
  organizationId: string,
  entryId: string,
): Promise<TrailEntry | undefined> {
  const [entry, event] = await together(
    table.get<TrailEntry>(keys.trailEntry(organizationId, entryId)),
    table.get<TrailEntry>(keys.trailEvent(organizationId, entryId)),
  );
  return entry ?? event;
}

/** Removes the network addresses from which a member acted. What the member did stays, with ids only. */
export async function scrubTrail(
  context: DomainContext,
  organizationId: string,
  memberId: string,
): Promise<void> {
  for (const collection of [collections.trailEvents(organizationId), collections.trail(organizationId)]) {
    for await (const entry of context.table.query<TrailEntry & Key>(collection)) {
      if (entry.actor.kind !== 'member' || entry.actor.id !== memberId || entry.address === undefined)
        continue;
      await context.table.write(update(entry, { remove: ['address'] }));
    }
  }
}

/** Sorts after every id. */
const LAST_ID = '~';

/**
 * A page of the audit trail of an organization, newest first, with the entries of events that the stream may not have
 * added yet. `before` is the last entry of the previous
 * page; `next` is the `before` of the next page, and null at the end.
 */
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
  const [events, trail] = await together(
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
