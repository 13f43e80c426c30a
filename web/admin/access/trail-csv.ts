import { csvOf } from '../../../shared/contract/csv.ts';
import type { Language } from '../../../shared/contract/languages.ts';
import type { TrailEntry } from './read-trail.ts';
import { type SentenceWords, sentenceOf } from './trail-sentence.ts';

/** The words of the table. */
export interface TrailWords extends SentenceWords {
  columns: Readonly<
    Record<'time' | 'what' | 'about' | 'who' | 'from' | 'action' | 'target' | 'actor', string>
  >;
  actors: Readonly<Record<TrailEntry['actor']['kind'], string>>;
}

/** Entries as CSV: first as people read them, then with the names and ids of the API. */
export function trailCsv(entries: readonly TrailEntry[], words: TrailWords, language: Language): string {
  const { columns, actors } = words;
  const { time, what, about, who, from, action, target, actor } = columns;
  const rows = entries.map((entry) => [
    entry.createdAt,
    sentenceOf(entry, words),
    entry.targetName ?? '',
    entry.actor.name ?? actors[entry.actor.kind],
    entry.address ?? '',
    entry.action,
    // The id of a pending invite is what its link contains, and files are passed on.
    entry.target?.startsWith('inv_') ? '' : (entry.target ?? ''),
    entry.actor.id ?? '',
  ]);
  return csvOf([[time, what, about, who, from, action, target, actor], ...rows], language);
}
