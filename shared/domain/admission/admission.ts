import type { ModelMessage } from '../../contract/messages.ts';
import type { ProviderName } from '../../contract/providers.ts';
import type { RunInput } from '../../contract/run.ts';
import type { DomainContext } from '../context.ts';
import { admitWaiting } from './admit.ts';
import { coalesced } from './coalesced.ts';
import { joinQueue } from './queue.ts';
import { repairPermits } from './repair.ts';

export interface AdmissionSettings {
  /** The provider of models that are bound to none. */
  defaultProvider(): ProviderName;
  /** The number of runs that a provider may have at the same time. */
  capacityOf(provider: ProviderName): number;
  /** Starts the execution of a run, once. */
  start(run: RunInput): Promise<void>;
}

/** Handles messages of the models queue; safe to repeat. Those that one process handles at once share their rounds. */
export function admissionHandler(context: DomainContext, settings: AdmissionSettings) {
  const rounds = coalesced((provider: ProviderName) =>
    admitWaiting(context, provider, settings.capacityOf(provider)),
  );
  return async (message: ModelMessage): Promise<void> => {
    switch (message.kind) {
      case 'queue': {
        const provider = await joinQueue(context, message, settings.defaultProvider());
        if (provider) await rounds(provider);
        return;
      }
      case 'start': {
        const { organizationId, modelId, run } = message;
        return settings.start({ organizationId, modelId, run });
      }
      case 'admit':
        if (message.repair) await repairPermits(context, message.provider);
        return rounds(message.provider);
    }
  };
}
