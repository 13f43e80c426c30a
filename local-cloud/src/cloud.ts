import { setTimeout as sleep } from 'node:timers/promises';
import { AccessControl } from './aws/authorization/access-control.ts';
import { Authorizer, type GrantReport } from './aws/authorization/authorizer.ts';
import { dynamodbAccesses } from './aws/authorization/dynamodb-access.ts';
import { readGrants } from './aws/authorization/grants.ts';
import {
  iamAccesses,
  secretsManagerAccesses,
  sesAccesses,
  sqsAccesses,
  stepFunctionsAccesses,
} from './aws/authorization/service-access.ts';
import { startEventBus } from './aws/event-bus.ts';
import { iamEndpoint, templateUsers } from './aws/iam.ts';
import { answerJsonProtocol, type JsonService } from './aws/json-endpoint.ts';
import { type AccessKey, KeyRing, OPERATOR } from './aws/key-ring.ts';
import { publishRefused } from './aws/mail-simulator.ts';
import { Mailbox } from './aws/mailbox.ts';
import { secretsManagerOperations } from './aws/secrets.ts';
import { systemClock } from './clock.ts';
import { CustomResources } from './custom-resources.ts';
import { ENGINE_REGION } from './engines/aws-json.ts';
import { corsRules, createBuckets, s3Principals } from './engines/buckets.ts';
import { type DynamoDBEngineName, startDynamoDB } from './engines/dynamodb.ts';
import { startDynamoDBGate } from './engines/dynamodb-gate.ts';
import { startQueuesAndObjects } from './engines/fauxqs.ts';
import { createQueues } from './engines/queues.ts';
import { createTable } from './engines/table.ts';
import { stepFunctionsOperations } from './flow/endpoint.ts';
import { defineMachines } from './flow/machines.ts';
import { readEdge } from './http/edge.ts';
import { createGateway } from './http/gateway.ts';
import { localPages, type Status, sesEndpoint } from './http/local-pages.ts';
import { checkDistributions, readApi, readRoutes, routeMatcher } from './http/routes.ts';
import { type Listener, OriginServer } from './http/server.ts';
import { defineFunction, type ServiceEndpoints, serviceEnvironment } from './lambda/definition.ts';
import { functionLog } from './lambda/function-log.ts';
import { FunctionPool } from './lambda/function-pool.ts';
import { createLog, type Level, type Log } from './log.ts';
import { createS3Gate } from './s3/gate.ts';
import { startSources } from './sources/mappings.ts';
import { startSchedules } from './sources/schedules.ts';
import type { Source } from './sources/source.ts';
import { loadAssembly } from './template/assembly.ts';
import { Resolver } from './template/resolver.ts';
import { checkSupport } from './template/supported-types.ts';

export interface LocalCloudOptions {
  /** Where the synthesized templates are: usually `cdk.out`. */
  assembly: string;
  /** 0, the default, for any free port. */
  port?: number;
  /** Without it LOCAL_DYNAMODB decides: dynoxide where it has a binary, else DynamoDB Local. */
  dynamodb?: DynamoDBEngineName;
  /** Values of the templates' parameters, over their defaults. */
  parameters?: (baseUrl: string) => Readonly<Record<string, string>>;
  /** Lowest level that reaches the terminal: `warn` by default. */
  logLevel?: Level;
  /** Takes every line, whatever its level. */
  logFile?: string;
  /** How many functions may keep an environment of about 25 MB each; 8 by default. */
  maxWorkers?: number;
  /** Keeps idle functions that draw, of hundreds of MB each; without it they end after seconds. */
  keepHeavy?: boolean;
}

/** Access to the running cloud for tools, which act as the operator and may do everything. */
export interface OperatorAccess extends AccessKey {
  region: string;
  endpoints: ServiceEndpoints;
}

