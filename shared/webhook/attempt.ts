import type { DomainContext } from '../domain/context.ts';
import type { Organization } from '../domain/organization/organization.ts';
import { signingSecrets } from '../domain/organization/webhook-secret.ts';
import { epochSeconds } from '../platform/clock.ts';
import type { MadeAttempt } from './delivery.ts';
import type { EgressPolicy } from './send/guard.ts';
import { sendWebhook } from './send/http.ts';
import { signedHeaders } from './send/signature.ts';

/** Makes one attempt: posts a body to the organization's URL, signed by all its valid secrets. */
export async function postWebhook(
  context: DomainContext,
  policy: EgressPolicy,
  organization: Organization,
  { webhookId, body }: { webhookId: string; body: string },
): Promise<MadeAttempt> {
  const secrets = await signingSecrets(context, organization.id);
  const startedAt = context.clock.now();
  const result = await sendWebhook({
    url: organization.webhookUrl ?? '',
    headers: signedHeaders({
      secrets,
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
