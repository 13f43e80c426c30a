import { csvOf } from '../../../shared/contract/csv.ts';
import type { Language } from '../../../shared/contract/languages.ts';
import type { Favorite } from './favorites.ts';

/** The headings of the table, in its order. */
export type ColumnTexts = Readonly<
  Record<'name' | 'email' | 'team' | 'model' | 'photo' | 'link' | 'expires', string>
>;

/**
 * Favorites as CSV, with a link to each photo in full size and the time at which it ends.
 * @param read called with the number of favorites that are in the table
 */
export async function favoritesTable(
  favorites: AsyncIterable<Favorite>,
  columns: ColumnTexts,
  read: (count: number) => void,
  language: Language,
): Promise<string> {
  const { name, email, team, model, photo, link, expires } = columns;
  const rows = [[name, email, team, model, photo, link, expires]];
  for await (const { id, modelId, member, urls, expiresAt } of favorites) {
    rows.push([
      ...[member.name, member.email, member.teamName, modelId, id],
      ...[urls.original ?? urls.main, expiresAt],
    ]);
    read(rows.length - 1);
  }
  return csvOf(rows, language);
}
