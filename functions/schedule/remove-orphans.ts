import type { Context } from 'aws-lambda';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { sweepOrphans } from '../../shared/domain/orphans/sweep.ts';
import { MINUTE } from '../../shared/platform/clock.ts';
import { log } from '../../shared/platform/log.ts';

/** Reserved for the page of objects that is being checked when the time is up. */
const TIME_TO_END = MINUTE;

export async function handler(_event: unknown, lambda: Context): Promise<void> {
  const context = deployedContext();
  const deadline = context.clock.now() + lambda.getRemainingTimeInMillis() - TIME_TO_END;
  const swept = await sweepOrphans(context, deployedImageStore(), deadline);
  log.info('objects without records removed', swept);
}
