import { distinct } from '../../contract/distinct.ts';
import type { TrailKind } from '../../contract/trail.ts';
import type { TrailEntry } from '../../events/trail-event.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { ID_PREFIXES, TIME_LENGTH, ULID_LENGTH } from '../../platform/id.ts';
import { collections, keys, type PrimaryKey } from '../../table/keys.ts';
import type { Query } from '../../table/reads-ahead.ts';
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

/** The reads with which a page begins, unless it is of a person: their ids are read first. */
export function trailReads(
  organizationId: string,
  { limit, before, person, kind }: Place & TrailFilter,
): Query[] {
  if (person !== undefined) return [];
  return trailQueries(organizationId, { limit: kind === undefined ? limit : READ_MAX, before });
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

interface Stretch extends Place {
  /** The time of the first entry, as ids have it. */
  since?: string;
}

/** The reads of all entries of a page: of those in the trail, and of events that the stream may not have added yet. */
function trailQueries(organizationId: string, { limit, before = LAST_ID, since = '' }: Stretch) {
  const first = `${ID_PREFIXES.trailEntry}_${since}`;
  return [collections.trailEvents(organizationId), collections.trail(organizationId)].map((collection) => ({
    ...collection,
    between: [keys.trailEntry(organizationId, first).SK, keys.trailEntry(organizationId, before).SK] as const,
    newestFirst: true,
    // Two more than the page: `before` itself, and one that shows whether there is a next page.
    limit: limit + 2,
  }));
}

async function readTrail(context: DomainContext, organizationId: string, place: Stretch): Promise<TrailPage> {
  const { limit, before } = place;
  const read = trailQueries(organizationId, place).map((query) => context.table.all<TrailEntry>(query));
  const [events = [], trail = []] = await allInOrder(...read);
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
