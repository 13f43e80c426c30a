import { setTimeout as pause } from 'node:timers/promises';
import type { BenchCloud } from './cloud.ts';
import { changeAtRate } from './load.ts';
import { type BenchOrganization, type ChangingModel, makeOrganization } from './models.ts';
import type { Receivers } from './receiver.ts';
import type { Behaviour } from './receiver-process.ts';
import { type Latencies, latenciesOf, type Pair, p99, type Ratio, ratioOf } from './statistics.ts';
import { latencyOf } from './throughput.ts';

export interface IsolationPlan {
  organizations: number;
  changesPerSecond: number;
  secondsPerRound: number;
  /** Pairs of rounds: one in which all receivers do well, and one in which one of them does not. */
  pairs: number;
}

export interface IsolationResult extends IsolationPlan {
  behaviour: Behaviour;
  /** Of the other organizations. */
  without: Latencies;
  with: Latencies;
  ratio: Ratio;
  /** p99 of each pair of rounds, in milliseconds. */
  p99OfPairs: { without: number; with: number }[];
  /** The most posts that the one receiver had open at once. */
  mostOpenPosts: number;
}

export const PLAN: IsolationPlan = {
  organizations: 100,
  changesPerSecond: 20,
  secondsPerRound: 25,
  pairs: 8,
};

const MODELS_EACH = 10;
/** So many that every group of its messages has some. */
const MODELS_OF_THE_ONE = 40;
/**
 * Before each round the one organization changes this much, over the longest that a post lasts: it then has as many
 * posts open as it may, and they end at different times.
 */
const HEAD_START = { changesPerSecond: 4, seconds: 10 };
/** How long webhooks that are late are waited for before the one receiver does well again. */
const LATE_MS = 8000;
const REST_MS = 2000;

/** The organizations of a local cloud, one of which has a receiver that can be told to do badly. */
export class Neighbours {
  readonly #receivers: Receivers;
  readonly #one: BenchOrganization;
  readonly #models: readonly ChangingModel[];

  static async make({ context }: BenchCloud, receivers: Receivers, count: number): Promise<Neighbours> {
    const organizations: BenchOrganization[] = [];
    for (let number = 0; number < count; number++) {
      const models = number === 0 ? MODELS_OF_THE_ONE : MODELS_EACH;
      organizations.push(await makeOrganization(context, receivers.url, models));
    }
    const created = organizations.flatMap(({ models }) => models.map((model) => model.created.webhookId));
    await receivers.arrival(created);
    const [one] = organizations;
    if (one === undefined) throw new Error('There is no organization.');
    return new Neighbours(receivers, one, alternating(organizations));
  }

  private constructor(receivers: Receivers, one: BenchOrganization, models: readonly ChangingModel[]) {
    this.#receivers = receivers;
    this.#one = one;
    this.#models = models;
  }

  /** Rounds without and with the misbehaving receiver in turn, after one that is not counted. */
  async compare(behaviour: Behaviour, plan: IsolationPlan): Promise<IsolationResult> {
    await this.#round('well', plan);
    this.#receivers.takeMostOpen();
    const pairs: Pair[] = [];
    for (let number = 0; number < plan.pairs; number++) {
      const without = await this.#round('well', plan);
      pairs.push({ without, with: await this.#round(behaviour, plan) });
    }
    return {
      ...plan,
      behaviour,
      without: latenciesOf(pairs.flatMap((pair) => pair.without)),
      with: latenciesOf(pairs.flatMap((pair) => pair.with)),
      ratio: ratioOf(pairs),
      p99OfPairs: pairs.map((pair) => ({ without: p99(pair.without), with: p99(pair.with) })),
      mostOpenPosts: this.#receivers.takeMostOpen(),
    };
  }

  /** @returns the latencies of the other organizations, in milliseconds. */
  async #round(behaviour: Behaviour, plan: IsolationPlan): Promise<number[]> {
    const receivers = this.#receivers;
    receivers.behave(this.#one.path, behaviour);
    const headStart = await changeAtRate(this.#one.models, HEAD_START.changesPerSecond, HEAD_START.seconds);
    const changes = await changeAtRate(this.#models, plan.changesPerSecond, plan.secondsPerRound);
    const others = changes.filter(({ organizationId }) => organizationId !== this.#one.id);
    await Promise.race([receivers.arrival(others.map(({ webhookId }) => webhookId)), pause(LATE_MS)]);
    receivers.behave(this.#one.path, 'well');
    // The next round begins with nothing left of this one, and nothing of it may be lost.
    await receivers.acceptance([...headStart, ...changes].map(({ webhookId }) => webhookId));
    await pause(REST_MS);
    return others.map((change) => latencyOf(change, receivers));
  }
}

/** A model of each organization in turn, and then the next of each. */
function alternating(organizations: readonly BenchOrganization[]): ChangingModel[] {
  return Array.from({ length: MODELS_EACH }).flatMap((_, number) =>
    organizations.flatMap(({ models }) => models.slice(number, number + 1)),
  );
}
