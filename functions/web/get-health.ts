import { getHealth } from '../../shared/contract/web/service.ts';
import { httpHandler } from '../../shared/http/handler.ts';

/** A key that no organization has: the read is all that matters. */
const PROBE = { PK: 'HEALTH', SK: 'HEALTH' };

export const handler = httpHandler(getHealth, async ({ context }) => {
  await context.table.get(PROBE);
  return { status: 'ok' as const };
});
