import { expect, test } from 'vitest';
import { domainContext } from '../../shared/domain/context.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { ownedTenant } from '../support/owner.ts';
import {
  createModel,
  freshTenant,
  operator,
  someEmail,
  submittedModel,
  waitForStatus,
} from '../support/tenant.ts';
import { monthsAgo, storeUsage } from '../support/usage.ts';

const USAGE = '/api/v2/organization/usage';

interface Report {
  months: string[];
  usage: { month: string; teamId: string | null; teamName: string | null; credits: number }[];
  total: Record<string, number>;
}

test('usage counts the credit, the begin and the end of a model for its team, and no development model', async () => {
  const tenant = await freshTenant({ credits: 5, provider: 'development' });
  const { team } = await tenant.api.expect<{ team: { id: string } }>('POST', '/api/v2/organization/teams', {
    name: 'Sales',
  });
  await createModel(tenant);
  for (const fields of [{ teamId: team.id }, { isDevelopment: true }]) {
    const { modelId } = await submittedModel(tenant, fields);
    await waitForStatus(tenant, modelId, 'active');
  }
  const month = monthsAgo(operator, 0);
  const zero = { credits: 0, modelsBegun: 0, modelsFinished: 0, modelsFailed: 0, headshots: 0 };
  const finished = { credits: 1, modelsFinished: 1, headshots: 40 };
  const report = await tenant.api.expect<Report>('GET', `${USAGE}?from=${month}`);
  expect(report).toMatchObject({
    months: [month],
    total: { ...zero, ...finished, modelsBegun: 2 },
    usage: [
      { month, teamId: null, teamName: null, ...zero, modelsBegun: 1 },
      { month, teamId: team.id, teamName: 'Sales', ...zero, ...finished, modelsBegun: 1 },
    ],
  });
  await tenant.api.expect('DELETE', `/api/v2/organization/teams/${team.id}`);
  const { usage } = await tenant.api.expect<Report>('GET', USAGE);
  expect(usage[1]).toMatchObject({ teamName: 'Sales', teamDeleted: true, credits: 1 });
});

test('a report covers the months of its request, of its own organization only', async () => {
  const [tenant, other] = [await freshTenant(), await freshTenant()];
  const rows = [3, 2, 1].map((ago) => ({
    month: monthsAgo(operator, ago),
    credits: ago,
    headshots: 40 * ago,
  }));
  await storeUsage(operator, tenant.organizationId, rows);
  const [from, to] = [monthsAgo(operator, 2), monthsAgo(operator, 1)];
  const report = await tenant.api.expect<Report>('GET', `${USAGE}?from=${from}&to=${to}`);
  expect(await tenant.api.expect<Report>('GET', `${USAGE}?to=2000-01`)).toMatchObject({
    months: ['2000-01'],
  });
  expect(report.usage.map(({ month, credits }) => [month, credits])).toEqual([
    [from, 2],
    [to, 1],
  ]);
  expect(report.total).toMatchObject({ credits: 3, headshots: 120 });
  expect((await tenant.api.expect<Report>('GET', USAGE)).months).toHaveLength(12);
  expect((await other.api.expect<Report>('GET', USAGE)).usage).toEqual([]);
});

test.each([
  ['from=2026-13', "'from'"],
  ['from=2026-1', "'from'"],
  ['to=yesterday', "'to'"],
  ['from=2026-03&to=2026-02', 'must not be after'],
  ['from=2020-01&to=2026-02', 'at most 36'],
])('the period %s of a report is refused', async (query, message) => {
  const tenant = await freshTenant();
  const { status, body } = await tenant.api.call('GET', `${USAGE}?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ success: false, code: 'INVALID_REQUEST' });
  expect(JSON.stringify(body)).toContain(message.replaceAll('"', '\\"'));
});

test("an owner sees who is stuck, and an API key does not open the owner's overview", async () => {
  const tenant = await ownedTenant();
  const longAgo = { now: () => operator.clock.now() - 31 * DAY };
  const former = domainContext(operator.table, longAgo, operator.randomness, operator.webhookSecretKey);
  const email = someEmail();
  await sendInvite(former, tenant.organizationId, { email });
  const overview = await tenant.owner.expect<object>('GET', '/api/admin/overview');
  expect(overview).toMatchObject({
    stuck: [{ reason: 'invite-expired', total: 1, people: [{ email, name: null }] }],
    pace: null,
    cost: [],
  });
  expect((await tenant.api.call('GET', '/api/admin/overview')).status).toBe(401);
});
