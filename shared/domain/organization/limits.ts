import { counted } from '../../contract/counted.ts';
import { Problem } from '../../contract/errors.ts';
import { DAY, HOUR, SECOND } from '../../platform/clock.ts';
import { scopes } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import { admit } from '../rate-limit/admit.ts';
import { fixedPool } from '../rate-limit/pool.ts';

/** Limits of what an organization can do without a credit, beside the rate limit of its requests. */

/** Development models within any 24 hours: they take no credit, and each is trained and generated. */
export const DEVELOPMENT_MODELS_PER_DAY = 500;
/** Test webhooks within any hour: each is posted at once, to a host that the organization chooses. */
export const TEST_WEBHOOKS_PER_HOUR = 60;

/** Invitations of users within any hour: each is a mail to an address that the organization chooses. */
export const USER_INVITATIONS_PER_HOUR = 60;

/** @throws RATE_LIMIT_EXCEEDED at the limit. */
export function admitDevelopmentModel(context: DomainContext, organizationId: string): Promise<void> {
  const pool = fixedPool(scopes.development(organizationId), DAY, DEVELOPMENT_MODELS_PER_DAY);
  return admitOr(
    context,
    pool,
    `${counted(DEVELOPMENT_MODELS_PER_DAY, 'development model was', 'development models were')} created within 24 hours`,
  );
}

/** @throws RATE_LIMIT_EXCEEDED at the limit. */
export function admitTestWebhook(context: DomainContext, organizationId: string): Promise<void> {
  const pool = fixedPool(scopes.testWebhooks(organizationId), HOUR, TEST_WEBHOOKS_PER_HOUR);
  return admitOr(
    context,
    pool,
    `${counted(TEST_WEBHOOKS_PER_HOUR, 'test webhook was', 'test webhooks were')} sent within an hour`,
  );
}

/** @throws RATE_LIMIT_EXCEEDED at the limit. */
export function admitUserInvitation(context: DomainContext, organizationId: string): Promise<void> {
  const pool = fixedPool(scopes.userInvitations(organizationId), HOUR, USER_INVITATIONS_PER_HOUR);
  return admitOr(
    context,
    pool,
    `${counted(USER_INVITATIONS_PER_HOUR, 'user was', 'users were')} invited within an hour`,
  );
}

async function admitOr(
  context: DomainContext,
  pool: ReturnType<typeof fixedPool>,
  reason: string,
): Promise<void> {
  const { admitted, resetAt, decidedAt } = await admit(context, pool);
  if (admitted) return;
  const seconds = Math.max(1, Math.ceil((resetAt - decidedAt) / SECOND));
  throw new Problem(
    'RATE_LIMIT_EXCEEDED',
    `${reason}; the next is possible in ${seconds} seconds.`,
    {},
    seconds,
  );
}
