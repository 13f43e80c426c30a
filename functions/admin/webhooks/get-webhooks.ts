import { getWebhooks as contract } from '../../../shared/contract/admin/webhooks.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';
import { describeWebhooks, readWebhookState } from '../../../shared/webhook/settings.ts';
import { countedModels } from '../../../shared/webhook/waiting.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context, organization }) => {
    const state = readWebhookState(context, caller.organizationId, organization());
    return { webhooks: await describeWebhooks(context, caller.organizationId, state) };
  },
  {
    reads: ({ caller: { organizationId } }) => [
      keys.organization(organizationId),
      keys.circuit(organizationId),
      keys.webhookSecrets(organizationId),
      countedModels(organizationId, 'failed'),
      countedModels(organizationId, 'circuit'),
    ],
  },
);
