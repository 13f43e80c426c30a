import { receiveCallback as contract } from '../../shared/contract/provider/callbacks.ts';
import { deployedExecutions } from '../../shared/deployed/executions.ts';
import { deployedProviderKey } from '../../shared/deployed/provider-keys.ts';
import { receiveCallback } from '../../shared/domain/flow/receive-callback.ts';
import { httpHandler } from '../../shared/http/handler.ts';
import { isSentBy } from '../../shared/providers/hosted/callbacks.ts';

export const handler = httpHandler(contract, async ({ params, received, context }) => {
  await receiveCallback(
    context,
    {
      isSent: (provider, callback) =>
        isSentBy(provider, deployedProviderKey(provider), callback, context.clock.now()),
      wake: (taskToken) => deployedExecutions().wake(taskToken),
    },
    { provider: params.provider, segment: params.token, callback: received() },
  );
  return {};
});
