import { dropWebhook } from '../contract/web/service.ts';
import type { DomainContext } from '../domain/context.ts';
import { createOrganization } from '../domain/organization/create.ts';
import type { Secret } from '../links/secret.ts';
import type { CheckCredentials } from './credentials.ts';

/**
 * Creates the organization of the check and stores its API key, instead of that of a former one. Its webhooks go to
 * the service itself, and its models are the next ones of their queue: the check judges them after ten minutes.
 * @param origin The service's public origin.
 */
export async function setUpCheck(
  context: DomainContext,
  secret: Pick<Secret, 'write'>,
  origin: string,
): Promise<{ organizationId: string }> {
  const { organizationId, apiKey } = await createOrganization(context, {
    name: 'Check of the main job',
    whiteLabel: true,
    webhookUrl: `${origin}${dropWebhook.path}`,
    admittedFirst: true,
  });
  const credentials: CheckCredentials = { organizationId, apiKey };
  await secret.write(credentials);
  return { organizationId };
}
