import { S3Client } from '@aws-sdk/client-s3';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { endpoints, tasks } from '../../shared/contract/registry.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { ImageStore } from '../../shared/images/store.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/platform/clock.ts';
import { Table } from '../../shared/table/table.ts';
import { documentsOf, type ItemChange } from '../support/memory-items.ts';
import { Chance } from './chance.ts';
import { Cloud, type Command, type SentMail } from './cloud.ts';
import type { Deployment } from './deployment.ts';
import type { Gate } from './edges/gate.ts';
import { FAULTS, type FaultKind, type FaultPlan, Faults } from './faults.ts';
import { FickleAccount } from './fickle-account.ts';
import { anyFickleness, anyPace, type Fickleness, FickleProvider, RELIABLE } from './fickle-provider.ts';
import { Flows, StateError } from './flow.ts';
import { BUCKET, Objects } from './objects.ts';
import { Queue } from './queues.ts';
import { Receivers } from './receivers.ts';
import { type Activity, Scheduler } from './scheduler.ts';
import type { Process, Service } from './service.ts';
import { Stream } from './stream.ts';

export const APP_URL = 'https://headshots.test';
/** A Tuesday, so that reminders are due on the Thursday of most actions and on Friday, and none on Saturday. */
const START = Date.parse('2026-01-06T14:00:00.000Z');
/** The time before the actions, in which people are invited. */
export const BEFORE = 2 * DAY;
const SECRET_KEY = 'the key of the world';
const CREDENTIALS = { accessKeyId: 'world', secretAccessKey: 'world' };
const DEFAULT_TIMEOUT_SECONDS = 29;
/** The share of worlds that train in the account of AWS, and not at a hosted provider. */
const SAGEMAKER = 0.3;
/** The clock of a process is wrong by this at most, in milliseconds. */
export const SKEW = 500;

/** What a run of the world is made of. The same plan gives the same run. */
export interface Plan {
  readonly seed: string;
  /** The number of actions of people, and the time in which they begin, after {@link BEFORE}. */
  readonly actions: number;
  readonly span: number;
  /** Names of actions and faults that a replay leaves out. */
  readonly without: ReadonlySet<string>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the world's people read answers as a script would.
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** An answer as the service has given it, whether or not it arrives. */
export interface Answered {
  readonly name: string;
  readonly status: number;
  readonly text: string;
  readonly bearer: string | undefined;
}

interface Call {
  readonly bearer?: string | undefined;
  readonly body?: unknown;
  readonly key?: string;
}

/** The whole service in this process: its real handlers, on clouds and people that one scheduler plays. */
export class World {
  readonly plan: Plan;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly objects = new Objects();
  readonly cloud: Cloud;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly stream: Stream;
  readonly flows: Flows;
  readonly receivers: Receivers;
  /** What runs of models are sent to: one of both. */
  readonly provider: FickleProvider | FickleAccount;
  readonly mails: (SentMail & { readonly at: number })[] = [];
  /** What an operator and the invariants see: the same items, at once and without faults. */
  readonly context: DomainContext;
  readonly store: ImageStore;
  /** The lines of the log that tell of errors, for a person who replays a run. */
  readonly errors: string[] = [];
  /** Processes that have no invocation. As on Lambda, one has one at a time, keeps what its modules cache, and dies with it. */
  readonly #free: Process[] = [];
  readonly #service: Service;
  readonly #fickleness: Fickleness;
  readonly #atGate: Pick<Gate, 'provider' | 'account'>;
  readonly #providerName: 'astria' | 'sagemaker';
  readonly #timeouts: ReadonlyMap<string, number>;
  readonly #deployment: Deployment;
  #shortestPause = 0;
  #version = 0;

