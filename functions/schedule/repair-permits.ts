import { PROVIDER_NAMES } from '../../shared/contract/providers.ts';
import { deployedQueues } from '../../shared/deployed/queues.ts';

/** One function admits, so that this one needs no access to the table. */
export async function handler(): Promise<void> {
  for (const provider of PROVIDER_NAMES) {
    await deployedQueues().advance({ kind: 'admit', provider, repair: true });
  }
}
