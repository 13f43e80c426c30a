import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ENGINE_REGION } from '@headshots/local-cloud/engines/aws-json.ts';
import { startDynamoDB } from '@headshots/local-cloud/engines/dynamodb.ts';
import { startQueuesAndObjects } from '@headshots/local-cloud/engines/fauxqs.ts';
import { createLog } from '@headshots/local-cloud/log.ts';
import { eventFilter } from '@headshots/local-cloud/sources/event-pattern.ts';
import { startQueueSource } from '@headshots/local-cloud/sources/queue-source.ts';
import type { Source } from '@headshots/local-cloud/sources/source.ts';
import { startStreamSource } from '@headshots/local-cloud/sources/stream-source.ts';
import { PROJECT } from '../../scripts/build/paths.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { Table } from '../../shared/table/table.ts';
import { webhookSecretKey } from '../support/webhook-secret-key.ts';
import { Chance } from '../world/chance.ts';
import { ACCOUNT_ID, deploy } from './deployment.ts';
import { Fleet } from './fleet.ts';
import { startInterceptor } from './interceptor.ts';
import type { Journal } from './journal.ts';
import { QueueFaults } from './queue-faults.ts';
import { startSecrets } from './secrets.ts';
import { StandInStream } from './stand-in-stream.ts';
import { TableFaults } from './table-faults.ts';

export interface World {
  /** A context whose calls have no faults. */
  context: DomainContext;
  /** Ends a process of a function at once. */
  kill(process: string): void;
  /** The number of delivery polls that wait or are in progress. */
  backlog(): number;
  /** True when the stream, the queues and the functions are idle. */
  idle(): boolean;
  /** The number of dead letters in all queues. */
  deadLetters(): number;
  stop(): Promise<void>;
}

/** The number of processes of each function. */
const PUBLISHER_PROCESSES = 1;
const DELIVERY_PROCESSES = 12;
const TIMER_PROCESSES = 2;

/** Starts the functions of the synthesized templates on real engines, with fault injection in between. */
export async function startWorld(seed: string, journal: Journal): Promise<World> {
  const log = createLog('silent', join(PROJECT, '.local', 'chaos.log'));
  const database = await startDynamoDB();
  const queues = await startQueuesAndObjects(ENGINE_REGION);
  const fleets: Fleet[] = [];
  const kill = (process: string) => {
    journal.killed(process);
    fleets.some((fleet) => fleet.kill(process));
  };
  const stream = new StandInStream(new Chance(seed, 'stream'), journal);
  const tableFaults = new TableFaults({ chance: new Chance(seed, 'table'), journal, stream, kill });
  const queueFaults = new QueueFaults({ chance: new Chance(seed, 'queues'), journal, kill });
  const tableProxy = await startInterceptor(database.endpoint, tableFaults);
  const queueProxy = await startInterceptor(queues.endpoint, queueFaults);
  const secrets = await startSecrets(await webhookSecretKey());
  const endpoints = { table: tableProxy.url, queues: queueProxy.url, secrets: secrets.url };
  const { tableName, queueNames, functionNamed } = await deploy(database.endpoint, queues, endpoints, log);

  const fleetOf = (operation: string, size: number) => {
    const { definition, ...mapping } = functionNamed(operation);
    const fleet = new Fleet(operation, { definition, size, log, ended: (process) => journal.ended(process) });
    fleets.push(fleet);
    return { ...mapping, functionArn: definition.arn, reportBatchItemFailures: true, invoke: fleet.invoke };
  };
  const fromStream = (operation: string, size: number): Source => {
    const { invoke, patterns, key: _key, ...mapping } = fleetOf(operation, size);
    return startStreamSource(
      {
        ...mapping,
        endpoint: tableProxy.url,
        streamArn: 'stand-in',
        declaredStreamArn: 'stand-in',
        startingPosition: 'TRIM_HORIZON',
        bisectBatchOnError: true,
        retryAttempts: Number.POSITIVE_INFINITY,
        filter: eventFilter(patterns, operation),
      },
      ENGINE_REGION,
      invoke,
      log,
    );
  };
  const queueNamed = (part: string) => queueNames.find((name) => name.includes(part)) ?? '';
  const fromQueue = (operation: string, queue: string, size: number): Source => {
    const { invoke, patterns: _none, ...mapping } = fleetOf(operation, size);
    return startQueueSource(
      {
        ...mapping,
        queueUrl: `${queueProxy.url}/${ACCOUNT_ID}/${queueNamed(queue)}`,
        queueArn: queueNamed(queue),
        concurrency: size,
      },
      ENGINE_REGION,
      invoke,
      log,
    );
  };
  const sources = [
    fromStream('publish-events', PUBLISHER_PROCESSES),
    fromQueue('deliver-webhooks', 'DeliveriesQueue', DELIVERY_PROCESSES),
    fromQueue('fire-timers', 'TimersQueue', TIMER_PROCESSES),
  ];

  const client = new DynamoDBClient({
    endpoint: tableProxy.url,
    region: ENGINE_REGION,
    credentials: { accessKeyId: 'service', secretAccessKey: 'service' },
  });
  const randomness = new Chance(seed, 'service');
  const count = (queue: string) => queues.countMessages(queueNamed(queue));
  return {
    context: domainContext(
      new Table(client, tableName, randomness),
      systemClock,
      randomness,
      webhookSecretKey,
    ),
    kill,
    backlog: () => count('DeliveriesQueue'),
    idle: () =>
      stream.drained &&
      count('DeliveriesQueue') + count('TimersQueue') === 0 &&
      fleets.every(({ busy }) => busy === 0),
    deadLetters: () =>
      queueNames
        .filter((name) => name.includes('DeadLetters'))
        .reduce((sum, name) => sum + queues.countMessages(name), 0),
    stop: async () => {
      const stopped = Promise.all(sources.map((source) => source.stop()));
      await Promise.all(fleets.map((fleet) => fleet.stop()));
      await stopped;
      client.destroy();
      secrets.stop();
      await Promise.all([tableProxy.stop(), queueProxy.stop()]);
      await Promise.all([database.stop(), queues.stop(), log.close()]);
    },
  };
}
