import type { GrantReport } from '@headshots/local-cloud/aws/authorization/authorizer.ts';
import { expect, test } from 'vitest';
import { failureAlertWrites } from '../../shared/domain/model/failure-alert.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { runSchedules } from '../support/invites.ts';
import { baseUrl, freshTenant, operator } from '../support/tenant.ts';

/** Has the owner told of a model by the next sweep. */
async function withFailure(organizationId: string): Promise<void> {
  const clock = { now: () => operator.clock.now() - DAY };
  const { table, randomness, newId, webhookSecretKey } = operator;
  const aDayAgo = { table, clock, randomness, newId, webhookSecretKey };
  const [count] = await failureAlertWrites(aDayAgo, organizationId, 'timed-out');
  // Without the event, which would have the owner told at once.
  if (count) await table.commit([count]);
}

test.each(['ScheduleAuditCreditsRole', 'ScheduleFindStuckModelsRole'])(
  'the sweep with the role %s needs every grant of the role, and no other',
  async (role) => {
    const { organizationId } = await freshTenant();
    await withFailure(organizationId);
    await runSchedules();
    const report = (await (await fetch(`${baseUrl}/_local/grants`)).json()) as GrantReport;
    const granted = report.grants.filter(({ holder }) => holder.includes(role));
    expect(granted.length).toBeGreaterThan(2);
    expect(granted.filter(({ needed }) => !needed)).toEqual([]);
    expect(report.denials.filter((denial) => denial.includes(role))).toEqual([]);
  },
);
