import type { Endpoint } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { deployedContext } from '../domain/context.ts';
import { findSession } from '../domain/member/session.ts';
import { findApiKey } from '../domain/organization/api-key.ts';
import type { Callers } from './request.ts';
import type { Middleware } from './stack.ts';

const BEARER = /^Bearer +(\S+)$/i;

/** How each kind of caller is found by the bearer token; undefined means that nobody is. */
const FIND: { [Kind in keyof Callers]: (token: string) => Promise<Callers[Kind] | undefined> } = {
  apiKey: async (token) => {
    const record = await findApiKey(deployedContext(), token);
    return record && { organizationId: record.organizationId };
  },
  memberSession: (token) => findSession(deployedContext(), token),
  none: async () => undefined,
};

const REFUSED = {
  apiKey: 'The API key is missing or not valid. Send it as: Authorization: Bearer <API_KEY>.',
  memberSession: 'The session is missing or no longer valid. Open the link again.',
};

/** Finds the caller. @throws UNAUTHORIZED, which does not tell a missing key from a wrong one. */
export function authenticate(contract: Endpoint): Middleware {
  return {
    before: async (exchange) => {
      if (contract.auth === 'none') return;
      const token = BEARER.exec(exchange.event.headers.authorization ?? '')?.[1];
      const caller = token === undefined ? undefined : await FIND[contract.auth](token);
      if (!caller) throw new Problem('UNAUTHORIZED', REFUSED[contract.auth]);
      exchange.internal.caller = caller;
    },
  };
}
