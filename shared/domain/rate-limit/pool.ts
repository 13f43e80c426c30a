import { MINUTE } from '../../platform/clock.ts';
import { scopes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Organization, Tier } from '../organization/organization.ts';

/** Requests that are counted together. */
export interface Pool {
  scope: string;
  /** Milliseconds. */
  window: number;
  limit(): Promise<number>;
  /** What the limit is at least, for use before it is known. */
  limitAtLeast: number;
}

/** Requests a minute, of all API keys and owners of an organization together. */
export const REQUESTS_PER_MINUTE: Readonly<Record<Tier, number>> = {
  standard: 300,
  professional: 300,
  enterprise: 1000,
};

const MEMBER_REQUESTS_PER_MINUTE = 300;

/** Limits that this process has learnt, so that it does not read an organization for each of its requests. */
const learntLimits = new Map<string, { limit: number; until: number }>();

/** One pool over all versions of the interface. Another tier counts within a minute. */
export function organizationPool(
  { clock }: Pick<DomainContext, 'clock'>,
  organizationId: string,
  organization: () => Promise<Pick<Organization, 'tier'>>,
): Pool {
  const scope = scopes.organization(organizationId);
  const learnt = learntLimits.get(organizationId);
  if (learnt && clock.now() < learnt.until) return fixedPool(scope, MINUTE, learnt.limit);
  return {
    scope,
    window: MINUTE,
    limit: async () => {
      const limit = REQUESTS_PER_MINUTE[(await organization()).tier];
      learntLimits.set(organizationId, { limit, until: clock.now() + MINUTE });
      return limit;
    },
    limitAtLeast: Math.min(...Object.values(REQUESTS_PER_MINUTE)),
  };
}

/** A pool for each member, so that a page left open does not eat what its organization's server needs. */
export function memberPool(organizationId: string, memberId: string): Pool {
  return fixedPool(scopes.member(organizationId, memberId), MINUTE, MEMBER_REQUESTS_PER_MINUTE);
}

/** For who sends no valid key. */
export function addressPool(address: string, requestsPerMinute: number): Pool {
  return fixedPool(scopes.address(address), MINUTE, requestsPerMinute);
}

export function fixedPool(scope: string, window: number, limit: number): Pool {
  return { scope, window, limit: async () => limit, limitAtLeast: limit };
}
