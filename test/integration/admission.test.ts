import { test } from 'vitest';
import { readPermits } from '../../shared/domain/admission/permits.ts';
import { keys } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';
import { runSchedules } from '../support/invites.ts';
import { operator, until } from '../support/tenant.ts';

/** Beyond the capacity of the stage, so that no other test gets it. */
const LOST = 9_999;

test('the hourly repair frees a permit whose model does not exist any more', async () => {
  const holder = { organizationId: 'org_erased', modelId: 'mdl_erased', run: 1 };
  const permit = { provider: 'development', number: LOST, holder };
  await operator.table.write(put({ ...keys.permit('development', LOST), ...permit }));
  await runSchedules('RepairPermits');
  await until(async () => {
    const permits = await readPermits(operator, 'development');
    return permits.some(({ number, holder: found }) => number === LOST && !found);
  }, 'the permit to be free');
});
