import type { ScheduledEvent } from 'aws-lambda';
import { deployedContext } from '../../shared/deployed/context.ts';
import { remindInvited } from '../../shared/domain/invite/remind.ts';
import { log } from '../../shared/platform/log.ts';

export async function handler({ time }: Pick<ScheduledEvent, 'time'>): Promise<void> {
  const { reminded } = await remindInvited(deployedContext(), Date.parse(time));
  log.info('people reminded', { reminded });
}
