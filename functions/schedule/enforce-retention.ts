import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { deployedQueues } from '../../shared/deployed/queues.ts';
import { sweepCopies } from '../../shared/domain/copies/sweep.ts';
import { overdueErasures } from '../../shared/domain/erasure/traces.ts';
import { expireUploads } from '../../shared/domain/upload/expire.ts';
import { log } from '../../shared/platform/log.ts';

export async function handler(): Promise<void> {
  const context = deployedContext();
  for await (const { organizationId, id } of overdueErasures(context)) {
    log.warn('erasure resumed', { organizationId, erasureId: id });
    await deployedQueues().cleanUp({ kind: 'person', organizationId, erasureId: id, pass: 1 });
  }
  const { models } = await expireUploads(context, deployedImageStore());
  const copies = await sweepCopies(context, (run) => deployedQueues().cleanUp({ kind: 'copies', ...run }));
  log.info('retention enforced', { models, copiesChecked: copies.checked, copiesOverdue: copies.overdue });
}
