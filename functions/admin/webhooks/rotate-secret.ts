import { rotateWebhookSecret as contract } from '../../../shared/contract/admin/webhooks.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';
import { rotateWebhookSecret } from '../../../shared/webhook/settings.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, context }) => {
    return rotateWebhookSecret(context, caller.organizationId);
  },
  {
    reads: ({ caller }) => [keys.webhookSecrets(caller.organizationId), keys.circuit(caller.organizationId)],
  },
);
