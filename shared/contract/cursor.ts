import * as z from 'zod';

/**
 * Lists that are read from the newest entry on, page after page: a page's `next` is the `before` of the next one. The
 * cursor is the id of an entry, so entries that are added meanwhile shift no page.
 */

/** The query parameter of the place at which a page begins. */
export function before(pattern: RegExp) {
  return z
    .string()
    .regex(pattern, { error: "it must be the 'next' of an earlier answer" })
    .meta({ description: 'The `next` of the previous page.' })
    .optional();
}

/** The pattern of cursors that are ids with a prefix, such as `trl`. */
export function cursorOf(prefix: string): RegExp {
  return new RegExp(`^${prefix}_[0-9A-Z]{26}$`);
}

export const next = z
  .string()
  .nullable()
  .meta({ description: 'The `before` of the next page; null on the last page.', examples: [null] });
