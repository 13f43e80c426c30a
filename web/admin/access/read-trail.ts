import type { TrailKind } from '../../../shared/contract/trail.ts';
import type { Answer, Api } from '../../service/api.ts';
import { patiently } from '../../service/patiently.ts';

export type TrailEntry = Answer<'GET /api/admin/audit'>['entries'][number];

export interface TrailFilter {
  /** The id of a member or a model, or an address. */
  person?: string | undefined;
  kind?: TrailKind | undefined;
}

const PAGE_SIZE = 50;
/** The largest page of the service. */
const LARGEST_PAGE = 200;

interface TrailPage {
  entries: TrailEntry[];
  next: string | null;
}

/** Asks the service for so many entries. An answer to a filter may have fewer, or none, while there are more. */
type Ask = (part: { limit: number; before: string | undefined }) => Promise<TrailPage>;

export function trailOf(api: Api, filter: TrailFilter): Ask {
  return (part) => patiently(() => api.call('GET /api/admin/audit', { query: { ...filter, ...part } }));
}

/** A page of the trail, newest first, read until it is full. */
export async function readTrail(ask: Ask, before: string | undefined, size = PAGE_SIZE): Promise<TrailPage> {
  const entries: TrailEntry[] = [];
  let next = before;
  do {
    const page = await ask({ limit: size - entries.length, before: next });
    entries.push(...page.entries);
    next = page.next ?? undefined;
  } while (next !== undefined && entries.length < size);
  return { entries, next: next ?? null };
}

export async function readWholeTrail(ask: Ask): Promise<TrailEntry[]> {
  const all: TrailEntry[] = [];
  let before: string | undefined;
  do {
    const { entries, next } = await readTrail(ask, before, LARGEST_PAGE);
    all.push(...entries);
    before = next ?? undefined;
  } while (before !== undefined);
  return all;
}