export interface LocalCloud {
  baseUrl: string;
  dynamodb: DynamoDBEngineName;
  operator: OperatorAccess;
  /** The operator's access as environment variables, which any SDK client understands. */
  environment: Readonly<Record<string, string>>;
  /** Outputs of the stacks: `<stack>.<name>`. */
  outputs: Readonly<Record<string, string>>;
  mailbox: Mailbox;
  status(): Status;
  /** The grants of the templates, and which of them have been needed so far. */
  grants(): GrantReport;
  /** Restarts the functions from their bundles. */
  reloadFunctions(): void;
  stop(): Promise<void>;
}

/** How long functions invoked by sources may still run when the cloud stops. */
const GRACE_MS = 1000;
const ACCOUNT_ID = '000000000000';
const S3_PATH = '/_s3';
const SERVICES_PATH = '/_aws';
/** The path to which the functions of custom resources send their answers. */
const ANSWERS_PATH = `${SERVICES_PATH}/cloudformation`;

/**
 * Runs what the synthesized templates describe, on 127.0.0.1.
 * @throws TemplateError when a template has a part that the local cloud would not run as AWS runs it
 */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const shutdown = new Shutdown();
  try {
    return await start(options, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** The parts that have been started; they stop in reverse order. */
class Shutdown {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

async function start(options: LocalCloudOptions, shutdown: Shutdown): Promise<LocalCloud> {
  const log = createLog(options.logLevel ?? 'warn', options.logFile);
  shutdown.add(() => log.close());
  const assembly = loadAssembly(options.assembly);
  checkSupport(assembly);
  const { database, store, origin } = await startParts(options, log, shutdown);

  const keys = new KeyRing();
  const resolver = new Resolver(assembly, {
    region: ENGINE_REGION,
    accountId: ACCOUNT_ID,
    baseUrl: origin.url,
    queuesUrl: store.endpoint,
    keys,
    parameters: options.parameters?.(origin.url) ?? {},
  });
  checkDistributions(resolver);
  const authorizer = new Authorizer(readGrants(resolver), log);
  const authority = { keys, region: ENGINE_REGION, clock: systemClock };
  const accessControl = new AccessControl(authority, authorizer);
  const gate = await startDynamoDBGate(database.endpoint, accessControl, dynamodbAccesses(resolver), log);
  shutdown.add(() => gate.stop());
  const queueAccesses = sqsAccesses(resolver.deployment);
  store.protectQueues((operation, input, request) =>
    accessControl.admit('sqs', request, () => queueAccesses(operation, input)),
  );
  const endpoints = endpointsOf(origin.url, gate.endpoint, store.endpoint);
  const queueNames = createQueues(store, resolver);
  createBuckets(store, resolver);
  const tables = await Promise.all(
    resolver
      .resources('AWS::DynamoDB::Table')
      .map((resource) => createTable(database.endpoint, resource, resolver)),
  );

  const definitions = resolver
    .resources('AWS::Lambda::Function')
    .map((resource) => defineFunction(resource, resolver, endpoints, authorizer));
  const pool = new FunctionPool(
    definitions,
    functionLog(log, definitions, authorizer),
    options.maxWorkers,
    options.keepHeavy,
  );
  shutdown.add(() => pool.stop());
  const executions = defineMachines(resolver, pool, authorizer);
  shutdown.add(() => executions.stopAll());
  const mailbox = new Mailbox();
  const status = (): Status => ({
    dynamodb: database.name,
    queues: Object.fromEntries(queueNames.map((name) => [name, store.countMessages(name)])),
    executions: executions.countByStatus(),
    workers: pool.size,
    residentMB: Math.round(process.memoryUsage.rss() / 1e6),
  });
  const schedules = startSchedules(resolver, pool, authorizer, log);
  shutdown.add(() => Promise.all(schedules.map((schedule) => schedule.stop())));
  const customResources = new CustomResources(resolver, pool.invoke, `${origin.url}${ANSWERS_PATH}`);
  const grants = () => authorizer.report();
  const jsonService =
    (service: JsonService): Listener =>
    (request, response) =>
      answerJsonProtocol(request, response, service, accessControl);
  origin.serve(
    {
      [S3_PATH]: createS3Gate({
        store: store.objects,
        basePath: S3_PATH,
        region: ENGINE_REGION,
        credentials: s3Principals(keys, authorizer),
        clock: systemClock,
        cors: corsRules(resolver),
        log,
      }),
      [`${SERVICES_PATH}/states`]: jsonService({
        name: 'states',
        operations: stepFunctionsOperations(executions),
        accessesOf: stepFunctionsAccesses,
      }),
      [`${SERVICES_PATH}/secretsmanager`]: jsonService({
        name: 'secretsmanager',
        operations: secretsManagerOperations(resolver),
        accessesOf: secretsManagerAccesses(resolver),
      }),
      [`${SERVICES_PATH}/iam`]: iamEndpoint({
        users: templateUsers(resolver),
        keys,
        accessControl,
        accessesOf: iamAccesses(resolver.deployment),
        clock: systemClock,
      }),
      [`${SERVICES_PATH}/ses`]: sesEndpoint(
        mailbox,
        accessControl,
        sesAccesses(resolver.deployment),
        publishRefused(resolver, startEventBus(resolver, keys.keyOf(OPERATOR, 'AKIA'))),
      ),
      [ANSWERS_PATH]: customResources.listener,
      '/_local': localPages({ mailbox, status, grants, schedules }),
    },
    createGateway(
      routeMatcher(readRoutes(resolver, authorizer)),
      readApi(resolver),
      pool.invoke,
      readEdge(resolver),
    ),
  );
  await customResources.create();
  const sources = startSources({
    resolver,
    pool,
    tables,
    dynamodbEndpoint: database.endpoint,
    authorizer,
    log,
  });
  shutdown.add(() => endSources([...sources, ...schedules], pool));

  const { accessKeyId, secretAccessKey } = keys.keyOf(OPERATOR, 'AKIA');
  return {
    baseUrl: origin.url,
    dynamodb: database.name,
    operator: { accessKeyId, secretAccessKey, region: ENGINE_REGION, endpoints },
    environment: serviceEnvironment(endpoints, ENGINE_REGION, { accessKeyId, secretAccessKey }),
    outputs: resolver.outputs(),
    mailbox,
    status,
    grants,
    reloadFunctions: () => pool.define(definitions),
    stop: () => shutdown.run(),
  };
}

/** Waits a moment for the sources to finish. The wait is bounded, since a function may have minutes to run. */
async function endSources(sources: readonly Source[], pool: FunctionPool): Promise<void> {
  const ended = Promise.all(sources.map((source) => source.stop()));
  await Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]);
  await pool.stop();
  await ended;
}

/** Starts the engines and the origin side by side, and hands each to the shutdown as soon as it runs. */
async function startParts(options: LocalCloudOptions, log: Log, shutdown: Shutdown) {
  const parts = await Promise.allSettled([
    startDynamoDB(options.dynamodb).then((database) => {
      shutdown.add(() => database.stop());
      return database;
    }),
    startQueuesAndObjects(ENGINE_REGION).then((store) => {
      shutdown.add(() => store.stop());
      return store;
    }),
    OriginServer.listen(options.port ?? 0, log).then((origin) => {
      shutdown.add(() => origin.close());
      return origin;
    }),
  ]);
  const [database, store, origin] = parts;
  if (database.status === 'rejected') throw database.reason;
  if (store.status === 'rejected') throw store.reason;
  if (origin.status === 'rejected') throw origin.reason;
  return { database: database.value, store: store.value, origin: origin.value };
}

function endpointsOf(origin: string, dynamodb: string, sqs: string): ServiceEndpoints {
  return {
    dynamodb,
    sqs,
    s3: `${origin}${S3_PATH}`,
    stepFunctions: `${origin}${SERVICES_PATH}/states`,
    secretsManager: `${origin}${SERVICES_PATH}/secretsmanager`,
    ses: `${origin}${SERVICES_PATH}/ses`,
    iam: `${origin}${SERVICES_PATH}/iam`,
  };
}
