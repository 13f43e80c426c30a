import { startSageMaker } from '../../../local/providers/sagemaker.ts';
import type { StandInOptions } from '../../../local/providers/stand-in.ts';
import type { SageMakerOptions } from '../../../shared/contract/provider-options.ts';
import { awsAccount, STAND_IN_RESOURCES } from '../../../shared/providers/sagemaker/aws-account.ts';
import { SageMakerProvider } from '../../../shared/providers/sagemaker/sagemaker-provider.ts';
import { type ProviderFixture, SHORT_TIMEOUTS, standInOptions } from './fixture.ts';

/** What a function has from its environment. */
const CLIENT = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'function', secretAccessKey: 'secret' },
  requestHandler: { requestTimeout: SHORT_TIMEOUTS.call, throwOnRequestTimeout: true },
};

export const sagemaker = sagemakerWith({});

/** @param container what runs the jobs, in place of their seconds */
export function sagemakerWith(
  container: Pick<StandInOptions, 'container'>,
  more: Pick<SageMakerOptions, 'spot'> = {},
): ProviderFixture {
  return {
    name: 'sagemaker',
    isHosted: true,
    namesNoPause: true,
    async start({ clock, store }) {
      const standIn = await startSageMaker({ ...standInOptions(clock), ...container });
      const options = { url: standIn.url, imageTag: 'stand-in', usdPerHour: 2, ...more };
      const provider = new SageMakerProvider({
        options,
        store,
        accountOf: (tag) => awsAccount({ resources: STAND_IN_RESOURCES, options, client: CLIENT }, tag),
      });
      return { provider, standIn, stop: () => standIn.stop() };
    },
  };
}
