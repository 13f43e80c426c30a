import { PAGE_LIMIT_DEFAULT } from '../contract/schemas.ts';
import type { PageRequest } from '../table/list.ts';

/** Lists that answer everything when no page is asked for, as far as one answer of a Lambda can hold it. */

export type OptionalPage = { [Field in keyof PageRequest]?: PageRequest[Field] | undefined };

const WHOLE_LIST_MAX = 10_000;

/** The page that is asked for by `limit` or `offset`; without both of them the whole list. */
export function pageOrWhole({ limit, offset }: OptionalPage): PageRequest {
  if (limit === undefined && offset === undefined) return { limit: WHOLE_LIST_MAX, offset: 0 };
  return { limit: limit ?? PAGE_LIMIT_DEFAULT, offset: offset ?? 0 };
}

/** Lambda takes 6,291,556 bytes for an answer; the rest is left for the envelope around the entries. */
const ANSWER_MAX_BYTES = 6_000_000;

/** The first entries that fit one answer together. */
export function fittingAnswer<Entry>(entries: readonly Entry[]): Entry[] {
  let bytes = 0;
  const firstBeyond = entries.findIndex((entry) => {
    // The body is a string within Lambda's answer, where its quotes are escaped once more.
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
    return bytes > ANSWER_MAX_BYTES;
  });
  return firstBeyond === -1 ? [...entries] : entries.slice(0, firstBeyond);
}
