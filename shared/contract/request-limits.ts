/** The longest body in bytes. A byte takes at most six in the event of a function, so it always fits Lambda's 6 MB. */
export const BODY_MAX_BYTES = 1_000_000;

/** The message about a longer body. It is made when it is needed: formatting a number loads data of languages for milliseconds. */
export function bodyTooLarge(): string {
  return `The body is too large: it may have at most ${BODY_MAX_BYTES.toLocaleString('en')} bytes.`;
}

/** The number of entries on a page of a list: without `limit`, and at most. */
export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;
