import type { EndpointFacts, Feature } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { scopeOf } from '../contract/scopes.ts';
import type { ApiKeyRecord } from '../domain/organization/api-key.ts';
import type { Organization } from '../domain/organization/organization.ts';
import { addCheck, type Exchange, type Middleware } from './exchange.ts';

const ENABLED: Readonly<Record<Feature, (organization: Organization) => boolean>> = {
  whiteLabel: (organization) => organization.whiteLabel,
};

const MESSAGES: Readonly<Record<Feature, string>> = {
  whiteLabel: 'The white-label feature is not enabled for this organization.',
};

/** Checks the scopes of the API key, and the feature of the organization that the contract needs. @throws FORBIDDEN. */
export function authorize(contract: EndpointFacts): Middleware {
  const { feature } = contract;
  return {
    before: ({ event: exchange }) => {
      const { caller } = exchange;
      if (contract.auth === 'apiKey' && caller && 'key' in caller && caller.key) {
        requireScope(contract, caller.key);
      }
      if (feature) addCheck(exchange, requireFeature(feature, exchange));
    },
  };
}

async function requireFeature(feature: Feature, { organization }: Exchange): Promise<void> {
  if (!ENABLED[feature](await organization())) throw new Problem('FORBIDDEN', MESSAGES[feature]);
}

function requireScope(contract: EndpointFacts, { scopes, test }: ApiKeyRecord): void {
  if (scopes && !scopes.includes(scopeOf(contract))) {
    throw new Problem(
      'FORBIDDEN',
      `This API key lacks the scope ${scopeOf(contract)}: use a key that has it. An owner creates keys in the admin area.`,
    );
  }
  if (test && contract.method !== 'GET' && !contract.testKeys) {
    throw new Problem(
      'FORBIDDEN',
      'A test key can read, and create white-label models with isDevelopment true: use a live key for anything else.',
    );
  }
}
