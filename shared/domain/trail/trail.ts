import type { Actor } from '../../contract/trail.ts';
import type { NoticedAction, TrailAction } from '../../contract/trail-actions.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { DAY, epochSeconds, isoTime } from '../../platform/clock.ts';
import { absent } from '../../table/condition.ts';
import { collections, keys } from '../../table/keys.ts';
import { put, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

const RETENTION = 365 * DAY;

/** An entry of the audit trail. It has ids only, so that it tells nothing of people who were erased. */
export interface TrailEntry {
  id: string;
  action: TrailAction;
  /** The id of the resource that was changed; absent where it is the organization. */
  target?: string;
  actor: Actor;
  address?: string;
  createdAt: string;
}

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
  const now = clock.now();
  const entry: TrailEntry = {
    id,
    action,
    actor,
    createdAt: isoTime(now),
    ...(target !== undefined && { target }),
    ...(address !== undefined && { address }),
  };
  return put(
    { ...keys.trailEntry(organizationId, id), ...entry, expiresAtSeconds: epochSeconds(now + RETENTION) },
    { condition: absent, onConditionFailed: () => new Error(`${id} is in the audit trail already.`) },
  );
}

/** Removes the network addresses from which a member acted. What the member did stays, with ids only. */
export async function scrubTrail(
  context: DomainContext,
  organizationId: string,
  memberId: string,
): Promise<void> {
  for await (const { id, actor, address } of context.table.query<TrailEntry>(
    collections.trail(organizationId),
  )) {
    if (actor.kind !== 'member' || actor.id !== memberId || address === undefined) continue;
    await context.table.write(update(keys.trailEntry(organizationId, id), { remove: ['address'] }));
  }
}

/** Sorts after every id. */
const LAST_ID = '~';

/**
 * A page of the audit trail of an organization, newest first. `before` is the last entry of the previous
 * page; `next` is the `before` of the next page, and null at the end.
 */
export async function listTrail(
  context: DomainContext,
  organizationId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<{ entries: TrailEntry[]; next: string | null }> {
  const read = await context.table.all<TrailEntry>(collections.trail(organizationId), {
    between: [keys.trailEntry(organizationId, '').SK, keys.trailEntry(organizationId, before ?? LAST_ID).SK],
    newestFirst: true,
    // Two more than the page: `before` itself, and one that shows whether there is a next page.
    limit: limit + 2,
  });
  const others = read.filter(({ id }) => id !== before);
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
