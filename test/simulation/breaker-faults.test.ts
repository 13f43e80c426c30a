import { afterEach, expect, test } from 'vitest';
import { auditDeliveryQueue } from '../../shared/audit/delivery-queues.ts';
import type { CircuitEvent, DeliveryTimer, ModelEvent } from '../../shared/contract/events.ts';
import { HOUR, isoTime, SECOND } from '../../shared/platform/clock.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { advanceCircuit } from '../../shared/webhook/breaker/advance.ts';
import { readDeliveryQueue } from '../../shared/webhook/queue.ts';
import { redeliverFailed } from '../../shared/webhook/redeliver.ts';
import { countParked, listHeld } from '../../shared/webhook/waiting.ts';
import { type DeliveryWorld, deliveryWorld } from '../support/delivery-queues.ts';
import { Chance } from '../world/chance.ts';

const MODELS = Array.from({ length: 8 }, (_, number) => `mdl_${number}`);
const STEPS_WITH_FAULTS = 100;
/** The number of steps of about a minute that suffices for the longest pauses. */
const STEPS_TO_REST = 400;
const DEATH = 0.04;

class Died extends Error {}

/** A run with processes that die before or after any write, polls that come twice, and a receiver that fails. */
class Run {
  readonly #chance: Chance;
  readonly #last = new Map<string, number>();
  readonly #taken = new Set<string>();
  #polls: string[] = [];
  faults = true;
  opened = 0;
  world!: DeliveryWorld;

  constructor(seed: string) {
    this.#chance = new Chance(seed, 'breaker');
  }

  async start(): Promise<this> {
    this.world = await deliveryWorld((real) => this.#dying(real));
    return this;
  }

  /** A table whose writes end the process now and then: before they are made, or before their answer. */
  #dying(real: Table): Table {
    const write =
      (value: (...given: unknown[]) => Promise<unknown>) =>
      async (...given: unknown[]): Promise<unknown> => {
        if (this.faults && this.#chance.happens(DEATH)) throw new Died();
        const answer = await value.apply(real, given);
        if (this.faults && this.#chance.happens(DEATH)) throw new Died();
        return answer;
      };
    return new Proxy(real, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return name === 'commit' || name === 'write' ? write(value.bind(target)) : value.bind(target);
      },
    });
  }

  async addEvent(): Promise<void> {
    const modelId = this.#chance.pick(MODELS);
    const sequence = (this.#last.get(modelId) ?? 0) + 1;
    const before = this.faults;
    this.faults = false;
    await this.world.addEvent(modelId, sequence, ['model.status.updated']);
    this.faults = before;
    this.#last.set(modelId, sequence);
    this.#polls.push(modelId);
  }

  /** One step: the time passes, timers end, and the polls of a moment are handled in any order. */
  async step(): Promise<void> {
    const { context, organizationId } = this.world;
    this.world.pass(this.#chance.between(1, 90) * SECOND);
    for (const modelId of MODELS) {
      const { PK } = keys.deliveryTimer(organizationId, modelId, '');
      const timers = await context.table.all<DeliveryTimer>({ PK, prefix: 'TIMER#' });
      for (const { id, notBefore } of timers) if (this.#isNext(id, notBefore)) this.#polls.push(modelId);
    }
    const { PK } = keys.circuitTimer(organizationId, '');
    for (const event of await context.table.all<CircuitEvent & { SK: string }>({ PK, prefix: 'CIRCUIT#' })) {
      if (!this.#isNext(event.SK, event.notBefore)) continue;
      this.opened += 1;
      if (!(await this.#survives(async () => (await advanceCircuit(context, event)) === 'done')))
        this.#taken.delete(event.SK);
    }
    const polls = this.#chance.shuffled(this.#polls);
    this.#polls = polls.filter(() => this.faults && this.#chance.happens(0.1));
    for (const modelId of polls) {
      const done = await this.#survives(async () => (await this.world.poll(modelId)) === 'done');
      if (!done) this.#polls.push(modelId);
    }
  }

  #isNext(id: string, notBefore: string): boolean {
    if (this.#taken.has(id) || Date.parse(notBefore) > this.world.now()) return false;
    this.#taken.add(id);
    return true;
  }

  async #survives(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Died) return false;
      throw error;
    }
  }

  async unfinished(): Promise<string[]> {
    const { context, organizationId } = this.world;
    const queues = await Promise.all(
      MODELS.map((modelId) => readDeliveryQueue(context, organizationId, modelId)),
    );
    return queues
      .filter(({ modelId, cursor }) => cursor.sequence < (this.#last.get(modelId) ?? 0))
      .map(({ modelId }) => modelId);
  }
}

let run: Run | undefined;
afterEach(() => run?.world.stop());

test.each(['first', 'second'])(
  'processes that die anywhere leave no model held for ever and lose nothing: the %s run',
  async (seed) => {
    run = await new Run(seed).start();
    const { world } = run;
    const { context, organizationId } = world;
    for (let step = 0; step < STEPS_WITH_FAULTS; step++) {
      // The receiver works for 20 steps, and fails for 30.
      world.answer = () => (step % 50 < 20 ? 200 : 500);
      await run.addEvent();
      await run.step();
    }
    expect(run.opened).toBeGreaterThan(5);

    run.faults = false;
    world.answer = () => 200;
    for (let step = 0; step < STEPS_TO_REST && (await run.unfinished()).length > 0; step++) {
      if ((await countParked(context, organizationId)) > 0) {
        const request = { organizationId, until: isoTime(world.now()) };
        await redeliverFailed(context, request, world.now() + HOUR);
      }
      await run.step();
    }
    expect(await run.unfinished()).toEqual([]);
    expect(await listHeld(context, organizationId)).toEqual([]);
    for (const modelId of MODELS) {
      const events = await context.table.all<ModelEvent>(collections.events(organizationId, modelId));
      const model = { organizationId, id: modelId, status: 'waiting' } as const;
      expect(await auditDeliveryQueue(context, model, events)).toEqual([]);
      const ids = events.flatMap(({ webhooks }) => webhooks.map(({ id }) => id));
      const arrived = world.ids().filter((id) => ids.includes(id));
      // In order, apart from further attempts of the same webhook.
      expect(arrived.filter((id, position) => id !== arrived[position - 1])).toEqual(ids);
    }
  },
);
