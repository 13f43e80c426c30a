import { deployedContext } from '../../shared/deployed/context.ts';
import { log } from '../../shared/platform/log.ts';
import { giveUpParked } from '../../shared/webhook/give-up.ts';

export async function handler(): Promise<void> {
  const { models, webhooks } = await giveUpParked(deployedContext());
  log.info('parked webhooks given up', { models, webhooks });
}
