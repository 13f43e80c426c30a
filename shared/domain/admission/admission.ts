import type { ModelMessage } from '../../contract/messages.ts';
import type { ProviderName } from '../../contract/providers.ts';
import type { RunInput } from '../../contract/run.ts';
import type { DomainContext } from '../context.ts';
import { admitWaiting } from './admit.ts';
import { joinQueue } from './queue.ts';
import { repairPermits } from './repair.ts';
import { Rounds } from './rounds.ts';

export interface AdmissionSettings {
  /** The provider of models that are bound to none. */
  defaultProvider(): ProviderName;
  /** The number of runs that a provider may have at the same time. */
  capacityOf(provider: ProviderName): number;
  /** Starts the execution of a run, once. */
  start(run: RunInput): Promise<void>;
}

/** The handler of messages about waiting models. Messages that one process handles at the same time share their rounds. */
export class Admission {
  readonly #context: DomainContext;
  readonly #settings: AdmissionSettings;
  readonly #rounds: Rounds<ProviderName>;

  constructor(context: DomainContext, settings: AdmissionSettings) {
    this.#context = context;
    this.#settings = settings;
    this.#rounds = new Rounds((provider) => admitWaiting(context, provider, settings.capacityOf(provider)));
  }

  /** Handles a message of the models queue; safe to repeat. */
  async handle(message: ModelMessage): Promise<void> {
    switch (message.kind) {
      case 'queue': {
        const provider = await joinQueue(this.#context, message, this.#settings.defaultProvider());
        if (provider) await this.#rounds.run(provider);
        return;
      }
      case 'start': {
        const { organizationId, modelId, run } = message;
        return this.#settings.start({ organizationId, modelId, run });
      }
      case 'admit':
        if (message.repair) await repairPermits(this.#context, message.provider);
        return this.#rounds.run(message.provider);
    }
  }
}
