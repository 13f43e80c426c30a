import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../contract/trail.ts';
import type { NoticedAction, TrailAction } from '../../contract/trail-actions.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { type TrailEntry, trailEventWrite } from '../../events/trail-event.ts';
import { isoTime } from '../../platform/clock.ts';
import { collections, type Key, keys } from '../../table/keys.ts';
import { update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

/**
 * The write that records an action. It belongs in the transaction of the change that it records.
 * @param actor who signs in or up; elsewhere the caller
 */
export function trailWrite(
  context: DomainContext,
  organizationId: string,
  action: TrailAction,
  target?: string,
  actor?: Actor,
): Write {
  return newTrailEntry(context, organizationId, action, target, actor).write;
}

/** The write that records a change of settings, by the names of those that differ and never by their values. */
export function settingsTrailWrite<Settings extends object>(
  context: DomainContext,
  organizationId: string,
  action: TrailAction,
  former: Settings,
  next: Settings,
): Write {
  const before = new Map(Object.entries(former));
  const changed = Object.entries(next).filter(([name, value]) => !isDeepStrictEqual(before.get(name), value));
  const fields = changed.map(([name]) => name);
  return newTrailEntry(context, organizationId, action, undefined, undefined, fields).write;
}

/** A new entry, for mails that name it, and the write that records it. */
export function newTrailEntry(
  context: DomainContext,
  organizationId: string,
  action: TrailAction,
  target?: string,
  actor: Actor = context.actor ?? { kind: 'system' },
  fields: readonly string[] = [],
): { entryId: string; write: Write } {
  const { clock, address } = context;
  const entryId = context.newId('trailEntry');
  const write = trailEventWrite(organizationId, {
    id: entryId,
    action,
    actor,
    createdAt: isoTime(clock.now()),
    ...(target !== undefined && { target }),
    ...(fields.length > 0 && { fields: [...fields] }),
    ...(address !== undefined && { address }),
  });
  return { entryId, write };
}

/** The writes that record an action and have it told by mail. */
export function noticedWrites(
  context: DomainContext,
  organizationId: string,
  action: NoticedAction,
  target?: string,
  actor?: Actor,
): Write[] {
  const { entryId, write } = newTrailEntry(context, organizationId, action, target, actor);
  return [write, noticeWrite(context, organizationId, entryId)];
}

/** The write that has an entry told by mail, which is of a {@link NoticedAction}. */
export function noticeWrite(context: DomainContext, organizationId: string, entryId: string): Write {
  const message = { template: 'notice', organizationId, entryId } as const;
  return mailEventWrite(context, keys.noticeEvent(organizationId, entryId), message);
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