  constructor(
    service: Service,
    deployment: Deployment,
    plan: Plan,
    onCommit: (changes: readonly ItemChange[], activity: Activity | undefined) => void,
  ) {
    const scheduler = new Scheduler(plan.seed, START);
    this.plan = plan;
    this.#service = service;
    this.scheduler = scheduler;
    this.#deployment = deployment;
    this.faults = new Faults(faultPlanOf(plan), () => scheduler.now());
    this.receivers = new Receivers(scheduler);
    this.stream = new Stream(deployment.streams, scheduler, (...given) => this.invoke(...given));
    this.flows = new Flows(deployment.machine, scheduler, (...given) => this.invoke(...given));
    this.queues = new Map(
      deployment.queues.map((declaration) => [
        declaration.name,
        new Queue(declaration, scheduler, this.faults, (...given) => this.invoke(...given)),
      ]),
    );
    this.cloud = new Cloud({
      scheduler,
      faults: this.faults,
      objects: this.objects,
      queues: this.queues,
      flows: this.flows,
      secrets: secrets(),
      onCommit: (changes) => {
        for (const { before, after } of changes) this.stream.add(after, before);
        onCommit(changes, scheduler.activity);
      },
      onMail: (mail) => this.mails.push({ ...mail, at: scheduler.now() }),
    });
    const planned = new Chance(plan.seed, 'provider');
    const luck = new LuckOfActivity(scheduler);
    this.#fickleness = providerOf(plan, planned);
    const pace = anyPace(planned);
    this.#atGate = {
      provider: new FickleProvider(scheduler, luck, this.#fickleness, pace),
      account: new FickleAccount(scheduler, luck, this.#fickleness, pace),
    };
    this.#providerName = planned.happens(SAGEMAKER) ? 'sagemaker' : 'astria';
    this.provider = this.#atGate[this.#providerName === 'sagemaker' ? 'account' : 'provider'];
    const table = new Table(documentsOf(this.cloud.items), 'world', luck);
    this.context = domainContext(table, scheduler, luck, async () => SECRET_KEY);
    this.store = new ImageStore(this.#directClient(), BUCKET);
    this.#timeouts = new Map(
      [...endpoints.map((each) => ({ ...each, name: each.operation })), ...tasks].map(
        ({ name, capacity }) => [name, capacity?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS],
      ),
    );
  }

  /** Calls a function as Lambda does. @throws its error, or that of a process that died or took too long. */
  async invoke(operation: string, event: unknown, name: string): Promise<unknown> {
    const seconds = this.#timeouts.get(operation) ?? DEFAULT_TIMEOUT_SECONDS;
    const given: unknown = JSON.parse(JSON.stringify(event));
    const { scheduler } = this;
    const ended = Promise.withResolvers<unknown>();
    scheduler.detached(() => {
      const takeBack = scheduler.start(name, (activity) => {
        const end = scheduler.now() + seconds * SECOND;
        activity.onDeath = () => ended.reject(new StateError('Lambda.Unknown', 'The process has died.'));
        const version = this.#version;
        const process = this.#free.pop() ?? this.#service.start(this.#surroundings(activity));
        const context = { getRemainingTimeInMillis: () => end - scheduler.now(), awsRequestId: name };
        scheduler.wake(activity.chance.between(0, 20), () => {
          const call = process(operation)(given, context);
          const isKept = () => !activity.isDead && version === this.#version;
          const release = () => void (isKept() && this.#free.push(process));
          void call.finally(release).then(ended.resolve, ended.reject);
        });
        return scheduler.detached(() => scheduler.wake(seconds * SECOND, () => activity.die()));
      });
      ended.promise.then(takeBack, takeBack);
    });
    const result = await ended.promise;
    return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
  }

  /** Makes a request as API Gateway hands it over. An answer may be lost on its way back. */
  async request(method: string, path: string, { bearer, body, key }: Call = {}): Promise<Answer> {
    const [rawPath = '', rawQueryString = ''] = path.split('?');
    const { endpoint, params } = route(method, rawPath);
    const { activity } = this.scheduler;
    const name = `${activity?.next('request') ?? 'request'} ${endpoint.operation}`;
    const query = Object.fromEntries(new URLSearchParams(rawQueryString));
    const event = {
      rawPath,
      rawQueryString,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        'x-forwarded-for': '8.8.8.8, 9.9.9.9',
      },
      queryStringParameters: query,
      pathParameters: params,
      requestContext: { http: { method, path: rawPath, sourceIp: '9.9.9.9' }, requestId: name },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      isBase64Encoded: false,
    };
    this.onRequest(name, bearer);
    const result = await this.invoke(endpoint.operation, event, name).catch(() => undefined);
    if (!result) return { status: 502, body: {}, headers: {} };
    const { statusCode = 0, body: text = '{}', headers = {} } = result as APIGatewayProxyStructuredResultV2;
    this.onAnswer({ name, status: statusCode, text, bearer });
    if (activity && this.faults.strikes('lost', activity, name))
      return { status: 502, body: {}, headers: {} };
    return { status: statusCode, body: JSON.parse(text), headers };
  }

  /** Told of every request, before it is handled. */
  onRequest: (name: string, bearer: string | undefined) => void = () => undefined;
  /** Told of every answer of the API. */
  onAnswer: (answer: Answered) => void = () => undefined;

  /** A deployment: no process gets a further invocation, and what its modules keep is gone. */
  deploy(): void {
    this.#free.length = 0;
    this.#version += 1;
  }

  /** Ends what the provider does wrong. */
  heal(): void {
    Object.assign(this.#fickleness, RELIABLE);
  }

  /** Runs scheduled functions more rarely, unless there is work: hours with sweeps only would be most of a run. */
  rest(isOver = false): void {
    this.#shortestPause = isOver ? 0 : 12 * HOUR;
  }

  /** Runs the scheduled functions until the end of the world. */
  schedule(): void {
    for (const { operation, everyMinutes } of this.#deployment.schedules) {
      const next = (round: number) => {
        const pause = Math.max(everyMinutes * MINUTE, this.#shortestPause);
        // Those of a day come at 15 h, when people are reminded.
        const since = (this.scheduler.now() - 15 * HOUR) % pause;
        this.scheduler.wake(pause - since, () => {
          const event = { time: new Date(this.scheduler.now()).toISOString() };
          const call = (name: string) => void this.invoke(operation, event, name).catch(() => undefined);
          const name = `${operation} ${round}`;
          call(name);
          this.scheduler.start(`event ${name}`, (activity) => {
            if (this.faults.strikes('twice', activity, operation)) call(`${name} again`);
          });
          next(round + 1);
        });
      };
      if (!LEFT_OUT.includes(operation)) next(1);
    }
  }

  /** What is still to happen now. */
  get busy(): string[] {
    const queues = [...this.queues.values()].map(
      ({ declaration, busy }) => `${busy} messages of ${declaration.name}`,
    );
    const unfinished = [...this.cloud.items.all()].filter(
      (item) =>
        item.entity === 'MODEL' &&
        ['waiting', 'pending', 'generatingHeadshots'].includes(String(item.status)),
    );
    const rest = [
      `${this.stream.busy} records`,
      `${this.flows.running.length} executions`,
      `${unfinished.length} unfinished models`,
    ];
    return [...queues, ...rest].filter((each) => !each.startsWith('0 '));
  }

  #surroundings(activity: Activity) {
    const { scheduler } = this;
    const isSkewed = this.faults.strikes('skew', activity, 'clock');
    const skew = isSkewed ? activity.chance.between(-SKEW, SKEW) : 0;
    const gate: Gate = {
      ...this.#atGate,
      call: async (what, work) => {
        await this.cloud.call(what, true, () => undefined);
        return work();
      },
      receive: (input) => this.receivers.receive(input),
    };
    const randomFillSync = (bytes: Uint8Array) => {
      bytes.set(this.context.randomness.bytes(bytes.length));
      return bytes;
    };
    const timers = {
      setTimeout: (work: () => void, milliseconds = 0) => scheduler.wake(milliseconds, work),
      clearTimeout: (takeBack: unknown) => {
        if (typeof takeBack === 'function') takeBack();
      },
    };
    return {
      modules: {
        ...this.cloud.modules(),
        'node:crypto': { randomFillSync },
        // The SDK's own retries wait in real time.
        '@smithy/core/retry': { retryMiddleware: () => (next: unknown) => next },
        'node:timers': timers,
        'node:timers/promises': { setTimeout: (milliseconds: number) => scheduler.sleep(milliseconds) },
        gate: { gate },
        '@aws-sdk/credential-provider-env': { fromEnv: () => async () => CREDENTIALS },
      },
      globals: {
        Date: dateOf(() => scheduler.now() + skew),
        ...timers,
        process: {
          env: environmentOf(this.#deployment, this.#providerName),
          stdout: { write: (line: string) => this.#log(line) },
        },
      },
    };
  }

  #log(line: string): boolean {
    if (line.startsWith('{"level":"error"') && this.errors.length < 500)
      this.errors.push(`${this.scheduler.activity?.name}: ${line}`);
    return true;
  }

  #directClient(): S3Client {
    const send = async (command: Command) => this.objects.apply(command.constructor.name, command.input);
    return Object.assign(new S3Client({ region: 'us-east-1' }), { send });
  }
}

/** Functions that the world does not play. */
const LEFT_OUT = ['schedule/rotate-link-key', 'schedule/check-main-job'];

/** The randomness of whoever acts, so that a replay without unrelated actions gives the same ids. */
class LuckOfActivity extends Chance {
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    super(scheduler.seed, 'nobody');
    this.#scheduler = scheduler;
  }

  override fraction(): number {
    return this.#scheduler.activity?.chance.fraction() ?? super.fraction();
  }
}

/** A third of the seeds are without faults, and some have many of one kind. */
function faultPlanOf({ seed, without, span }: Plan): FaultPlan {
  const chance = new Chance(seed, 'faults');
  const overall = chance.happens(0.25) ? 0 : chance.fraction() * 2;
  const intensity = Object.fromEntries(
    Object.keys(FAULTS).map((kind) => [
      kind,
      overall * (chance.happens(0.3) ? 0 : chance.happens(0.2) ? 3 : 1),
    ]),
  ) as Record<FaultKind, number>;
  return { intensity, without, until: START + BEFORE + span };
}

function providerOf({ without }: Plan, chance: Chance): Fickleness {
  const fickleness = anyFickleness(chance);
  return without.has('provider') || chance.happens(0.3) ? { ...RELIABLE } : fickleness;
}

function secrets(): Map<string, string> {
  const current = {
    accessKeyId: 'AKIAWORLD',
    secretAccessKey: 'secret',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  return new Map([
    ['links', JSON.stringify({ current })],
    ['webhooks', SECRET_KEY],
    ['providers', '{}'],
  ]);
}

/** One environment for all functions: which function may read which variable is tested with the templates. */
function environmentOf({ settings }: Deployment, provider: string): Record<string, string> {
  return {
    AWS_REGION: settings.region,
    AWS_ENDPOINT_URL_S3: 'https://s3.test',
    STAGE: 'local',
    APP_URL,
    TABLE_NAME: 'world',
    IMAGES_BUCKET: BUCKET,
    LINK_SIGNER_SECRET: 'links',
    WEBHOOK_SECRET_KEY: 'webhooks',
    MODELS_QUEUE_URL: 'models',
    CLEANUP_QUEUE_URL: 'cleanup',
    DELIVERIES_QUEUE_URL: 'deliveries',
    TIMERS_QUEUE_URL: 'timers',
    MAIL_QUEUE_URL: 'mail',
    MAIL_FROM: settings.mailFrom,
    MAIL_CONFIGURATION_SET: 'world',
    STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:flow',
    ADDRESS_REQUESTS_PER_MINUTE: '3000',
    ORIGIN_SECRETS: 'none',
    PROVIDER: provider,
    PROVIDER_OPTIONS: '{}',
    PROVIDER_KEYS: 'providers',
    CAPACITY: Object.entries(settings.capacity)
      .map(([provider, capacity]) => `${provider}=${capacity}`)
      .join(),
    DEVELOPMENT_PACE_SECONDS: String(settings.developmentPaceSeconds),
    RESTART_PAUSE_SECONDS: String(settings.restartPauseSeconds),
    WEBHOOK_LOOPBACK_ALLOWED: 'false',
    WEBHOOK_RETRY_SECONDS: settings.webhookRetrySeconds.join(),
  };
}

function dateOf(now: () => number): DateConstructor {
  return class extends Date {
    constructor(...given: unknown[]) {
      // @ts-expect-error the overloads of Date have no common signature
      super(...(given.length > 0 ? given : [now()]));
    }

    static override now(): number {
      return now();
    }
  } as unknown as DateConstructor;
}

const ROUTES = endpoints.map((endpoint) => ({
  endpoint,
  names: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  pattern: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}));

function route(method: string, path: string) {
  for (const { endpoint, names, pattern } of ROUTES) {
    const [, ...values] = (endpoint.method === method && pattern.exec(path)) || [];
    if (values.length === names.length && pattern.test(path) && endpoint.method === method) {
      return { endpoint, params: Object.fromEntries(names.map((name, place) => [name, values[place]])) };
    }
  }
  throw new Error(`The API has no ${method} ${path}.`);
}

/** Lets time pass until nothing is to happen, for `quiet` at least. */
export async function settle(world: World, quiet = HOUR, longest = 36 * HOUR): Promise<boolean> {
  const end = world.scheduler.now() + longest;
  while (world.scheduler.now() < end) {
    await world.scheduler.run(() => false, world.scheduler.now() + quiet);
    if (world.busy.length === 0) return true;
  }
  return false;
}
