import type { Endpoint } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { deployedContext } from '../domain/context.ts';
import { findSession } from '../domain/member/session.ts';
import { findApiKey, noteApiKeyUse } from '../domain/organization/api-key.ts';
import { type Organization, readOrganization } from '../domain/organization/organization.ts';
import { findOwnerSession } from '../domain/owner/session.ts';
import { addToLog, log, subjectsOf } from '../platform/log.ts';
import type { Callers } from './request.ts';
import type { Exchange, Middleware } from './stack.ts';

const BEARER = /^Bearer +(\S+)$/i;

/** How each kind of caller is found by the bearer token; undefined means that nobody is. */
const FIND: {
  [Kind in keyof Callers]: (token: string, exchange: Exchange) => Promise<Callers[Kind] | undefined>;
} = {
  apiKey: async (token, exchange) => {
    const record = await findApiKey(deployedContext(), token);
    if (!record) return findOwnerSession(deployedContext(), token);
    // Runs beside the request, which must not fail for it.
    exchange.internal.useNoted = noteApiKeyUse(deployedContext(), record).catch((error) =>
      log.error('the use of an API key was not noted', error),
    );
    return { organizationId: record.organizationId };
  },
  ownerSession: (token) => findOwnerSession(deployedContext(), token),
  memberSession: (token) => findSession(deployedContext(), token),
  none: async () => undefined,
};

const REFUSED = {
  apiKey: 'The API key is missing or not valid. Send it as: Authorization: Bearer <API_KEY>.',
  ownerSession: 'The session is missing or no longer valid. Ask for a new link to sign in.',
  memberSession: 'The session is missing or no longer valid. Open the link again.',
};

/** Finds the caller, if there is one. */
export function authenticate(contract: Endpoint): Middleware {
  // An environment that has answered is frozen: what still runs would be lost.
  const awaitNote = async (exchange: Exchange) => exchange.internal.useNoted;
  return {
    before: async (exchange) => {
      const token = BEARER.exec(exchange.event.headers.authorization ?? '')?.[1];
      const caller = token === undefined ? undefined : await FIND[contract.auth](token, exchange);
      if (!caller) return;
      let read: Promise<Organization> | undefined;
      exchange.internal.caller = caller;
      addToLog({ ...('member' in caller && subjectsOf(caller.member)), ...subjectsOf(caller) });
      exchange.internal.organization = () => {
        read ??= readOrganization(deployedContext(), caller.organizationId);
        return read;
      };
    },
    after: awaitNote,
    onError: awaitNote,
  };
}

/** @throws UNAUTHORIZED, which does not tell a missing key from a wrong one. */
export function requireCaller({ auth }: Endpoint): Middleware {
  return {
    before: (exchange) => {
      if (auth === 'none') return;
      if (!exchange.internal.caller) throw new Problem('UNAUTHORIZED', REFUSED[auth]);
    },
  };
}
