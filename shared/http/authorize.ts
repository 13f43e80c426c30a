import type { EndpointFacts, Feature } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import type { Organization } from '../domain/organization/organization.ts';
import type { Middleware } from './exchange.ts';

const ENABLED: Readonly<Record<Feature, (organization: Organization) => boolean>> = {
  whiteLabel: (organization) => organization.whiteLabel,
};

const MESSAGES: Readonly<Record<Feature, string>> = {
  whiteLabel: 'The white-label feature is not enabled for this organization.',
};

/** Checks that the organization has the feature of the contract enabled. @throws FORBIDDEN. */
export function authorize({ feature }: EndpointFacts): Middleware {
  return {
    before: async ({ event: exchange }) => {
      if (feature && !ENABLED[feature](await exchange.organization())) {
        throw new Problem('FORBIDDEN', MESSAGES[feature]);
      }
    },
  };
}
