import type { DomainContext } from '../../shared/domain/context.ts';
import type { Transaction } from '../../shared/table/transaction.ts';
import { operator } from './tenant.ts';

/** The operator's context, which runs an interruption before its next transaction. */
export function interrupted(interruption: () => Promise<unknown>): DomainContext {
  let pending: (() => Promise<unknown>) | undefined = interruption;
  const table = Object.create(operator.table, {
    commit: {
      value: async (transaction: Transaction) => {
        const first = pending;
        pending = undefined;
        await first?.();
        return operator.table.commit(transaction);
      },
    },
    get: { value: operator.table.get.bind(operator.table) },
    getMany: { value: operator.table.getMany.bind(operator.table) },
  }) as DomainContext['table'];
  const { clock, randomness, newId, webhookSecretKey } = operator;
  return { table, clock, randomness, newId, webhookSecretKey };
}
