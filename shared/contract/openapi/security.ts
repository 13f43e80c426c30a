import type { Auth, Endpoint } from '../endpoint.ts';
import { scopeOf } from '../scopes.ts';
import type { SecurityScheme } from './types.ts';

/** The accepted schemes. A user's session is accepted wherever an API key is. */
const SCHEMES: Readonly<Record<Auth, readonly string[]>> = {
  apiKey: ['apiKey', 'userSession'],
  userSession: ['userSession'],
  memberSession: ['memberSession'],
  optional: [],
  none: [],
};

const CREDENTIALS: Readonly<Record<string, string>> = {
  apiKey:
    "An organization's API key, `hsk_live_…`, or `hsk_test_…` for tests. A key with scopes needs the scope that an operation names. A test key reads, and creates and deletes development models.",
  userSession:
    "A user's session, from POST /api/admin/session. The user needs the role that an operation names.",
  memberSession: "A member's session, from POST /api/member/session.",
};

/** The requirements of an operation, of which one suffices: an API key's scope, and a session's least role. */
export function securityOf(contract: Endpoint): Record<string, string[]>[] {
  return SCHEMES[contract.auth].map((scheme) => ({ [scheme]: neededBy(contract, scheme) }));
}

function neededBy(contract: Endpoint, scheme: string): string[] {
  if (scheme === 'apiKey') return [scopeOf(contract)];
  return scheme === 'userSession' && contract.role !== undefined ? [contract.role] : [];
}

/** The security schemes that these operations use. */
export function securitySchemesOf(auths: readonly Auth[]): Record<string, SecurityScheme> {
  const named = new Set(auths.flatMap((auth) => SCHEMES[auth]));
  return Object.fromEntries(
    [...named].map((name) => [
      name,
      { type: 'http', scheme: 'bearer', description: CREDENTIALS[name] ?? name } satisfies SecurityScheme,
    ]),
  );
}
