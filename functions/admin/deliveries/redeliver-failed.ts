import { redeliverFailed as contract } from '../../../shared/contract/admin/deliveries.ts';
import { countParked, requireReceiver } from '../../../shared/domain/webhook/park.ts';
import { redeliveryStep } from '../../../shared/domain/webhook/redeliver.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(contract, async ({ caller, body, context, organization }) => {
  requireReceiver(await organization());
  const parkedModels = await countParked(context, caller.organizationId, body.since);
  await context.table.commit([redeliveryStep(context, caller.organizationId, body.since)]);
  return {
    message: 'What failed since then will be sent again, model by model; the delivery log tells how it goes.',
    parkedModels,
  };
});
