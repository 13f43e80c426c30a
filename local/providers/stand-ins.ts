import type { ProviderOptions } from '../../shared/contract/provider-options.ts';
import type { HostedProviderName } from '../../shared/contract/providers.ts';
import { startAstria } from './astria.ts';
import { startHttpStandIn } from './http.ts';
import { DESTINATION, startReplicate, TRAINER } from './replicate.ts';
import { startSageMaker } from './sagemaker.ts';
import type { StandIn, StandInOptions } from './stand-in.ts';

/** A stand-in, with the settings of a stage that uses it. */
export interface StartedStandIn {
  standIn: StandIn;
  providerOptions: ProviderOptions;
}

const START: Readonly<Record<HostedProviderName, (options: StandInOptions) => Promise<StartedStandIn>>> = {
  astria: async (options) => {
    const standIn = await startAstria(options);
    return { standIn, providerOptions: { astria: { url: standIn.url } } };
  },
  replicate: async (options) => {
    const standIn = await startReplicate(options);
    const replicate = { url: standIn.url, trainer: TRAINER, destination: DESTINATION };
    return { standIn, providerOptions: { replicate } };
  },
  http: async (options) => {
    const standIn = await startHttpStandIn(options);
    return { standIn, providerOptions: { http: { url: standIn.url } } };
  },
  sagemaker: async (options) => {
    const standIn = await startSageMaker(options);
    return { standIn, providerOptions: { sagemaker: { url: standIn.url, imageTag: 'stand-in' } } };
  },
};

export function startStandIn(name: HostedProviderName, options: StandInOptions): Promise<StartedStandIn> {
  return START[name](options);
}
