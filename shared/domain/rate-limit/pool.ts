import { MINUTE } from '../../platform/clock.ts';
import { scopes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Organization, Tier } from '../organization/organization.ts';

/** Requests that share a limit. */
export interface Pool {
  scope: string;
  /** Milliseconds. */
  window: number;
  /** Undefined before it is read. */
  limit: number | undefined;
  readLimit(): Promise<number>;
  /** The lowest limit that {@link readLimit} may return. */
  lowestLimit: number;
}

/** Requests a minute, of all API keys and users of an organization together. */
const REQUESTS_PER_MINUTE: Readonly<Record<Tier, number>> = {
  standard: 300,
  professional: 300,
  enterprise: 1000,
};

/** Limits that this process has read, so that it does not read the organization for every request. */
const cachedLimits = new Map<string, { limit: number; until: number }>();

/** One pool for all versions of the API. A change of the tier takes effect within a minute. */
export function organizationPool(
  { clock }: Pick<DomainContext, 'clock'>,
  organizationId: string,
  organization: () => Promise<Pick<Organization, 'tier'>>,
): Pool {
  const scope = scopes.organization(organizationId);
  const cached = cachedLimits.get(organizationId);
  if (cached && clock.now() < cached.until) return fixedPool(scope, MINUTE, cached.limit);
  return {
    scope,
    window: MINUTE,
    limit: undefined,
    readLimit: async () => {
      const limit = REQUESTS_PER_MINUTE[(await organization()).tier];
      cachedLimits.set(organizationId, { limit, until: clock.now() + MINUTE });
      return limit;
    },
    lowestLimit: Math.min(...Object.values(REQUESTS_PER_MINUTE)),
  };
}

export function fixedPool(scope: string, window: number, limit: number): Pool {
  return { scope, window, limit, readLimit: async () => limit, lowestLimit: limit };
}
