import type { Substitute } from '../contract/credential.ts';
import type { Auth, EndpointFacts } from '../contract/endpoint.ts';
import { includesRole } from '../contract/roles.ts';
import { writeScopeOf } from '../contract/scopes.ts';
import { sha256 } from '../table/keys.ts';
import type { Caller } from './request.ts';

/**
 * The answer as the caller may see it. A caller who may only read gets substitutes of the credentials in it, because by a
 * credential they could do what they may not.
 */
export function shownTo(caller: Caller<Auth>, contract: EndpointFacts, answer: object): object {
  if (mayWrite(caller, contract)) return answer;
  return contract.credentials.reduce(
    (shown, { path, substitute }) => (substitute ? substitutedIn(shown, path, substitute) : shown),
    answer,
  );
}

/** Whether a caller may make the changes of an endpoint's area. What a member or an outsider gets is their own. */
function mayWrite(caller: Caller<Auth>, contract: EndpointFacts): boolean {
  if (!caller || 'member' in caller) return true;
  if ('role' in caller) return includesRole(caller.role, 'manager');
  const { test, scopes } = caller.key;
  return !test && (scopes?.includes(writeScopeOf(contract)) ?? true);
}

/** Characters of a hash that takes the place of an id. */
const HASH_LENGTH = 26;

const SUBSTITUTES: Readonly<Record<Substitute, (value: unknown) => string | undefined>> = {
  // A field that is undefined is left out of JSON.
  omitted: () => undefined,
  empty: () => '',
  hashed: (value) => `hidden_${sha256(String(value)).slice(0, HASH_LENGTH)}`,
};

function substitutedIn(
  answer: object,
  [field = '', ...rest]: readonly string[],
  substitute: Substitute,
): object {
  if (!(field in answer)) return answer;
  return { ...answer, [field]: substituted(Reflect.get(answer, field), rest, substitute) };
}

function substituted(value: unknown, path: readonly string[], substitute: Substitute): unknown {
  if (Array.isArray(value)) return value.map((entry) => substituted(entry, path, substitute));
  if (path.length === 0) return SUBSTITUTES[substitute](value);
  return typeof value === 'object' && value !== null ? substitutedIn(value, path, substitute) : value;
}
