import { beforeAll, expect, test } from 'vitest';
import type { GrantReport, ReviewedGrant } from '../../local/aws/authorization/authorizer.ts';
import { UNRESTRICTABLE_ACTIONS } from '../infra/reviewed-access.ts';
import { usedCloud } from './used-cloud.ts';

/**
 * The grants of the roles, and whether the integration tests needed them. A grant that no test needed is one
 * too many. Each of the others was needed at least once, so a missing grant shows as a denied call.
 */
let report: GrantReport;
beforeAll(async () => {
  report = (await (await fetch(`${usedCloud().baseUrl}/_local/grants`)).json()) as GrantReport;
});

test('no call of a function was denied by its role', () => {
  expect(report.denials).toEqual([]);
});

test('every grant of a role was needed by an integration test', () => {
  const { grants } = report;
  expect(grants.length).toBeGreaterThan(100);
  const unneeded = grants.filter(({ needed, action }) => !needed && !UNRESTRICTABLE_ACTIONS.includes(action));
  // AWS itself uses the unrestrictable actions, to deliver logs and traces. The local cloud does not.
  expect(unneeded.map(describeGrant)).toEqual([]);
});

function describeGrant({ holder, action, resource, conditions }: ReviewedGrant): string {
  return `${holder}: ${action} ${resource}${conditions === undefined ? '' : ` if ${conditions}`}`;
}
