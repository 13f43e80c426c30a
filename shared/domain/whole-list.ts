import { PAGE_LIMIT_DEFAULT } from '../contract/request-limits.ts';
import type { PageRequest } from '../table/list.ts';

/** Lists that return everything when no page is requested, if it fits one response of a Lambda function. */

export type OptionalPage = { [Field in keyof PageRequest]?: PageRequest[Field] | undefined };

const WHOLE_LIST_MAX = 10_000;

/** The page that `limit` or `offset` requests; without both, the whole list. */
export function pageOrWhole({ limit, offset }: OptionalPage): PageRequest {
  if (limit === undefined && offset === undefined) return { limit: WHOLE_LIST_MAX, offset: 0 };
  return { limit: limit ?? PAGE_LIMIT_DEFAULT, offset: offset ?? 0 };
}

/** Lambda allows 6,291,556 bytes per response; the rest is left for the envelope around the entries. */
const RESPONSE_MAX_BYTES = 6_000_000;

/** The first entries that together fit one response. */
export function fittingResponse<Entry>(entries: readonly Entry[]): Entry[] {
  let bytes = 0;
  const firstBeyond = entries.findIndex((entry) => {
    // The body is a string within Lambda's response, where its quotes are escaped once more.
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
    return bytes > RESPONSE_MAX_BYTES;
  });
  return firstBeyond === -1 ? [...entries] : entries.slice(0, firstBeyond);
}
