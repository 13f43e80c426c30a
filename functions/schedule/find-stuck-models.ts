import { deployedContext } from '../../shared/deployed/context.ts';
import { reportStuckModels } from '../../shared/domain/model/stuck.ts';
import { log } from '../../shared/platform/log.ts';

export async function handler(): Promise<void> {
  const { stuck } = await reportStuckModels(deployedContext());
  log.info('stuck models counted', { stuck });
}
