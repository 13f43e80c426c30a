import { Problem } from '../../contract/errors.ts';
import { DAY, HOUR, SECOND } from '../../platform/clock.ts';
import { scopes } from '../../table/keys.ts';
import type { Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { type Decision, rateLimiter } from '../rate-limit/limiter.ts';
import { fixedPool } from '../rate-limit/pool.ts';

/** Limits of what an organization can do without a credit, beside the rate limit of its requests. */

/** Development models within any 24 hours: they take no credit, and each is trained and generated. */
export const DEVELOPMENT_MODELS_PER_DAY = 500;
/** Test webhooks within any hour: each is posted at once, to a host that the organization chooses. */
export const TEST_WEBHOOKS_PER_HOUR = 60;

/** Models that a member begins within any 24 hours, having deleted those before: each stays in lists, and causes webhooks. */
export const MODELS_OF_MEMBER_PER_DAY = 25;

/** Invitations of users within any hour: each is a mail to an address that the organization chooses. */
export const USER_INVITATIONS_PER_HOUR = 60;

/** Has `commit` create a development model with the write that counts it. @throws RATE_LIMIT_EXCEEDED. */
export async function countDevelopmentModel(
  context: DomainContext,
  organizationId: string,
  commit: (count: Write) => Promise<unknown>,
): Promise<void> {
  const pool = fixedPool(scopes.development(organizationId), DAY, DEVELOPMENT_MODELS_PER_DAY);
  const exhausted = await rateLimiter.consumeWith(context, pool, commit);
  requireRoom(exhausted, `${DEVELOPMENT_MODELS_PER_DAY} development models were created within 24 hours`);
}

/** Has `commit` begin a model of an invited member with the write that counts it. @throws RATE_LIMIT_EXCEEDED. */
export async function countModelOfMember(
  context: DomainContext,
  organizationId: string,
  memberId: string,
  commit: (count: Write) => Promise<unknown>,
): Promise<void> {
  const pool = fixedPool(scopes.models(organizationId, memberId), DAY, MODELS_OF_MEMBER_PER_DAY);
  const exhausted = await rateLimiter.consumeWith(context, pool, commit);
  requireRoom(exhausted, `${MODELS_OF_MEMBER_PER_DAY} models were begun within 24 hours`);
}

/** @throws RATE_LIMIT_EXCEEDED at the limit. */
export async function countTestWebhook(context: DomainContext, organizationId: string): Promise<void> {
  const pool = fixedPool(scopes.testWebhooks(organizationId), HOUR, TEST_WEBHOOKS_PER_HOUR);
  const decision = await rateLimiter.consume(context, pool);
  const exhausted = decision.allowed ? undefined : decision;
  requireRoom(exhausted, `${TEST_WEBHOOKS_PER_HOUR} test webhooks were sent within an hour`);
}

/** Has `commit` invite a user with the write that counts it. @throws RATE_LIMIT_EXCEEDED. */
export async function countUserInvitation(
  context: DomainContext,
  organizationId: string,
  commit: (count: Write) => Promise<unknown>,
): Promise<void> {
  const pool = fixedPool(scopes.userInvitations(organizationId), HOUR, USER_INVITATIONS_PER_HOUR);
  const exhausted = await rateLimiter.consumeWith(context, pool, commit);
  requireRoom(exhausted, `${USER_INVITATIONS_PER_HOUR} users were invited within an hour`);
}

/** @param exhausted the state of a pool without room */
function requireRoom(exhausted: Decision | undefined, reason: string): void {
  if (!exhausted) return;
  const { resetAt, decidedAt } = exhausted;
  const seconds = Math.max(1, Math.ceil((resetAt - decidedAt) / SECOND));
  const error = `${reason}; the next is possible in ${seconds} seconds.`;
  throw new Problem('RATE_LIMIT_EXCEEDED', error, {}, seconds);
}
