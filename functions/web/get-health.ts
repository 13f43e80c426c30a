import { getHealth } from '../../shared/contract/web/service.ts';
import { httpHandler } from '../../shared/http/handler.ts';

/** The key of no item. The read itself is the check. */
const PROBE = { PK: 'HEALTH', SK: 'HEALTH' };

export const handler = httpHandler(getHealth, async ({ context }) => {
  await context.table.get(PROBE);
  return { status: 'ok' as const };
});
