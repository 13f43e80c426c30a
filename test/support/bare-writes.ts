import type { Entity, Key } from '../../shared/table/keys.ts';
import type { Change, PutWrite, StoredItem, UpdateWrite } from '../../shared/table/transaction.ts';

/** Puts an item of any kind, without telling the lists. */
export function barePut(item: StoredItem): PutWrite {
  return { kind: 'Put', item, guard: undefined };
}

/** Updates an item of any kind, without telling the lists. */
export function bareUpdate(key: Key<Entity>, change: Change): UpdateWrite {
  return { kind: 'Update', key, change, guard: undefined };
}
