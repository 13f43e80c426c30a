import type { TrailAction } from '../../../shared/contract/trail-actions.ts';
import type { TrailEntry } from './read-trail.ts';

export interface SentenceWords {
  actions: Readonly<Record<TrailAction, string>>;
  /** The names of settings. */
  fields: Readonly<Record<string, string>>;
}

/** What an entry tells. A setting without a name is one of a newer release. */
export function sentenceOf(
  { action, fields }: Pick<TrailEntry, 'action' | 'fields'>,
  words: SentenceWords,
): string {
  const changed = fields.map((field) => words.fields[field] ?? field).join(', ');
  return changed === '' ? words.actions[action] : `${words.actions[action]}: ${changed}`;
}
