import { deployedContext } from '../../shared/deployed/context.ts';
import { expireInvites } from '../../shared/domain/invite/expire.ts';
import { log } from '../../shared/platform/log.ts';

export async function handler(): Promise<void> {
  const { expired, released } = await expireInvites(deployedContext());
  log.info('invites expired', { expired, released });
}
