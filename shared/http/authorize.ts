import type { EndpointFacts } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { includesRole } from '../contract/roles.ts';
import { changesNothing, scopeOf } from '../contract/scopes.ts';
import type { ApiKeyRecord } from '../domain/organization/api-key.ts';
import type { UserSession } from '../domain/user/session.ts';
import type { Middleware } from './exchange.ts';

/** Checks the scopes of the API key or the role of the user, and the feature of the organization that the contract needs. @throws FORBIDDEN. */
export function authorize(contract: EndpointFacts): Middleware {
  return {
    before: async ({ event: exchange }) => {
      const { caller } = exchange;
      if (!caller) return;
      if (contract.auth === 'apiKey' || contract.auth === 'userSession') {
        if ('key' in caller) requireScope(contract, caller.key);
        if ('role' in caller) requireRole(contract, caller);
      }
      if (
        contract.feature === 'whiteLabel' &&
        !(await exchange.organization(caller.organizationId)).whiteLabel
      )
        throw new Problem('FORBIDDEN', 'The white-label feature is not enabled for this organization.');
    },
  };
}

/** Without a declared role no user may call the endpoint. */
function requireRole({ role: required, operation }: EndpointFacts, { role }: UserSession): void {
  if (required === undefined) throw new Error(`${operation} declares no role for users: declare one.`);
  if (includesRole(role, required)) return;
  throw new Problem(
    'FORBIDDEN',
    `This needs the role ${required}, and yours is ${role}. An owner of the organization can change it.`,
  );
}

function requireScope(contract: EndpointFacts, { scopes, test }: ApiKeyRecord): void {
  if (scopes && !scopes.includes(scopeOf(contract))) {
    throw new Problem(
      'FORBIDDEN',
      `This API key lacks the scope ${scopeOf(contract)}: use a key that has it. An owner creates keys in the admin area.`,
    );
  }
  if (test && !changesNothing(contract) && !contract.testKeys) {
    throw new Problem(
      'FORBIDDEN',
      'A test key can read, and create and delete development models: use a live key for anything else.',
    );
  }
}
