import * as z from 'zod';
import { described } from './fields.ts';

/** Lists that are read from the newest entry on. The cursor is an entry's id, so entries that are added shift no page. */

/** The query parameter of the place at which a page begins. */
export function before(pattern: RegExp) {
  return described(
    z.string().regex(pattern, { error: "it must be the 'next' of an earlier answer" }),
    'The `next` of the previous page.',
  ).optional();
}

/** The pattern of cursors that are ids with a prefix, such as `trl`. */
export function cursorOf(prefix: string): RegExp {
  return new RegExp(`^${prefix}_[0-9A-Z]{26}$`);
}

export const next = described(
  z.string().nullable(),
  'The `before` of the next page; null on the last page.',
  null,
);
