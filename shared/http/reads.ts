import type * as z from 'zod';
import type { Auth, UrlParts } from '../contract/endpoint.ts';
import type { DomainContext } from '../domain/context.ts';
import { organizationNamedBy } from '../domain/organization/api-key.ts';
import { userNamedBy } from '../domain/user/session.ts';
import type { ReadAhead } from '../table/reads-ahead.ts';
import type { Caller } from './request.ts';

/** The part of a caller that names what a request reads. A key or a user's session names it before it is looked up. */
interface Readers {
  apiKey: { organizationId: string };
  userSession: { organizationId: string; userId: string };
  memberSession: Caller<'memberSession'>;
  optional: undefined;
  none: undefined;
}
export type Reader<Kind extends Auth> = Readers[Kind];

/**
 * Names the items and queries that a handler will read, as far as the path and the query of its request name them.
 * The body is not among them: a list in it would have anyone read as many items as it names.
 */
export type Reads<Params extends z.ZodType, Query extends z.ZodType, Kind extends Auth> = (
  request: UrlParts<Params, Query> & { caller: NonNullable<Reader<Kind>>; context: DomainContext },
) => readonly ReadAhead[];

const NAMED_BY: { [Kind in Auth]: (token: string, now: number) => Reader<Kind> | undefined } = {
  apiKey: (token, now) => {
    const organizationId = organizationNamedBy(token, now);
    return organizationId === undefined ? userNamedBy(token) : { organizationId };
  },
  userSession: userNamedBy,
  // The member's item names the reads of a member's request.
  memberSession: () => undefined,
  optional: () => undefined,
  none: () => undefined,
};

/**
 * The reader whom a token names, before it is looked up. Anyone can write a token that names any organization: what is
 * read for it is bounded and reaches only a handler that asks for the same keys.
 */
export function readerNamedBy<Kind extends Auth>(
  auth: Kind,
  token: string,
  now: number,
): Reader<Kind> | undefined {
  return NAMED_BY[auth](token, now);
}

const READER: { [Kind in Auth]: (caller: Caller<Kind>) => Reader<Kind> } = {
  apiKey: (caller) => caller,
  userSession: (caller) => caller,
  memberSession: (caller) => caller,
  optional: () => undefined,
  none: () => undefined,
};

export function readerOf<Kind extends Auth>(auth: Kind, caller: Caller<Kind>): Reader<Kind> {
  return READER[auth](caller);
}
