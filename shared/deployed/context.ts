import type { DomainContext } from '../domain/context.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { idFactory } from '../platform/id.ts';
import { systemRandomness } from '../platform/randomness.ts';
import { connectTable, type Table } from '../table/table.ts';
import { deployedWebhookSecretKey } from './webhook-secret-key.ts';

let connected: Table | undefined;

const deployed: DomainContext = {
  clock: systemClock,
  randomness: systemRandomness,
  newId: idFactory(systemClock, systemRandomness),
  webhookSecretKey: deployedWebhookSecretKey,
  /** Connected on first use, since a function without a permission for the table has no table name. */
  get table() {
    connected ??= connectTable(environment('TABLE_NAME'), systemRandomness);
    return connected;
  },
};

/** The context of a deployed function; its connection lasts as long as the function's environment. */
export function deployedContext(): DomainContext {
  return deployed;
}
