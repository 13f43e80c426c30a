import type { DomainContext } from '../domain/context.ts';
import type { Organization } from '../domain/organization/organization.ts';
import { readWebhookSecrets, signingSecrets } from '../domain/organization/webhook-secret.ts';
import { epochSeconds, isoTime } from '../platform/clock.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';
import type { EgressPolicy } from './send/guard.ts';
import { type SendResult, sendWebhook } from './send/http.ts';
import { signedHeaders } from './send/signature.ts';

export interface MadeAttempt {
  /** Milliseconds since the epoch. */
  startedAt: number;
  result: SendResult;
}

/**
 * Makes one attempt: posts a body to the organization's URL, signed by all its secrets that are valid now.
 */
export async function postWebhook(
  context: DomainContext,
  policy: EgressPolicy,
  organization: Organization,
  { webhookId, body }: { webhookId: string; body: string },
): Promise<MadeAttempt> {
  const secrets = await readWebhookSecrets(context, organization.id);
  const startedAt = context.clock.now();
  const result = await sendWebhook({
    url: organization.webhookUrl ?? '',
    headers: signedHeaders({
      secrets: signingSecrets(secrets, startedAt),
      id: webhookId,
      timestampSeconds: epochSeconds(startedAt),
      body,
    }),
    body,
    policy,
    clock: context.clock,
  });
  return { startedAt, result };
}

/** The entry of an attempt in the delivery log. */
export function loggedAttempt(
  webhookId: string,
  attempt: number,
  { startedAt, result }: MadeAttempt,
): DeliveryAttempt {
  return {
    webhookId,
    attempt,
    at: isoTime(startedAt),
    durationMs: result.durationMs,
    detail: result.detail,
    responseStart: result.responseStart,
    ...responseOf(result),
  };
}

/** The part of an attempt's result that its delivery keeps. */
export function responseOf({ status, error }: SendResult): Pick<Delivery, 'responseStatus' | 'error'> {
  return { ...(status !== undefined && { responseStatus: status }), ...(error !== undefined && { error }) };
}
