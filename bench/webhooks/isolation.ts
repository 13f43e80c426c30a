import { setTimeout as pause } from 'node:timers/promises';
import type { BenchCloud } from './cloud.ts';
import { changeAtRate } from './load.ts';
import { alternating, type BenchOrganization, type ChangingModel, makeOrganization } from './models.ts';
import type { Receivers } from './receiver.ts';
import type { Behaviour } from './receiver-process.ts';
import { p99 } from './statistics.ts';
import { latencyOf } from './throughput.ts';

export interface IsolationPlan {
  organizations: number;
  changesPerSecond: number;
  secondsPerRound: number;
  /** The number of pairs of rounds. One receiver misbehaves in the second round of a pair. */
  pairs: number;
}

export const PLAN: IsolationPlan = {
  organizations: 100,
  changesPerSecond: 20,
  secondsPerRound: 25,
  pairs: 8,
};

const MODELS_EACH = 10;
/** Enough models for every message group of the organization. */
const MODELS_OF_MISBEHAVING = 40;
/**
 * Changes of the misbehaving organization before each round. They take as long as the longest post, so that
 * the organization has its maximum of open posts and these end at different times.
 */
const HEAD_START = { changesPerSecond: 4, seconds: 10 };
/** The longest wait for late webhooks before the receiver behaves well again. */
const LATE_MS = 8000;
const REST_MS = 2000;

/** The organizations of a local cloud. The receiver of one of them can misbehave. */
export class Neighbours {
  readonly #receivers: Receivers;
  readonly #misbehaving: BenchOrganization;
  readonly #models: readonly ChangingModel[];

  static async make({ context }: BenchCloud, receivers: Receivers, count: number): Promise<Neighbours> {
    const organizations: BenchOrganization[] = [];
    for (let number = 0; number < count; number++) {
      const models = number === 0 ? MODELS_OF_MISBEHAVING : MODELS_EACH;
      organizations.push(await makeOrganization(context, receivers.url, models));
    }
    const created = organizations.flatMap(({ models }) => models.map((model) => model.created.webhookId));
    await receivers.arrival(created);
    const [misbehaving] = organizations;
    if (misbehaving === undefined) throw new Error('The isolation bench needs at least one organization.');
    return new Neighbours(receivers, misbehaving, alternating(organizations, MODELS_EACH));
  }

  private constructor(
    receivers: Receivers,
    misbehaving: BenchOrganization,
    models: readonly ChangingModel[],
  ) {
    this.#receivers = receivers;
    this.#misbehaving = misbehaving;
    this.#models = models;
  }

  /**
   * Alternates rounds without and with the misbehaving receiver, after an uncounted first round.
   * @returns the p99 of the other organizations in rounds with it, by that in rounds without
   */
  async compare(behaviour: Behaviour, plan: IsolationPlan): Promise<number> {
    await this.#round('well', plan);
    const without: number[] = [];
    const misbehaving: number[] = [];
    for (let number = 0; number < plan.pairs; number++) {
      without.push(...(await this.#round('well', plan)));
      misbehaving.push(...(await this.#round(behaviour, plan)));
    }
    return p99(misbehaving) / p99(without);
  }

  /** @returns the latencies of the other organizations, in milliseconds. */
  async #round(behaviour: Behaviour, plan: IsolationPlan): Promise<number[]> {
    const receivers = this.#receivers;
    receivers.behave(this.#misbehaving.path, behaviour);
    const headStart = await changeAtRate(
      this.#misbehaving.models,
      HEAD_START.changesPerSecond,
      HEAD_START.seconds,
    );
    const changes = await changeAtRate(this.#models, plan.changesPerSecond, plan.secondsPerRound);
    const others = changes.filter(({ organizationId }) => organizationId !== this.#misbehaving.id);
    await Promise.race([receivers.arrival(others.map(({ webhookId }) => webhookId)), pause(LATE_MS)]);
    receivers.behave(this.#misbehaving.path, 'well');
    // All webhooks of this round have to be delivered before the next round begins.
    await receivers.acceptance([...headStart, ...changes].map(({ webhookId }) => webhookId));
    await pause(REST_MS);
    return others.map((change) => latencyOf(change, receivers));
  }
}
