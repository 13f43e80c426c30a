import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedQueues } from '../../shared/deployed/queues.ts';
import { sweepFailureAlerts } from '../../shared/domain/model/failure-alert.ts';
import { reportStuckModels } from '../../shared/domain/model/stuck.ts';
import { log } from '../../shared/platform/log.ts';

export async function handler(): Promise<void> {
  const context = deployedContext();
  const { stuck } = await reportStuckModels(context);
  const { mails } = await sweepFailureAlerts(context, (message) => deployedQueues().sendMail(message));
  log.info('stuck models counted', { stuck, mails });
}
