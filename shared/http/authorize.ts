import type { Auth, EndpointFacts, Feature } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { includesRole } from '../contract/roles.ts';
import { changesNothing, scopeOf, writeScopeOf } from '../contract/scopes.ts';
import type { ApiKeyRecord } from '../domain/organization/api-key.ts';
import type { Organization } from '../domain/organization/organization.ts';
import type { UserSession } from '../domain/user/session.ts';
import { addCheck, type Exchange, type Middleware } from './exchange.ts';
import type { Caller } from './request.ts';

const ENABLED: Readonly<Record<Feature, (organization: Organization) => boolean>> = {
  whiteLabel: (organization) => organization.whiteLabel,
};

const MESSAGES: Readonly<Record<Feature, string>> = {
  whiteLabel: 'The white-label feature is not enabled for this organization.',
};

/** Checks the scopes of the API key or the role of the user, and the feature of the organization that the contract needs. @throws FORBIDDEN. */
export function authorize(contract: EndpointFacts): Middleware {
  const { feature } = contract;
  return {
    before: ({ event: exchange }) => {
      const { caller } = exchange;
      if (caller && (contract.auth === 'apiKey' || contract.auth === 'userSession')) {
        if ('key' in caller) requireScope(contract, caller.key);
        if ('role' in caller) requireRole(contract, caller);
      }
      if (feature) addCheck(exchange, requireFeature(feature, exchange));
    },
  };
}

async function requireFeature(feature: Feature, { organization }: Exchange): Promise<void> {
  if (!ENABLED[feature](await organization())) throw new Problem('FORBIDDEN', MESSAGES[feature]);
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

/** Whether a caller gets the credentials in the answers of a contract, which let their holders act for other people. */
export function seesCredentials(contract: EndpointFacts, caller: Caller<Auth>): boolean {
  if (!caller) return false;
  if ('role' in caller) return includesRole(caller.role, 'manager');
  if (!('key' in caller)) return false;
  const { scopes, test = false } = caller.key;
  return !test && (scopes?.includes(writeScopeOf(contract)) ?? true);
}
