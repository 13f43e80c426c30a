import type { Context } from 'aws-lambda';
import { sweepCredits } from '../../shared/audit/sweep.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { MINUTE } from '../../shared/platform/clock.ts';
import { log } from '../../shared/platform/log.ts';

/** Reserved for the organizations that are being audited when the time is up. */
const TIME_TO_END = MINUTE;

export async function handler(_event: unknown, lambda: Context): Promise<void> {
  const context = deployedContext();
  const deadline = context.clock.now() + lambda.getRemainingTimeInMillis() - TIME_TO_END;
  const { organizations, anomalies } = await sweepCredits(context, deadline);
  log.info('credits audited', { organizations, anomalies });
}
