import type { ReviewedGrant } from '@headshots/local-cloud/aws/authorization/authorizer.ts';
import { readCloudUse } from '../support/cloud-use.ts';

/** The uses of the clouds of `npm test` and of `npm run test:long`, each from the last run. */
export const usedClouds = ['integration', 'long'].map(readCloudUse);

/**
 * The grants of all roles, each needed if a test of any of the clouds needed it. The GET and the HEAD route of a
 * function have the same permission, so neither of the two is needed on its own: both count as needed, and
 * test/integration/openapi.test.ts calls every HEAD route.
 * @throws if the clouds had different grants
 */
export function neededGrants(): ReviewedGrant[] {
  const [first = [], ...others] = usedClouds.map(({ report }) => report.grants);
  const merged = new Map<string, ReviewedGrant>();
  for (const grant of first) {
    const isTwice = merged.has(describeGrant(grant));
    merged.set(describeGrant(grant), { ...grant, needed: grant.needed || isTwice });
  }
  for (const grants of others) {
    if (grants.length !== first.length) throw new Error(DIFFERENT);
    for (const grant of grants) {
      const known = merged.get(describeGrant(grant));
      if (known === undefined) throw new Error(DIFFERENT);
      known.needed ||= grant.needed;
    }
  }
  return [...merged.values()];
}

const DIFFERENT =
  'The clouds of the integration and of the long tests had different grants: run npm test and npm run test:long on the same code.';

export function describeGrant({ holder, action, resource, conditions }: ReviewedGrant): string {
  return `${holder}: ${action} ${resource}${conditions === undefined ? '' : ` if ${conditions}`}`;
}
