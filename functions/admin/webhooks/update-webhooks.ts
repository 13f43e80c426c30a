import { updateWebhooks as contract } from '../../../shared/contract/admin/webhooks.ts';
import { deployedEgressPolicy } from '../../../shared/deployed/settings.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';
import { changeWebhooks, describeWebhooks } from '../../../shared/webhook/settings.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, body, context }) => {
    const policy = deployedEgressPolicy();
    const changed = changeWebhooks(context, caller.organizationId, body, { policy });
    return { webhooks: await describeWebhooks(context, caller.organizationId, changed) };
  },
  {
    reads: ({ caller: { organizationId } }) => [
      keys.organization(organizationId),
      keys.circuit(organizationId),
    ],
  },
);
