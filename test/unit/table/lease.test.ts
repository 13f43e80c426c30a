import { expect, test } from 'vitest';
import { MINUTE } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { type Lease, releaseLease, takeLease } from '../../../shared/table/lease.ts';
import { freshTable } from '../../support/fresh-table.ts';

test('a lease that has expired is not ended by its former holder while another one has it', async () => {
  let now = 0;
  const { context } = freshTable(() => now);
  const take = () => takeLease(context, [keys.detachedPost('org_1', 0)], MINUTE);
  const release = async (lease: Lease | undefined) => lease && releaseLease(context, lease);
  const former = await take();
  expect(await context.table.get(keys.detachedPost('org_1', 0))).toMatchObject({ expiresAtSeconds: 120 });
  expect(await take()).toBeUndefined();
  now += MINUTE;
  const next = await take();
  await release(former);
  expect(await take()).toBeUndefined();
  await release(next);
  expect(await take()).toBeDefined();
});
