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

/** A page of the trail, newest first. An answer to a filter may have few entries or none, so it is read until it is full. */
export async function readTrail(
  api: Api,
  filter: TrailFilter,
  before: string | undefined,
  size = PAGE_SIZE,
): Promise<{ entries: TrailEntry[]; next: string | null }> {
  const entries: TrailEntry[] = [];
  let next = before;
  do {
    const query = { ...filter, limit: size - entries.length, before: next };
    const page = await patiently(() => api.call('GET /api/admin/audit', { query }));
    entries.push(...page.entries);
    next = page.next ?? undefined;
  } while (next !== undefined && entries.length < size);
  return { entries, next: next ?? null };
}

/** All entries of a filter. */
export async function readWholeTrail(api: Api, filter: TrailFilter): Promise<TrailEntry[]> {
  const all: TrailEntry[] = [];
  let before: string | undefined;
  do {
    const { entries, next } = await readTrail(api, filter, before, LARGEST_PAGE);
    all.push(...entries);
    before = next ?? undefined;
  } while (before !== undefined);
  return all;
}
