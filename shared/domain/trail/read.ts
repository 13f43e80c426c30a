import { distinct } from '../../contract/distinct.ts';
import type { TrailKind } from '../../contract/trail.ts';
import type { TrailEntry } from '../../events/trail-event.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { ID_PREFIXES, TIME_LENGTH, ULID_LENGTH } from '../../platform/id.ts';
import { type Collection, collections, keys, type PrimaryKey } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { findPerson } from '../member/person.ts';

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

/** The entries that one answer to a filter reads at most, at about a tenth of a read unit each. */
const READ_MAX = 2000;

interface TrailPage {
  entries: TrailEntry[];
  next: string | null;
}

interface Place {
  limit: number;
  before?: string | undefined;
}

export interface TrailFilter {
  /** The id of a member or a model, or an address. */
  person?: string | undefined;
  kind?: TrailKind | undefined;
}

/**
 * A page of the trail, newest first, of all entries or of those that a filter lets through. With one it may have fewer
 * entries than `limit`, also none, while `next` is not null. `before` is an earlier `next`.
 */
export async function listTrail(
  context: DomainContext,
  organizationId: string,
  { limit, before, person, kind }: Place & TrailFilter,
): Promise<TrailPage> {
  if (person === undefined && kind === undefined)
    return readTrail(context, organizationId, { limit, before });
  const ids = person === undefined ? undefined : await idsOf(context, organizationId, person);
  if (ids?.size === 0) return { entries: [], next: null };
  const page = await readTrail(context, organizationId, { limit: READ_MAX, before, since: sinceOf(ids) });
  const wanted = page.entries.filter(
    ({ action, target = '', actor: { id = '' } }) =>
      (kind === undefined || action.startsWith(`${kind}.`)) && (!ids || ids.has(target) || ids.has(id)),
  );
  const entries = wanted.slice(0, limit);
  return { entries, next: wanted.length > limit ? (entries.at(-1)?.id ?? null) : page.next };
}

/** The ids by which entries name a person; of someone who was erased, the one that is asked for. */
async function idsOf(context: DomainContext, organizationId: string, person: string): Promise<Set<string>> {
  const { member, invite, model } = await findPerson(context, organizationId, person);
  const found = [member?.id, member?.deletedModelId, invite?.id, model?.id, model?.memberId];
  const asked = person.includes('@') ? [] : [person];
  return new Set([...asked, ...found.flatMap((id) => id ?? [])]);
}

/** The time of the oldest id, as ids have it: no entry names an id that was not there. */
function sinceOf(ids: ReadonlySet<string> = new Set()): string {
  const times = [...ids].map((id) => id.slice(-ULID_LENGTH).slice(0, TIME_LENGTH));
  return times.toSorted()[0] ?? '';
}

/** A page of all entries, with events that the stream may not have added yet. */
async function readTrail(
  context: DomainContext,
  organizationId: string,
  { limit, before = LAST_ID, since = '' }: Place & { since?: string },
): Promise<TrailPage> {
  const first = `${ID_PREFIXES.trailEntry}_${since}`;
  // A cursor of another filter may lie before the first entry of this one.
  if (before < first) return { entries: [], next: null };
  const read = (collection: Collection) =>
    context.table.all<TrailEntry>(collection, {
      between: [keys.trailEntry(organizationId, first).SK, keys.trailEntry(organizationId, before).SK],
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

/** The keys of what entries name, by the prefixes of their ids. */
const NAMED: Readonly<Record<string, (organizationId: string, id: string) => PrimaryKey>> = {
  [ID_PREFIXES.member]: keys.member,
  [ID_PREFIXES.model]: keys.model,
  [ID_PREFIXES.invite]: keys.invite,
  [ID_PREFIXES.team]: keys.team,
  [ID_PREFIXES.user]: keys.user,
  [ID_PREFIXES.apiKey]: keys.apiKey,
};

/** Entries with the present names of what they name. What was deleted has none. */
export async function describeTrail(
  context: DomainContext,
  organizationId: string,
  entries: readonly TrailEntry[],
) {
  const ids = distinct(entries.flatMap(({ target, actor }) => [target ?? [], actor.id ?? []].flat()));
  const named = ids.flatMap((id) => NAMED[id.slice(0, id.indexOf('_'))]?.(organizationId, id) ?? []);
  const items = await context.table.getMany<{ id: string; name?: string; title?: string; email?: string }>(
    named,
    false,
  );
  const names = new Map(
    items.flatMap((item) => (item ? [[item.id, item.name || item.title || item.email]] : [])),
  );
  const nameOf = (id = '') => names.get(id) || null;
  return entries.map(({ id, action, target, fields = [], actor, address, createdAt }) => ({
    id,
    action,
    target: target ?? null,
    targetName: nameOf(target),
    fields,
    actor: { kind: actor.kind, id: actor.id ?? null, name: nameOf(actor.id) },
    address: address ?? null,
    createdAt,
  }));
}
