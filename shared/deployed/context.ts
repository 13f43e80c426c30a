import type { DomainContext } from '../domain/context.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { idFactory } from '../platform/id.ts';
import { systemRandomness } from '../platform/randomness.ts';
import { connectTable } from '../table/table.ts';
import { once } from './once.ts';

const table = once(() => connectTable(environment('TABLE_NAME'), systemRandomness));

/** The key of webhook secrets. Few functions read it: the others do not load the client. */
export const deployedWebhookSecretKey = once(async () => {
  const { readWebhookSecretKey } = await import('./secrets.ts');
  return readWebhookSecretKey();
});

const deployed: DomainContext = {
  clock: systemClock,
  randomness: systemRandomness,
  newId: idFactory(systemClock, systemRandomness),
  webhookSecretKey: deployedWebhookSecretKey,
  /** Connected on first use, since a function without a permission for the table has no table name. */
  get table() {
    return table();
  },
};

/** The context of a deployed function; its connection lasts as long as the function's environment. */
export function deployedContext(): DomainContext {
  return deployed;
}
