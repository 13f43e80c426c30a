import type { ProviderName } from '../../contract/providers.ts';
import { log } from '../../platform/log.ts';
import { both, equals } from '../../table/condition.ts';
import { ifStill, unlessConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { type Transaction, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { isStuck } from '../model/deadline.ts';
import type { Model } from '../model/model.ts';
import { freeWrite, type Permit, readPermits } from './permits.ts';

/**
 * Frees the permits that no run will release: those of erased organizations and of stuck models. A stuck model stays as it
 * is, for the operator who restarts it. @returns the number of permits that this call has freed
 */
export async function repairPermits(context: DomainContext, provider: ProviderName): Promise<number> {
  const held = (await readPermits(context, provider)).flatMap((permit) =>
    permit.holder ? [{ ...permit, holder: permit.holder }] : [],
  );
  const holders = await context.table.getMany<Model>(
    held.map(({ holder }) => keys.model(holder.organizationId, holder.modelId)),
  );
  let freed = 0;
  for (const [position, permit] of held.entries()) {
    const writes = repairWrites(permit, holders[position], context.clock.now());
    if (writes.length === 0 || !(await unlessConflict(() => context.table.commit(writes)))) continue;
    freed += 1;
    log.warn('permit freed', { provider, number: permit.number, ...permit.holder });
  }
  return freed;
}

function repairWrites(
  permit: Permit & { holder: NonNullable<Permit['holder']> },
  model: Model | undefined,
  now: number,
): Transaction {
  const { holder, number } = permit;
  const holds = model?.run === holder.run && model.permit?.number === number;
  if (!holds) return [freeWrite(permit, holder)];
  if (!isStuck(model, now)) return [];
  const unchanged = both(equals('sequence', model.sequence), equals('status', model.status));
  return [
    freeWrite(permit, holder),
    update(
      keys.model(model.organizationId, model.id),
      { remove: ['permit'] },
      ifStill(unchanged, `The model ${model.id} has changed.`),
    ),
  ];
}
