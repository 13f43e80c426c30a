import { SQSClient } from '@aws-sdk/client-sqs';
import { RETRIES } from '../../../infra/constructs/flow-retries.ts';
import { auditOrganization } from '../../../shared/audit/audit.ts';
import { storedEvent } from '../../../shared/contract/events.ts';
import type { CleanupMessage, ModelMessage } from '../../../shared/contract/messages.ts';
import type { ProviderName } from '../../../shared/contract/providers.ts';
import type { BatchInput, Progress, RunInput } from '../../../shared/contract/run.ts';
import { admissionHandler } from '../../../shared/domain/admission/admission.ts';
import { type DomainContext, domainContext } from '../../../shared/domain/context.ts';
import { removeCopies } from '../../../shared/domain/copies/remove.ts';
import { sweepCopies } from '../../../shared/domain/copies/sweep.ts';
import { eraseTraces } from '../../../shared/domain/erasure/traces.ts';
import { failRun } from '../../../shared/domain/flow/failure.ts';
import { advanceGeneration } from '../../../shared/domain/flow/generation.ts';
import { countPhotos, planGeneration } from '../../../shared/domain/flow/plan.ts';
import { advanceTraining } from '../../../shared/domain/flow/training.ts';
import { removeEverything, removeSubjects } from '../../../shared/domain/model/cleanup.ts';
import { mayRestart } from '../../../shared/domain/model/deadline.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import type { Model } from '../../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../../shared/domain/model/onboarding.ts';
import { beginTraining, finishGeneration, restartModel } from '../../../shared/domain/model/progress.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { sweepOrphans } from '../../../shared/domain/orphans/sweep.ts';
import { announceUploads, judgedUpload } from '../../../shared/domain/upload/upload.ts';
import { publishEvent } from '../../../shared/events/publish.ts';
import { LONGEST_DELAY_SECONDS, Queues } from '../../../shared/events/queues.ts';
import { uploadKey } from '../../../shared/images/keys.ts';
import { foldLists } from '../../../shared/lists/fold-lists.ts';
import { HOUR, MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import type { Provider, Providers } from '../../../shared/providers/provider.ts';
import { collections, keys } from '../../../shared/table/keys.ts';
import { Chance } from '../../chaos/chance.ts';
import { noFaces as faces } from '../../support/fake-faces.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';
import { StepProcess } from './faults.ts';
import { type Fickleness, FickleProvider, type Pace } from './fickle-provider.ts';
import { MemoryStore } from './memory-store.ts';
import { VirtualTime } from './virtual-time.ts';

/** A provider in this process, with what it has billed and keeps. */
export interface SimulatedProvider {
  readonly name: ProviderName;
  /** The number of jobs that were billed, by their keys. */
  readonly billed: ReadonlyMap<string, number>;
  /** The keys of the jobs that the provider keeps something of. */
  kept(): string[];
  /** The provider as a process calls it. */
  within(process: StepProcess, store: MemoryStore): Provider;
}

export type StartSimulated = (
  time: VirtualTime,
  chance: Chance,
  fickleness: Fickleness,
  pace: Pace,
) => SimulatedProvider;

const fickleProvider: StartSimulated = (...args) => new FickleProvider(...args);

export interface Plan {
  seed: string;
  /** Default: one without idempotency keys. */
  provider?: StartSimulated;
  /** The number of models of each organization. */
  organizations: readonly number[];
  /** Models that run at the provider at the same time. */
  capacity: number;
  fickleness: Fickleness;
  pace: Pace;
  /** The probability that a process is killed at a call. */
  killed: number;
  /** The share of models that are deleted, at any time. */
  deleted: number;
}

/** A process of the service: a step of the flow, the handler of a message, or a request. */
interface Process {
  context: DomainContext;
  store: MemoryStore;
  provider: Provider;
}

const START = Date.parse('2026-05-04T12:00:00.000Z');
const APP_URL = 'https://headshots.test';
const GENERATION_CONCURRENCY = 4;
const RESTART_PAUSE_SECONDS = 60;
/** After this pause, SQS hands out a message again whose handler has failed. */
const VISIBILITY = 6 * MINUTE;
const DELETED_WITHIN = 3 * HOUR;
const QUIET = 26 * HOUR;
const FINAL_ERRORS: readonly string[] = RETRIES[0]?.errors ?? [];
const STEP_RETRIES = 6;
const GONE = 'ModelGone';

class SimulatedQueues extends Queues {
  readonly #models: (message: ModelMessage) => void;
  readonly #cleanup: (message: CleanupMessage, delaySeconds: number) => void;

  constructor(
    clock: VirtualTime,
    models: (message: ModelMessage) => void,
    cleanup: (message: CleanupMessage, delaySeconds: number) => void,
  ) {
    super(new SQSClient({ region: 'us-east-1' }), () => '', clock);
    this.#models = models;
    this.#cleanup = cleanup;
  }

  override async advance(message: ModelMessage): Promise<void> {
    this.#models(message);
  }

  override async cleanUp(message: CleanupMessage, delaySeconds = 0): Promise<void> {
    this.#cleanup(message, delaySeconds);
  }

  override async schedulePoll(): Promise<void> {
    // Webhooks and mails are not part of the simulation.
  }

  override async sendMail(): Promise<void> {
    // Webhooks and mails are not part of the simulation.
  }
}

/** A stage with one hosted provider: the real rules on a table and a bucket in memory. */
export class World {
  readonly time = new VirtualTime(START);
  readonly provider: SimulatedProvider;
  readonly context: DomainContext;
  readonly store = new MemoryStore();
  readonly organizationIds: string[] = [];
  /** The time at which each model became active, in milliseconds from the start, by organization. */
  readonly ends = new Map<string, number[]>();
  kills = 0;
  /** Executions whose failure could not be handled. */
  readonly broken: string[] = [];
  readonly #plan: Plan;
  readonly #chance: Chance;
  readonly #queues: Queues;
  readonly #executions = new Map<string, { stopped: boolean }>();
  #processes = 0;
  #quietSince = START;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#chance = new Chance(plan.seed, 'world');
    const chance = new Chance(plan.seed, 'provider');
    this.provider = (plan.provider ?? fickleProvider)(this.time, chance, plan.fickleness, plan.pace);
    this.#queues = new SimulatedQueues(
      this.time,
      (message) => this.#admit(message),
      (message, delaySeconds) => this.#cleanUp(message, delaySeconds),
    );
    const table = new MemoryTable((item) => {
      if (item.entity === 'EVENT') void publishEvent(this.#queues, this.context, storedEvent.parse(item));
    });
    this.context = domainContext(table, this.time, new Chance(plan.seed, 'ids'), webhookSecretKey);
  }

  /** Everything that happens until nothing has happened for a day. */
  async run(): Promise<void> {
    for (const models of this.#plan.organizations) await this.#organization(models);
    this.#schedule();
    await this.time.run(() => this.#processes === 0 && this.time.now() - this.#quietSince > QUIET);
    for (const id of this.organizationIds) await foldLists(this.context.table, keys.organization(id).PK);
  }

  async models(): Promise<Model[]> {
    const found = this.organizationIds.map((id) => this.context.table.all<Model>(collections.models(id)));
    return (await Promise.all(found)).flat();
  }

  async violations(): Promise<string[]> {
    const audits = this.organizationIds.map((id) => auditOrganization(this.context, this.store, id));
    // No webhook is delivered here, so the delivery queues of all models make no progress.
    return (await Promise.all(audits)).flatMap(({ violations }) =>
      violations.filter((violation) => !violation.includes('its delivery queue makes no progress')),
    );
  }

  async #organization(models: number): Promise<void> {
    const { organizationId } = await createOrganization(this.context, {
      name: 'Simulated',
      credits: models,
      whiteLabel: true,
      webhookUrl: 'https://hook.test',
      provider: this.provider.name,
    });
    this.organizationIds.push(organizationId);
    this.ends.set(organizationId, []);
    const organization = await readOrganization(this.context, organizationId);
    for (let number = 0; number < models; number++) {
      const input = { email: `person${number}@simulated.test`, isDevelopment: false };
      const { model } = await createWhiteLabelModel(this.context, organization, APP_URL, input);
      const file = { name: 'a.jpg', type: 'image/jpeg', size: 1000 };
      const { uploads } = await announceUploads(this.context, async () => model, Array(4).fill(file));
      for (const upload of uploads) {
        await this.store.write(
          uploadKey({ organizationId, modelId: model.id }, upload.id),
          new Uint8Array(1),
        );
        await judgedUpload(this.context, model, upload, { accepted: true });
      }
      this.#spawn(async () => {
        await this.time.sleep(this.#chance.below(SECOND));
        await finishOnboarding(this.context, organizationId, model.id, { trigger: 'person' });
      });
      if (this.#chance.happens(this.#plan.deleted)) {
        this.#spawn(async () => {
          await this.time.sleep(this.#chance.below(DELETED_WITHIN));
          await this.#untilDone(({ context }) => deleteUnlessDone(context, organizationId, model.id));
        });
      }
    }
  }

  /** Runs beside everything else; the simulation goes on until it has ended. */
  #spawn(work: () => Promise<unknown>): void {
    this.#processes += 1;
    void work().finally(() => {
      this.#processes -= 1;
      this.#quietSince = this.time.now();
    });
  }

  /** Tasks of the clock, every hour. One that fails is made up for by the next. */
  #schedule(): void {
    void (async () => {
      for (;;) {
        await this.time.sleep(HOUR);
        const { context, store } = this.#process();
        await sweepOrphans(context, store, Number.POSITIVE_INFINITY).catch(() => undefined);
        const admitted = this.#admission(context)({
          kind: 'admit',
          provider: this.provider.name,
          repair: true,
        });
        await admitted.catch(() => undefined);
        const sendCopies = (run: RunInput) => this.#queues.cleanUp({ kind: 'copies', ...run });
        await sweepCopies(this.#process().context, sendCopies).catch(() => undefined);
      }
    })();
  }

  #admit(message: ModelMessage): void {
    this.#spawn(() => this.#untilDone(({ context }) => this.#admission(context)(message)));
  }

  #admission(context: DomainContext) {
    return admissionHandler(context, {
      defaultProvider: () => this.provider.name,
      capacityOf: () => this.#plan.capacity,
      start: async (run) => this.#start(run),
    });
  }

  #cleanUp(message: CleanupMessage, delaySeconds: number): void {
    this.#spawn(async () => {
      await this.time.sleep(delaySeconds * SECOND);
      await this.#untilDone(async ({ context, store, provider }) => {
        if (message.kind === 'subjects') return removeSubjects(context, store, message);
        if (message.kind === 'photo') return;
        if (message.kind === 'copies') {
          const nextAt = await removeCopies(context, only(provider), message);
          const seconds = nextAt === undefined ? Infinity : (Date.parse(nextAt) - this.time.now()) / SECOND;
          if (seconds <= LONGEST_DELAY_SECONDS) await this.#queues.cleanUp(message, Math.max(0, seconds));
          return;
        }
        if (message.kind === 'model') {
          const execution = this.#executions.get(`${message.modelId}-${message.run}`);
          if (execution) execution.stopped = true;
        }
        const runs =
          message.kind === 'person'
            ? await eraseTraces(context, store, message)
            : await removeEverything(context, store, message);
        for (const run of runs) await this.#queues.cleanUp({ kind: 'copies', ...run });
        if (message.pass === 1) await this.#queues.cleanUp({ ...message, pass: 2 }, LONGEST_DELAY_SECONDS);
      });
    });
  }

  /** The handler of a message, which SQS hands out again until the handler succeeds. */
  async #untilDone(work: (process: Process) => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await work(this.#process());
        return;
      } catch {
        await this.time.sleep(VISIBILITY);
      }
    }
  }

  #process(): Process {
    const process = new StepProcess(this.time, this.#chance, this.#plan.killed);
    const { clock, randomness, newId } = this.context;
    const table = process.around(this.context.table);
    const store = process.around(this.store);
    return {
      context: { table, clock, randomness, newId, webhookSecretKey },
      store,
      provider: this.provider.within(process, store),
    };
  }

  #start(run: RunInput): void {
    const name = `${run.modelId}-${run.run}`;
    if (this.#executions.has(name)) return;
    const execution = { stopped: false };
    this.#executions.set(name, execution);
    this.#spawn(async () => {
      try {
        await this.#execute(run, execution);
      } catch (error) {
        if (!isNamed(error, GONE)) this.broken.push(`${name}: ${error}`);
      }
    });
  }

  /** The state machine of `infra/constructs/model-flow.ts`. */
  async #execute(run: RunInput, execution: { stopped: boolean }): Promise<void> {
    try {
      await this.#step(execution, ({ context }) => beginTraining(context, run));
      await this.#poll(execution, ({ context, store, provider }) =>
        advanceTraining(context, store, only(provider), APP_URL, run),
      );
      const { batches } = await this.#step(execution, ({ context }) => planGeneration(context, APP_URL, run));
      await this.#generate(execution, batches);
      await this.#step(execution, async ({ context }) =>
        finishGeneration(context, run, await countPhotos(context, run)),
      );
      this.ends.get(run.organizationId)?.push(this.time.now() - START);
    } catch (error) {
      if (isNamed(error, GONE)) return;
      await this.#fail(run, execution, error);
    }
  }

  async #fail(run: RunInput, execution: { stopped: boolean }, error: unknown): Promise<void> {
    const cause = error instanceof Error ? error.name : undefined;
    const { restart, pauseSeconds } = await this.#step(execution, ({ context, store }) =>
      failRun(context, store, run, RESTART_PAUSE_SECONDS, cause),
    );
    if (!restart) return;
    await this.time.sleep(pauseSeconds * SECOND);
    await this.#step(execution, ({ context }) => restartModel(context, run));
  }

  /** The map state: an error of one batch stops the others. */
  async #generate(execution: { stopped: boolean }, batches: readonly BatchInput[]): Promise<void> {
    const left = [...batches];
    const inMap = { stopped: false };
    const worker = async () => {
      for (let batch = left.shift(); batch; batch = left.shift()) {
        const input = batch;
        await this.#poll(inMap, ({ context, store, provider }) =>
          advanceGeneration(context, { store, faces }, only(provider), input),
        );
        if (execution.stopped) throw new Stopped();
      }
    };
    try {
      await Promise.all(Array.from({ length: GENERATION_CONCURRENCY }, worker));
    } finally {
      inMap.stopped = true;
    }
  }

  async #poll(execution: { stopped: boolean }, work: (process: Process) => Promise<Progress>): Promise<void> {
    for (;;) {
      const { status, pollSeconds } = await this.#step(execution, work);
      if (status === 'succeeded') return;
      await this.time.sleep(pollSeconds * SECOND);
    }
  }

  /** A task of the state machine, with its retries. */
  async #step<Result>(
    execution: { stopped: boolean },
    work: (process: Process) => Promise<Result>,
  ): Promise<Result> {
    for (let retry = 0; ; retry++) {
      if (execution.stopped) throw new Stopped();
      try {
        return await work(this.#process());
      } catch (error) {
        if (isNamed(error, 'Killed')) this.kills += 1;
        if (FINAL_ERRORS.some((name) => isNamed(error, name)) || retry === STEP_RETRIES) throw error;
        await this.time.sleep(Math.min(60, 2 ** (retry + 1)) * SECOND);
      }
    }
  }
}

/** The execution was stopped from outside. */
class Stopped extends Error {
  override readonly name = GONE;
}

function only(provider: Provider): Providers {
  return { of: () => provider, named: () => provider };
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

async function deleteUnlessDone(context: DomainContext, organizationId: string, modelId: string) {
  await deleteModel(context, organizationId, modelId).catch((error: unknown) => {
    if (!/deleted already/.test(String(error))) throw error;
  });
}

export function isOver(model: Model): boolean {
  return ['active', 'deleted'].includes(model.status) || (model.status === 'failed' && !mayRestart(model));
}
