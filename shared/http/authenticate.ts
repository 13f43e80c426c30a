import type { Auth } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { findSession } from '../domain/member/session.ts';
import { findApiKey, recordApiKeyUse } from '../domain/organization/api-key.ts';
import { type Organization, readOrganization } from '../domain/organization/organization.ts';
import { findOwnerSession } from '../domain/owner/session.ts';
import { addToLog, log, subjectsOf } from '../platform/log.ts';
import type { Exchange, Middleware } from './exchange.ts';
import type { Caller } from './request.ts';

const BEARER = /^Bearer +(\S+)$/i;

/**
 * How each kind of caller is found by the bearer token; undefined when the token is not valid. A token that does not
 * have the format of its kind is not looked up.
 */
const FIND: {
  [Kind in Auth]: (token: string, exchange: Exchange<Kind>) => Promise<Caller<Kind> | undefined>;
} = {
  apiKey: findOrganizationCaller,
  optional: async (token, exchange) =>
    (await findOrganizationCaller(token, exchange)) ?? findSession(exchange.context, token),
  ownerSession: (token, { context }) => findOwnerSession(context, token),
  memberSession: (token, { context }) => findSession(context, token),
  none: async () => undefined,
};

async function findOrganizationCaller(
  token: string,
  exchange: Pick<Exchange, 'context' | 'useRecorded'>,
): Promise<Caller<'apiKey'> | undefined> {
  const { context } = exchange;
  const record = await findApiKey(context, token);
  if (!record) return findOwnerSession(context, token);
  // Runs beside the request, which must not fail for it.
  exchange.useRecorded = recordApiKeyUse(context, record).catch((error) =>
    log.error('the use of an API key was not noted', error),
  );
  return { organizationId: record.organizationId };
}

const REFUSED = {
  apiKey: 'The API key is missing or not valid. Send it as: Authorization: Bearer <API_KEY>.',
  ownerSession: 'The session is missing or no longer valid. Ask for a new link to sign in.',
  memberSession: 'The session is missing or no longer valid. Open the link again.',
};

/** How the found caller of each kind is required. */
const REQUIRE: { [Kind in Auth]: (caller: Caller<Kind> | undefined) => Caller<Kind> } = {
  apiKey: (caller) => known(caller, REFUSED.apiKey),
  ownerSession: (caller) => known(caller, REFUSED.ownerSession),
  memberSession: (caller) => known(caller, REFUSED.memberSession),
  optional: (caller) => caller,
  none: () => undefined,
};

/** Finds the caller, if there is one. */
export function authenticate<Kind extends Auth>(auth: Kind): Middleware<Kind> {
  // An environment that has answered is frozen: a write that still runs would be lost.
  const awaitRecord: Middleware<Kind>['after'] = ({ event }) => event.useRecorded;
  return {
    before: async ({ event: exchange }) => {
      const token = BEARER.exec(exchange.event.headers.authorization ?? '')?.[1];
      if (token === undefined) return;
      exchange.caller = await FIND[auth](token, exchange);
      if (exchange.caller) introduce(exchange, exchange.caller);
    },
    after: awaitRecord,
    onError: awaitRecord,
  };
}

/** Names the caller in the log, and lets their organization be read. */
function introduce(exchange: Exchange, caller: NonNullable<Caller<Auth>>): void {
  let read: Promise<Organization> | undefined;
  addToLog({ ...('member' in caller && subjectsOf(caller.member)), ...subjectsOf(caller) });
  exchange.organization = () => {
    read ??= readOrganization(exchange.context, caller.organizationId);
    return read;
  };
}

/** The caller that a contract asks for. @throws UNAUTHORIZED, which does not tell a missing key from a wrong one. */
export function callerOf<Kind extends Auth>(auth: Kind, { caller }: Exchange<Kind>): Caller<Kind> {
  return REQUIRE[auth](caller);
}

/** Refuses a request without the caller that its contract asks for. @throws UNAUTHORIZED. */
export function requireCaller<Kind extends Auth>(auth: Kind): Middleware<Kind> {
  return {
    before: ({ event }) => {
      callerOf(auth, event);
    },
  };
}

function known<Known>(caller: Known | undefined, refusal: string): Known {
  if (caller === undefined) throw new Problem('UNAUTHORIZED', refusal);
  return caller;
}
