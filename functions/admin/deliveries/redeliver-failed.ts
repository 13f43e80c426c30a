import { redeliverFailed as contract } from '../../../shared/contract/admin/deliveries.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { keys } from '../../../shared/table/keys.ts';
import { requireReceiver } from '../../../shared/webhook/blocked.ts';
import { redeliveryWrite } from '../../../shared/webhook/redeliver.ts';
import { countedModels, countParked } from '../../../shared/webhook/waiting.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, body, context, organization }) => {
    const [, parkedModels] = await allInOrder(
      organization().then(requireReceiver),
      countParked(context, caller.organizationId, body.since),
    );
    await context.table.commit([redeliveryWrite(context, caller.organizationId, body.since)]);
    return {
      message:
        'The webhooks that failed since then will be sent again, model by model. The delivery log shows the progress.',
      parkedModels,
    };
  },
  {
    reads: ({ caller }) => [
      keys.organization(caller.organizationId),
      countedModels(caller.organizationId, 'failed'),
    ],
  },
);
