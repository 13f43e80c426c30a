import { beforeAll, expect, test } from 'vitest';
import type { GrantReport, ReviewedGrant } from '../../local/aws/authorization/authorizer.ts';
import { FORCED_ANY } from '../infra/reviewed-access.ts';
import { usedCloud } from './used-cloud.ts';

/**
 * What the roles of the cloud were asked for by all integration tests. A grant that everything went without is one too
 * many. Each of the others was needed once at least: without it that call would be among the refusals, so a grant
 * that is taken away fails here, too.
 */
let report: GrantReport;
beforeAll(async () => {
  report = (await (await fetch(`${usedCloud().baseUrl}/_local/grants`)).json()) as GrantReport;
});

test('no function was refused anything', () => {
  expect(report.refusals).toEqual([]);
});

test('there is no grant that nothing needs', () => {
  const { grants } = report;
  expect(grants.length).toBeGreaterThan(100);
  const unneeded = grants.filter(({ needed, action }) => !needed && !FORCED_ANY.includes(action));
  // Logs and traces are written by AWS itself, in the name of the role; here nobody does.
  expect(unneeded.map(lineOf)).toEqual([]);
});

function lineOf({ holder, action, resource, conditions }: ReviewedGrant): string {
  return `${holder}: ${action} ${resource}${conditions === undefined ? '' : ` if ${conditions}`}`;
}
