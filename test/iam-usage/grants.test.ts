import { expect, test } from 'vitest';
import { UNRESTRICTABLE_ACTIONS } from '../infra/reviewed-access.ts';
import { describeGrant, neededGrants, usedClouds } from './used-clouds.ts';

/**
 * The grants of the roles, and whether the integration or the long tests needed them. A grant that no test
 * needed is one too many. Each of the others was needed at least once, so a missing grant shows as a denied
 * call.
 */

test('no call of a function was denied by its role', () => {
  expect(usedClouds.flatMap(({ report }) => report.denials)).toEqual([]);
});

test('every grant of a role was needed by an integration test or a long test', () => {
  const grants = neededGrants();
  expect(grants.length).toBeGreaterThan(100);
  const unneeded = grants.filter(({ needed, action }) => !needed && !UNRESTRICTABLE_ACTIONS.includes(action));
  // AWS itself uses the unrestrictable actions, to deliver logs and traces. The local cloud does not.
  const hint = 'After a run of some tests only, run npm test and npm run test:long in full.';
  expect(unneeded.map(describeGrant), hint).toEqual([]);
});
