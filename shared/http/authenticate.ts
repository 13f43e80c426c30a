import type { Auth, EndpointFacts } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { findSession } from '../domain/member/session.ts';
import { findApiKey, recordApiKeyUse } from '../domain/organization/api-key.ts';
import { findUserSession } from '../domain/user/session.ts';
import { MINUTE } from '../platform/clock.ts';
import { addToLog, log, subjectsOf } from '../platform/log.ts';
import { sha256 } from '../table/keys.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { count, isOverLimit } from './rate-limit.ts';
import { readerNamedBy, readerOf } from './reads.ts';
import { bearerToken, type Caller } from './request.ts';

/**
 * Lookups of the caller by the bearer token. The result is undefined when the token is not valid. A token
 * without the format of its kind is not looked up.
 */
const FIND: {
  [Kind in Auth]: (token: string, exchange: Exchange<Kind>) => Promise<Caller<Kind> | undefined>;
} = {
  apiKey: findOrganizationCaller,
  optional: async (token, exchange) =>
    (await findOrganizationCaller(token, exchange)) ?? findSession(exchange.context, token),
  userSession: (token, { context }) => findUserSession(context, token),
  memberSession: (token, { context }) => findSession(context, token),
  none: async () => undefined,
};

async function findOrganizationCaller(
  token: string,
  exchange: Pick<Exchange, 'context' | 'useRecorded'>,
): Promise<Caller<'apiKey'> | undefined> {
  const { context } = exchange;
  const record = await findApiKey(context, token);
  if (!record) return findUserSession(context, token);
  // Runs in parallel with the request, which does not fail when this write fails.
  exchange.useRecorded = recordApiKeyUse(context, record).catch((error) =>
    log.error('the use of an API key was not recorded', error),
  );
  return { organizationId: record.organizationId, key: record };
}

const MESSAGES = {
  apiKey: 'The API key is missing or not valid. Send it as: Authorization: Bearer <API_KEY>.',
  userSession: 'This needs the session of a user, not an API key. Ask for a new link to sign in.',
  memberSession: 'The session is missing or no longer valid. Open the link again.',
};

/** Checks that a caller was found. @throws UNAUTHORIZED. */
const REQUIRE: { [Kind in Auth]: (caller: Caller<Kind> | undefined) => Caller<Kind> } = {
  apiKey: (caller) => required(caller, MESSAGES.apiKey),
  userSession: (caller) => required(caller, MESSAGES.userSession),
  memberSession: (caller) => required(caller, MESSAGES.memberSession),
  optional: (caller) => caller,
  none: () => undefined,
};

/** The time for which a caller is remembered, in milliseconds. Credentials that are deleted count requests for no longer. */
const REMEMBERED_FOR = MINUTE;
const REMEMBERED_MAX = 1000;

/** Callers whom this process has found lately, by the hashes of their tokens. */
export class CallerCache<Caller extends object> {
  /** The one that was found first comes first. */
  readonly #callers = new Map<string, { caller: Caller; until: number }>();

  find(token: string, now: number): Caller | undefined {
    const known = this.#callers.get(sha256(token));
    return known && now < known.until ? known.caller : undefined;
  }

  /**
   * @param caller undefined for a token that is not valid, whose former caller is forgotten
   * @param foundAt milliseconds since the epoch, not later than the look-up
   */
  remember(token: string, caller: Caller | undefined, foundAt: number): void {
    const name = sha256(token);
    this.#callers.delete(name);
    if (caller) this.#callers.set(name, { caller, until: foundAt + REMEMBERED_FOR });
    for (const [oldest, { until }] of this.#callers) {
      if (until > foundAt && this.#callers.size <= REMEMBERED_MAX) break;
      this.#callers.delete(oldest);
    }
  }
}

/**
 * Finds the caller by the bearer token. A request without a valid token continues without a caller.
 *
 * Every request looks its caller up. What the handler reads begins beside the look-up, for the organization that the token
 * names. A caller whom this process has found within the last minute is counted beside it as well: a key that was deleted
 * meanwhile counts once more for its former organization, and is refused.
 */
export function authenticate<Kind extends Auth>({
  auth,
  unmetered,
}: Pick<EndpointFacts, 'unmetered'> & { auth: Kind }): Middleware<Kind> {
  const cache = new CallerCache<NonNullable<Caller<Kind>>>();
  // Lambda freezes the environment after the response, so a write in progress would be lost.
  const awaitRecord: Middleware<Kind>['after'] = ({ event }) => event.useRecorded;
  return {
    before: async ({ event: exchange }) => {
      const token = bearerToken(exchange.event);
      if (token === undefined) return;
      const { startedAt } = exchange;
      const lookUp = FIND[auth](token, exchange);
      const remembered = cache.find(token, startedAt);
      const reader = remembered ? readerOf(auth, remembered) : readerNamedBy(auth, token, startedAt);
      if (reader && !isOverLimit(exchange, remembered)) void exchange.readAhead(reader);
      if (remembered && !unmetered) void count(exchange, remembered);
      const caller = (await lookUp) ?? undefined;
      cache.remember(token, caller, startedAt);
      if (!caller) return;
      exchange.caller = caller;
      addToLog({ ...('member' in caller && subjectsOf(caller.member)), ...subjectsOf(caller) });
      await exchange.readAhead(readerOf(auth, caller));
    },
    after: awaitRecord,
    onError: awaitRecord,
  };
}

/**
 * The caller that a contract requires.
 * @throws UNAUTHORIZED, with the same message for a missing and for a wrong token.
 */
export function callerOf<Kind extends Auth>(auth: Kind, { caller }: Exchange<Kind>): Caller<Kind> {
  return REQUIRE[auth](caller);
}

/** Rejects a request without the caller that its contract requires. @throws UNAUTHORIZED. */
export function requireCaller<Kind extends Auth>(auth: Kind): Middleware<Kind> {
  return {
    before: ({ event }) => {
      callerOf(auth, event);
    },
  };
}

function required<Found>(caller: Found | undefined, message: string): Found {
  if (caller === undefined) throw new Problem('UNAUTHORIZED', message);
  return caller;
}
