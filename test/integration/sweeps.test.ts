import { expect, test } from 'vitest';
import type { GrantReport } from '../../local/aws/authorization/authorizer.ts';
import { runSchedules } from '../support/invites.ts';
import { baseUrl, freshTenant } from '../support/tenant.ts';

test.each(['ScheduleAuditCreditsRole', 'ScheduleFindStuckModelsRole'])(
  'the sweep with the role %s needs every grant of the role, and no other',
  async (role) => {
    await freshTenant();
    await runSchedules();
    const report = (await (await fetch(`${baseUrl}/_local/grants`)).json()) as GrantReport;
    const granted = report.grants.filter(({ holder }) => holder.includes(role));
    expect(granted.length).toBeGreaterThan(2);
    expect(granted.filter(({ needed }) => !needed)).toEqual([]);
    expect(report.denials.filter((denial) => denial.includes(role))).toEqual([]);
  },
);
