import type { ReviewedGrant } from '../../local/aws/authorization/authorizer.ts';
import { readCloudUse } from '../support/cloud-use.ts';

/** The uses of the clouds of `npm test` and of `npm run test:long`, each from the last run. */
export const usedClouds = ['integration', 'long'].map(readCloudUse);

/**
 * The grants of all roles, each needed if a test of any of the clouds needed it.
 * @throws if the clouds had different grants
 */
export function neededGrants(): ReviewedGrant[] {
  const [first = [], ...others] = usedClouds.map(({ report }) => report.grants);
  const merged = new Map(first.map((grant) => [describeGrant(grant), { ...grant }]));
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
