import { expect, test } from 'vitest';
import type { Answer } from '../../shared/contract/call.ts';
import { domainContext } from '../../shared/domain/context.ts';
import { sendInvite } from '../../shared/domain/invite/send.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { ownedTenant } from '../support/owner.ts';
import { createTeam, TEAMS } from '../support/people.ts';
import { createModel, freshTenant, operator, someEmail } from '../support/tenant.ts';
import { monthsAgo, storeUsage } from '../support/usage.ts';

const USAGE = '/api/v2/organization/usage';

type Report = Answer<'GET /api/v2/organization/usage'>;

test('a report has the months of its request and the names of teams, of its own organization only', async () => {
  const [tenant, other] = await Promise.all([freshTenant(), freshTenant()]);
  const team = await createTeam(tenant, 'Sales');
  await createModel(tenant, { teamId: team.id });
  await createModel(tenant, { teamId: team.id, isDevelopment: true });
  const rows = [3, 2, 1].map((ago) => ({
    month: monthsAgo(operator, ago),
    credits: ago,
    headshots: 40 * ago,
  }));
  await storeUsage(operator, tenant.organizationId, rows);
  const [from = '', last, now] = [2, 1, 0].map((ago) => monthsAgo(operator, ago));
  const zero = { credits: 0, modelsBegun: 0, modelsFinished: 0, modelsFailed: 0, headshots: 0 };
  const stored = { teamId: null, teamName: null, ...zero };
  const sales = { month: now, teamId: team.id, teamName: 'Sales', ...zero, modelsBegun: 1 };
  const period = `${USAGE}?from=${from}&to=${now}`;
  expect(await tenant.api.expect<Report>('GET', period)).toEqual({
    success: true,
    months: [from, last, now],
    usage: [
      { ...stored, month: from, credits: 2, headshots: 80 },
      { ...stored, month: last, credits: 1, headshots: 40 },
      sales,
    ],
    total: { ...zero, credits: 3, headshots: 120, modelsBegun: 1 },
  });
  await tenant.api.expect('DELETE', `${TEAMS}/${team.id}`);
  const { months, usage } = await tenant.api.expect<Report>('GET', USAGE);
  expect([months.length, usage.at(-1)]).toEqual([12, { ...sales, teamDeleted: true }]);
  expect((await other.api.expect<Report>('GET', USAGE)).usage).toEqual([]);
  for (const [query, message] of [
    ['from=2026-13', "'from'"],
    ['from=2026-1', "'from'"],
    ['to=yesterday', "'to'"],
    ['from=2026-03&to=2026-02', 'must not be after'],
  ]) {
    const { status, body } = await tenant.api.call('GET', `${USAGE}?${query}`);
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error).toContain(message);
  }
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
