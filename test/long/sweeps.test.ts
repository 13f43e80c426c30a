import type { GrantReport } from '@headshots/local-cloud/aws/authorization/authorizer.ts';
import { expect, test } from 'vitest';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { readPermits } from '../../shared/domain/admission/permits.ts';
import { failureAlertWrites } from '../../shared/domain/model/failure-alert.ts';
import { sweepOrphans } from '../../shared/domain/orphans/sweep.ts';
import { incomingKey, photoKeys, uploadKey } from '../../shared/images/keys.ts';
import { DAY } from '../../shared/platform/clock.ts';
import { idFactory } from '../../shared/platform/id.ts';
import { keys } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';
import { operatorAgo, runSchedules } from '../support/invites.ts';
import { baseUrl, freshTenant, operator, until } from '../support/tenant.ts';

const store = deployedImageStore();
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

test('the daily sweep removes objects whose records are gone', async () => {
  const { organizationId } = await freshTenant();
  const ref = { organizationId, modelId: operator.newId('model') };
  const old = idFactory({ now: () => operator.clock.now() - 2 * DAY }, operator.randomness);
  const orphans = [
    incomingKey(ref, old('upload')),
    uploadKey(ref, old('upload')),
    ...photoKeys(ref, old('photo')),
  ];
  for (const key of orphans) await store.write(key, Buffer.from('image'), 'image/jpeg');
  const isGone = async () => (await Promise.all(orphans.map((key) => store.list(key)))).flat().length === 0;
  await until(async () => {
    await runSchedules('RemoveOrphans');
    return isGone();
  }, 'the objects to be removed');
  // Nothing is left for another sweep, which removes no object that is in use.
  const again = await sweepOrphans(operator, store, operator.clock.now() + DAY);
  expect(again).toMatchObject({ removed: 0, done: true });
});
