import { GROUPS_PER_ORGANIZATION } from '../../../shared/events/queues.ts';
import { isoTime, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { type Randomness, randomFraction } from '../../../shared/platform/randomness.ts';
import {
  LONGEST_RELEASE_WAIT,
  RELEASE_PAUSE,
  RELEASED_AT_ONCE,
} from '../../../shared/webhook/breaker/advance.ts';
import {
  afterAttempt,
  type Circuit,
  isTimeToProbe,
  probePause,
  probing,
  stateOf,
} from '../../../shared/webhook/breaker/circuit.ts';
import { DETACHED_MAX, SLOW_AFTER } from '../../../shared/webhook/detached.ts';
import { LEASE_DURATION } from '../../../shared/webhook/lease.ts';
import { nextAttemptDelaySeconds, RETRY_SCHEDULE_SECONDS } from '../../../shared/webhook/send/retry.ts';
import { Fifo, type Poll } from './fifo.ts';
import { Schedule } from './schedule.ts';

export interface Outage {
  organizations: number;
  /** The first organizations; their receivers answer nothing until the outage ends. */
  hung: number;
  modelsOfHung: number;
  modelsOfOthers: number;
  /** Each model has so many events, at random times within the minutes. */
  events: number;
  minutesOfEvents: number;
  minutesOfOutage: number;
  /** The reserved concurrency of the delivering function. */
  concurrency: number;
  breaker: boolean;
}

interface Organization {
  hung: boolean;
  detached: number;
  circuit: Circuit;
  held: Set<number>;
  openPosts: number;
}

interface Model {
  organization: number;
  group: string;
  /** The times of its events that are not delivered, the oldest first. */
  pending: number[];
  failures: number;
  attempts: number;
  nextAttemptAt: number;
  leasedUntil: number;
  parked: boolean;
  /** Counts the polls that were made, as the version of its delivery queue does. */
  polls: number;
}

/** The time of a poll that posts nothing, and that of a post to a receiver that works. */
const IDLE_POLL = 15;
const GOOD_POST = 80;
const TIME_OUT = 10 * SECOND;

/**
 * Deliveries under an outage on a virtual clock: the rules of circuits, retries and detached posts are those
 * of the service, and the queue and the function have the limits of AWS.
 */
export class Deliveries {
  readonly fifo = new Fifo();
  readonly schedule = new Schedule();
  readonly #plan: Outage;
  readonly #randomness: Randomness;
  readonly #organizations: Organization[];
  readonly #models: Model[] = [];
  #running = 0;
  /** The invocations that post to a hung receiver. */
  #hanging = 0;
  mostHanging = 0;
  mostOpenPosts = 0;
  attemptsAtHung = 0;
  parked = 0;
  /** For each webhook of the others: the times of its event and of its delivery. */
  readonly latencies: { eventAt: number; milliseconds: number }[] = [];
  lastDeliveryAtHung = 0;

  constructor(plan: Outage, randomness: Randomness) {
    this.#plan = plan;
    this.#randomness = randomness;
    this.#organizations = Array.from({ length: plan.organizations }, (_, number) => ({
      hung: number < plan.hung,
      detached: 0,
      circuit: { organizationId: String(number), version: 0, outcomes: [], failedProbes: 0 },
      held: new Set(),
      openPosts: 0,
    }));
    for (let organization = 0; organization < plan.organizations; organization++) {
      const models = organization < plan.hung ? plan.modelsOfHung : plan.modelsOfOthers;
      for (let number = 0; number < models; number++) this.#addModel(organization);
    }
    this.schedule.at(plan.minutesOfOutage * MINUTE, () => {
      for (const organization of this.#organizations) organization.hung = false;
    });
  }

  /** The models whose webhooks are neither delivered nor parked. */
  get unfinished(): number {
    return this.#models.filter(({ pending, parked }) => pending.length > 0 && !parked).length;
  }

  #addModel(organization: number): void {
    const model = this.#models.length;
    const group = `${organization}#${Math.floor(this.#fraction() * GROUPS_PER_ORGANIZATION)}`;
    const state: Model = {
      organization,
      group,
      pending: [],
      failures: 0,
      attempts: 0,
      nextAttemptAt: 0,
      leasedUntil: 0,
      parked: false,
      polls: 0,
    };
    this.#models.push(state);
    for (let event = 0; event < this.#plan.events; event++) {
      const at = this.#fraction() * this.#plan.minutesOfEvents * MINUTE;
      this.schedule.at(at, () => {
        state.pending.push(at);
        this.#poll(model);
      });
    }
  }

  #fraction(): number {
    return randomFraction(this.#randomness);
  }

  #poll(model: number): void {
    this.fifo.send(this.#modelOf(model).group, model);
    this.#invoke();
  }

  #pollAt(model: number, at: number): void {
    this.schedule.at(at, () => this.#poll(model));
  }

  #modelOf(number: number): Model {
    const model = this.#models[number];
    if (!model) throw new Error(`There is no model ${number}.`);
    return model;
  }

  #organizationOf({ organization }: Model): Organization {
    const found = this.#organizations[organization];
    if (!found) throw new Error(`There is no organization ${organization}.`);
    return found;
  }

  /** Lambda takes a message whenever the function may have another invocation. */
  #invoke(): void {
    while (this.#running < this.#plan.concurrency) {
      const poll = this.fifo.receive();
      if (!poll) return;
      this.#running += 1;
      this.#handle(poll);
    }
  }

  #end(poll: Poll | undefined, at: number): void {
    this.schedule.at(at, () => {
      this.#running -= 1;
      if (poll) this.fifo.delete(poll);
      this.#invoke();
    });
  }

  #handle(poll: Poll): void {
    const { now } = this.schedule;
    const model = this.#modelOf(poll.model);
    const organization = this.#organizationOf(model);
    model.polls += 1;
    if (this.#isBlocked(poll.model, model, organization)) {
      this.#end(poll, now + IDLE_POLL);
      return;
    }
    organization.held.delete(poll.model);
    this.#post(poll, model, organization);
  }

  /** True when the poll posts nothing: nothing is pending, another one posts, or the circuit is open. */
  #isBlocked(number: number, model: Model, organization: Organization): boolean {
    const { now } = this.schedule;
    if (model.parked || model.pending.length === 0 || now < model.nextAttemptAt) return true;
    if (now < model.leasedUntil) {
      this.#pollAt(number, model.leasedUntil);
      return true;
    }
    if (!this.#plan.breaker || this.#pass(number, organization)) return false;
    organization.held.add(number);
    return true;
  }

  /** As `passCircuit`. */
  #pass(model: number, organization: Organization): boolean {
    const { circuit } = organization;
    const { now } = this.schedule;
    const state = stateOf(circuit, now);
    if (state === 'closed') return true;
    if (state === 'half-open') return circuit.probe?.modelId === String(model);
    if (!isTimeToProbe(circuit, now)) return false;
    this.#change(organization, probing(circuit, String(model), now));
    return true;
  }

  #post(poll: Poll, model: Model, organization: Organization): void {
    const startedAt = this.schedule.now;
    const hangs = organization.hung;
    const duration = hangs ? TIME_OUT : GOOD_POST;
    model.attempts += 1;
    model.leasedUntil = startedAt + LEASE_DURATION;
    organization.openPosts += 1;
    this.mostOpenPosts = Math.max(this.mostOpenPosts, organization.openPosts);
    let message: Poll | undefined = poll;
    let slot = false;
    if (hangs) {
      this.attemptsAtHung += 1;
      this.#hanging += 1;
      this.mostHanging = Math.max(this.mostHanging, this.#hanging);
      this.schedule.at(startedAt + SLOW_AFTER, () => {
        if (organization.detached === DETACHED_MAX) return;
        organization.detached += 1;
        slot = true;
        message = undefined;
        this.fifo.delete(poll);
        this.#invoke();
      });
    }
    this.schedule.at(startedAt + duration, () => {
      organization.openPosts -= 1;
      if (slot) organization.detached -= 1;
      if (hangs) this.#hanging -= 1;
      model.leasedUntil = 0;
      this.#record(poll.model, model, !hangs);
      if (this.#plan.breaker) this.#count(organization, poll.model, startedAt, !hangs);
      const more = !hangs && model.pending.length > 0;
      if (more && (!this.#plan.breaker || this.#pass(poll.model, organization))) {
        this.#post(poll, model, organization);
        return;
      }
      this.#end(message, this.schedule.now);
    });
  }

  #record(number: number, model: Model, delivered: boolean): void {
    const { now } = this.schedule;
    if (delivered) {
      const eventAt = model.pending.shift() ?? now;
      model.failures = 0;
      if (model.organization >= this.#plan.hung)
        this.latencies.push({ eventAt, milliseconds: now - eventAt });
      else this.lastDeliveryAtHung = now;
      return;
    }
    model.failures += 1;
    const pause = nextAttemptDelaySeconds({ attempt: model.failures, randomness: this.#randomness });
    if (pause === null) {
      model.parked = true;
      this.parked += 1;
      return;
    }
    model.nextAttemptAt = now + pause * SECOND;
    this.#pollAt(number, model.nextAttemptAt);
  }

  /** As `countOutcome`. */
  #count(organization: Organization, model: number, startedAt: number, delivered: boolean): void {
    const attempt = { modelId: String(model), startedAt, delivered, timedOut: !delivered };
    const next = afterAttempt(organization.circuit, attempt, this.schedule.now, (failedProbes) =>
      probePause(RETRY_SCHEDULE_SECONDS, failedProbes, this.#fraction()),
    );
    if (next) this.#change(organization, next);
  }

  #change(organization: Organization, circuit: Circuit): void {
    const former = organization.circuit;
    organization.circuit = circuit;
    const { nextStepAt } = circuit;
    if (nextStepAt !== undefined && nextStepAt !== former.nextStepAt)
      this.schedule.at(Date.parse(nextStepAt), () => this.#advance(organization, nextStepAt));
  }

  /** As `advanceCircuit`. */
  #advance(organization: Organization, step: string): void {
    const { circuit, held } = organization;
    const { now } = this.schedule;
    if (circuit.nextStepAt !== step) return;
    const { nextStepAt: _dueAt, probe: _probe, released, ...rest } = circuit;
    if (circuit.openedAt !== undefined) {
      const [first] = held;
      if (first === undefined) {
        this.#change(organization, rest);
        return;
      }
      held.delete(first);
      this.#change(organization, probing(circuit, String(first), now));
      this.#poll(first);
      return;
    }
    const moved = !released || this.#modelOf(Number(released.modelId)).polls > released.version;
    if (!moved && now - Date.parse(step) <= LONGEST_RELEASE_WAIT) {
      this.schedule.at(now + RELEASE_PAUSE, () => this.#advance(organization, step));
      return;
    }
    const models = [...held].slice(0, RELEASED_AT_ONCE);
    const last = models.at(-1);
    this.#change(organization, {
      ...rest,
      ...(last !== undefined && {
        nextStepAt: isoTime(now + RELEASE_PAUSE),
        released: { modelId: String(last), version: this.#modelOf(last).polls },
      }),
    });
    for (const model of models) {
      held.delete(model);
      this.#poll(model);
    }
  }
}
