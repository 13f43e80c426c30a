import type { Endpoint, Feature } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { deployedContext } from '../domain/context.ts';
import { type Organization, readOrganization } from '../domain/organization/organization.ts';
import type { Middleware } from './stack.ts';

const ENABLED: Readonly<Record<Feature, (organization: Organization) => boolean>> = {
  whiteLabel: (organization) => organization.whiteLabel,
};

const REFUSED: Readonly<Record<Feature, string>> = {
  whiteLabel: 'The white-label feature is not enabled for this organization.',
};

/** @throws FORBIDDEN when the organization lacks the feature that the contract needs. */
export function authorize({ feature }: Endpoint): Middleware {
  return {
    before: async (exchange) => {
      const { caller } = exchange.internal;
      let read: Promise<Organization> | undefined;
      const organization = () => {
        if (!caller) throw new Error('A request without a caller has no organization.');
        read ??= readOrganization(deployedContext(), caller.organizationId);
        return read;
      };
      exchange.internal.organization = organization;
      if (feature && !ENABLED[feature](await organization())) {
        throw new Problem('FORBIDDEN', REFUSED[feature]);
      }
    },
  };
}
