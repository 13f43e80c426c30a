import type { GrantReport } from '@headshots/local-cloud/aws/authorization/authorizer.ts';
import { expect, test } from 'vitest';
import { readPermits } from '../../shared/domain/admission/permits.ts';
import { failureAlertWrites } from '../../shared/domain/model/failure-alert.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { keys } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';
import { operatorAgo, runSchedules } from '../support/invites.ts';
import { baseUrl, freshTenant, operator, until } from '../support/tenant.ts';

/** Beyond the capacity of the stage, so that no other test gets it. */
const LOST = 9_999;

test('the sweeps need every grant of their roles and no other, and free a permit whose model does not exist', async () => {
  const { organizationId } = await freshTenant();
  const [failures] = await failureAlertWrites(operatorAgo(DAY), organizationId, 'timed-out');
  // Without the event, which would have the owner told at once.
  if (failures) await operator.table.commit([failures]);
  const holder = { organizationId: 'org_erased', modelId: 'mdl_erased', run: 1 };
  const permit = { provider: 'development', number: LOST, holder };
  await operator.table.write(put({ ...keys.permit('development', LOST), ...permit }));
  await runSchedules();
  await until(async () => {
    const permits = await readPermits(operator, 'development');
    return permits.some(({ number, holder: found }) => number === LOST && !found);
  }, 'the permit to be free');

  const report = (await (await fetch(`${baseUrl}/_local/grants`)).json()) as GrantReport;
  for (const role of ['ScheduleAuditCreditsRole', 'ScheduleFindStuckModelsRole']) {
    const granted = report.grants.filter(({ holder }) => holder.includes(role));
    expect(granted.length).toBeGreaterThan(2);
    expect(granted.filter(({ needed }) => !needed)).toEqual([]);
    expect(report.denials.filter((denial) => denial.includes(role))).toEqual([]);
  }
});
