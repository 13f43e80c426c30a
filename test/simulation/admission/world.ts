import { SQSClient } from '@aws-sdk/client-sqs';
import { type StoredEvent, storedEvent } from '../../../shared/contract/events.ts';
import type { ModelMessage } from '../../../shared/contract/messages.ts';
import { PROVIDER_NAMES } from '../../../shared/contract/providers.ts';
import type { RunInput } from '../../../shared/contract/run.ts';
import { admissionHandler } from '../../../shared/domain/admission/admission.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { newModel } from '../../../shared/domain/model/create.ts';
import { projectionOf } from '../../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../../shared/domain/model/onboarding.ts';
import {
  beginGeneration,
  beginTraining,
  failModel,
  finishGeneration,
  restartModel,
} from '../../../shared/domain/model/progress.ts';
import { addCredits } from '../../../shared/domain/organization/add-credits.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { balanceWrite } from '../../../shared/domain/organization/credits.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { publishEvent } from '../../../shared/events/publish.ts';
import { Queues } from '../../../shared/events/queues.ts';
import { HOUR, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { keys } from '../../../shared/table/keys.ts';
import { Chance } from '../../chaos/chance.ts';
import { barePut } from '../../support/bare-writes.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';
import { Account, backOff, VirtualTime } from './account.ts';

export interface Load {
  seed: string;
  /** The account's limit of concurrent executions. */
  limit: number;
  reserved?: { training: number; generation: number };
  /** Models that run at the same time, and batches of one model. */
  capacity: number;
  generationConcurrency: number;
  /** The number of models of each organization, all of which end onboarding within a second. */
  organizations: readonly number[];
}

const START = Date.parse('2026-05-04T12:00:00.000Z');
const API_MS = 100;
const STREAM_LAG_MS = 200;
const CONSUMER_MS = 60;
/** Values of the template: the visibility time-out, messages of a batch, and processes at the same time. */
const VISIBILITY = 6 * MINUTE;
const BATCH = 10;
const ADMISSION_CONCURRENCY = 4;
const MOST_RECEIVES = 1000;
/** The durations of the studio's work: uploads are cut out in steps of 15 s, and a batch of photos is drawn in 8 s. */
const TRAINING_STEPS = 3;
const TRAINING_STEP_MS = 15 * SECOND;
const BATCHES = 10;
const BATCH_MS = 8 * SECOND;
const STEP_MS = 100;
const RESTART_PAUSE_SECONDS = 60;
/** Shares of messages that come twice, and of runs whose training fails. */
const TWICE = 0.02;
const FAILS = 0.03;
const PROBE_EVERY = 10 * SECOND;
const PROBE_TRIES = 4;

interface Message {
  body: ModelMessage;
  receives: number;
}

/** Sends into the simulation's own models queue. Webhooks are not part of it. */
class ModelsQueueOnly extends Queues {
  readonly #send: (message: ModelMessage) => void;

  constructor(clock: VirtualTime, send: (message: ModelMessage) => void) {
    super(new SQSClient({ region: 'us-east-1' }), () => '', clock);
    this.#send = send;
  }

  override async advance(message: ModelMessage): Promise<void> {
    this.#send(message);
  }

  override async schedulePoll(): Promise<void> {
    // Webhooks are not part of the simulation.
  }

  override async cleanUp(): Promise<void> {
    // There are no images.
  }

  override async sendMail(): Promise<void> {
    // Members are told by mail when a run ends.
  }
}

/** A stage in an account with this limit: the real rules on a table in memory, and the services around them. */
export class World {
  readonly time = new VirtualTime(START);
  readonly context: DomainContext;
  readonly account: Account;
  readonly organizationIds: string[] = [];
  /** The end of each model, in milliseconds from the start, by organization. */
  readonly ends = new Map<string, number[]>();
  readonly probes = { sent: 0, answered: 0, atOnce: 0 };
  onboardedBy = 0;
  mostReceives = 0;
  mostRuns = 0;
  restarts = 0;
  #runs = 0;
  #models = 0;
  #ended = 0;
  #consumers = 0;
  readonly #load: Load;
  readonly #chance: Chance;
  readonly #queue: Message[] = [];
  readonly #started = new Set<string>();
  readonly #handle: ReturnType<typeof admissionHandler>;

  constructor(load: Load) {
    this.#load = load;
    this.#chance = new Chance(load.seed, 'world');
    this.account = new Account(this.time, load.limit, load.reserved);
    const queues = new ModelsQueueOnly(this.time, (body) => this.#send(body));
    const table = new MemoryTable((item) => {
      if (item.entity !== 'EVENT') return;
      this.time.after(STREAM_LAG_MS, () => this.#publish(queues, storedEvent.parse(item)));
    });
    this.context = domainContext(table, this.time, new Chance(load.seed, 'ids'), webhookSecretKey);
    this.#handle = admissionHandler(this.context, {
      defaultProvider: () => 'studio',
      capacityOf: () => load.capacity,
      start: async (run) => this.#start(run),
    });
  }

  /** Everything that happens until the last model has ended. */
  async run(): Promise<void> {
    for (const models of this.#load.organizations) await this.#organization(models);
    this.#probe();
    this.#sweep();
    await this.time.run(() => this.#ended === this.#models);
  }

  /** The time of an organization's last model, in milliseconds from the start. */
  lastEnd(organizationId: string): number {
    return Math.max(...(this.ends.get(organizationId) ?? []));
  }

  async #organization(models: number): Promise<void> {
    const { organizationId } = await createOrganization(this.context, { name: 'Busy', credits: 0 });
    this.organizationIds.push(organizationId);
    this.ends.set(organizationId, []);
    await addCredits(this.context, organizationId, models);
    await this.context.table.commit([balanceWrite(organizationId, { pendingInvites: models })]);
    const organization = await readOrganization(this.context, organizationId);
    for (let made = 0; made < models; made++) {
      const id = this.context.newId('member');
      const member = {
        id,
        email: `${id}@load.test`,
        anonymous: false,
        joinedAt: '2026-05-04T12:00:00.000Z',
      };
      const model = {
        ...newModel(this.context, organization, member, { isDevelopment: false }),
        acceptedUploads: 4,
      };
      const withModel = { ...member, modelId: model.id, model: projectionOf(model) };
      await this.context.table.write(barePut({ ...keys.model(organizationId, model.id), ...model }));
      await this.context.table.write(barePut({ ...keys.member(organizationId, id), ...withModel }));
      this.#models += 1;
      this.time.after(this.#chance.fraction() * SECOND, () => this.#onboard(organizationId, model.id, 0));
    }
  }

  /** A member's request, which the page repeats while the API is too busy. */
  async #onboard(organizationId: string, modelId: string, attempt: number): Promise<void> {
    const answered = await this.account.invoke(
      'shared',
      API_MS,
      async () => {
        await finishOnboarding(this.context, organizationId, modelId, { trigger: 'person' });
      },
      () => {
        this.onboardedBy = this.time.now() - START;
      },
    );
    if (answered) return;
    this.time.after(backOff(this.#chance, attempt, 1, 20), () =>
      this.#onboard(organizationId, modelId, attempt + 1),
    );
  }

  /** A partner's request every ten seconds, which its client repeats as the published client does. */
  #probe(): void {
    this.probes.sent += 1;
    const ask = async (attempt: number): Promise<void> => {
      const answered = await this.account.invoke(
        'shared',
        API_MS,
        async () => undefined,
        () => undefined,
      );
      if (answered) {
        this.probes.answered += 1;
        if (attempt === 0) this.probes.atOnce += 1;
      } else if (attempt + 1 < PROBE_TRIES) {
        this.time.after(backOff(this.#chance, attempt, 1, 8), () => ask(attempt + 1));
      }
    };
    this.time.after(PROBE_EVERY, () => this.#probe());
    this.time.after(0, () => ask(0));
  }

  #sweep(): void {
    this.time.after(HOUR, () => {
      for (const provider of PROVIDER_NAMES) this.#send({ kind: 'admit', provider, repair: true });
      this.#sweep();
    });
  }

  /** The stream's function is retried until it succeeds. */
  async #publish(queues: Queues, event: StoredEvent): Promise<void> {
    const invoked = await this.account.invoke(
      'shared',
      CONSUMER_MS,
      () => publishEvent(queues, this.context, event),
      () => undefined,
    );
    if (!invoked) this.time.after(SECOND, () => this.#publish(queues, event));
  }

  #send(body: ModelMessage): void {
    for (let copies = this.#chance.happens(TWICE) ? 2 : 1; copies > 0; copies--) {
      this.#queue.push({ body, receives: 0 });
    }
    this.time.after(0, () => this.#consume());
  }

  async #consume(): Promise<void> {
    if (this.#consumers >= ADMISSION_CONCURRENCY || this.#queue.length === 0) return;
    const batch = this.#queue.splice(0, BATCH);
    for (const message of batch) {
      message.receives += 1;
      this.mostReceives = Math.max(this.mostReceives, message.receives);
      if (message.receives > MOST_RECEIVES) throw new Error('A message of a model became a dead letter.');
    }
    this.#consumers += 1;
    const invoked = await this.account.invoke(
      'shared',
      CONSUMER_MS,
      async () => {
        await Promise.all(batch.map(({ body }) => this.#handle(body)));
      },
      () => {
        this.#consumers -= 1;
        return this.time.after(0, () => this.#consume());
      },
    );
    if (invoked) return;
    // Lambda has received the messages, and they come back when they are visible again.
    this.#consumers -= 1;
    this.time.after(VISIBILITY, () => {
      this.#queue.push(...batch);
      return this.#consume();
    });
  }

  #start(run: RunInput): void {
    const name = `${run.modelId}-${run.run}`;
    if (this.#started.has(name)) return;
    this.#started.add(name);
    this.#runs += 1;
    this.mostRuns = Math.max(this.mostRuns, this.#runs);
    this.#step(
      'shared',
      STEP_MS,
      () => beginTraining(this.context, run),
      () => this.#train(run, 1),
    );
  }

  #train(run: RunInput, step: number): void {
    if (step <= TRAINING_STEPS) {
      const next = () => this.#train(run, step + 1);
      this.#step('training', TRAINING_STEP_MS, async () => undefined, next);
    } else if (this.#chance.happens(FAILS)) this.#fail(run);
    else {
      const begin = () => beginGeneration(this.context, run, () => []);
      this.#step('shared', STEP_MS, begin, () => this.#generate(run));
    }
  }

  #generate(run: RunInput): void {
    let [next, left] = [0, BATCHES];
    const draw = () => {
      if (next === BATCHES) return;
      next += 1;
      this.#step(
        'generation',
        BATCH_MS,
        async () => undefined,
        () => {
          left -= 1;
          if (left === 0) this.#finish(run);
          else draw();
        },
      );
    };
    for (let parallel = 0; parallel < this.#load.generationConcurrency; parallel++) draw();
  }

  #finish(run: RunInput): void {
    this.#step(
      'shared',
      STEP_MS,
      () => finishGeneration(this.context, run, 40),
      () => {
        this.#runs -= 1;
        this.#ended += 1;
        this.ends.get(run.organizationId)?.push(this.time.now() - START);
      },
    );
  }

  #fail(run: RunInput): void {
    let pauseSeconds = 0;
    this.restarts += 1;
    const fail = async () => {
      ({ pauseSeconds } = await failModel(this.context, run, RESTART_PAUSE_SECONDS));
    };
    this.#step('shared', STEP_MS, fail, () => {
      this.#runs -= 1;
      this.time.after(pauseSeconds * SECOND, () =>
        this.#step(
          'shared',
          STEP_MS,
          () => restartModel(this.context, run),
          () => undefined,
        ),
      );
    });
  }

  /** A step of the flow, which is retried for as long as it is throttled: 2 s, 4 s, up to half an hour. */
  #step(
    share: 'training' | 'generation' | 'shared',
    milliseconds: number,
    work: () => Promise<unknown>,
    then: () => void,
  ): void {
    const attempt = async (number: number): Promise<void> => {
      const invoked = await this.account.invoke(
        share,
        milliseconds,
        async () => {
          await work();
        },
        then,
      );
      if (!invoked) this.time.after(backOff(this.#chance, number, 2, 1800), () => attempt(number + 1));
    };
    this.time.after(0, () => attempt(0));
  }
}
