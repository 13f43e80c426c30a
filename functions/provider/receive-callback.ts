import { receiveCallback as contract } from '../../shared/contract/provider/callbacks.ts';
import { isKeyed } from '../../shared/contract/providers.ts';
import { deployedExecutions } from '../../shared/deployed/executions.ts';
import { receiveCallback } from '../../shared/domain/flow/receive-callback.ts';
import { httpHandler } from '../../shared/http/handler.ts';
import { isSentBy } from '../../shared/providers/hosted/callbacks.ts';

export const handler = httpHandler(contract, async ({ params, received, context }) => {
  await receiveCallback(
    context,
    {
      isSent: async (provider, callback) => {
        if (!isKeyed(provider)) return true;
        // Only a callback with a valid token needs the secret, and the schema of the provider's keys.
        const { deployedProviderKey } = await import('../../shared/deployed/provider-keys.ts');
        return isSentBy(provider, deployedProviderKey(provider), callback, context.clock.now());
      },
      resume: (taskToken) => deployedExecutions().resume(taskToken),
    },
    { provider: params.provider, segment: params.token, callback: received() },
  );
  return {};
});
