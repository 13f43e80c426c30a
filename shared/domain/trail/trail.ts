import type { NoticedAction, TrailAction } from '../../contract/trail-actions.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { type TrailEntry, trailEventWrite } from '../../events/trail-event.ts';
import { isoTime } from '../../platform/clock.ts';
import { collections, type Key, keys } from '../../table/keys.ts';
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
