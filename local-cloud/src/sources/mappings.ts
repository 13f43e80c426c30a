import type { Access, Authorizer } from '../aws/authorization/authorizer.ts';
import { requireGrants } from '../aws/authorization/require-grants.ts';
import type { CreatedTable } from '../engines/table.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import type { Log } from '../log.ts';
import { type Json, object, placeOf, type Resource, TemplateError } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import { eventFilter } from './event-pattern.ts';
import type { FailureDestination } from './failure-destination.ts';
import { startQueueSource } from './queue-source.ts';
import type { Source } from './source.ts';
import { startStreamSource } from './stream-source.ts';

export interface MappingContext {
  resolver: Resolver;
  pool: FunctionPool;
  tables: readonly CreatedTable[];
  dynamodbEndpoint: string;
  authorizer: Authorizer;
  log: Log;
}

const QUEUE_BATCH_SIZE = 10;
const STREAM_BATCH_SIZE = 100;
/** Concurrent invocations of a queue's function: enough to keep two cores busy. AWS scales to a thousand. */
const QUEUE_CONCURRENCY = 10;
const DEFAULT_VISIBILITY_SECONDS = 30;

/** Actions that Lambda takes with the function's role, and that it checks when a mapping is created. */
const QUEUE_ACTIONS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
const STREAM_ACTIONS = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];

/** Starts every event source mapping of the template. */
export function startSources(context: MappingContext): Source[] {
  return context.resolver
    .resources('AWS::Lambda::EventSourceMapping')
    .map((mapping) => startSource(mapping, context));
}

function startSource(mapping: Resource, context: MappingContext): Source {
  const { resolver } = context;
  const arn = String(resolver.property(mapping, 'EventSourceArn'));
  const queue = resolver.find('AWS::SQS::Queue', 'Arn', arn);
  if (queue !== undefined) return fromQueue(mapping, queue, context);
  const table = context.tables.find(({ resource }) => resolver.attribute(resource, 'StreamArn') === arn);
  if (table !== undefined) return fromStream(mapping, table, context);
  throw new TemplateError(
    placeOf(mapping, 'EventSourceArn'),
    `${arn} is neither a queue nor a table's stream`,
  );
}

function fromQueue(mapping: Resource, queue: Resource, context: MappingContext): Source {
  const { resolver, pool, log } = context;
  const target = pool.definition(String(resolver.property(mapping, 'FunctionName')));
  const queueArn = resolver.attribute(queue, 'Arn');
  requireGrants(context.authorizer, target.roleArn, accessesTo(queueArn, QUEUE_ACTIONS), placeOf(mapping));
  const visibility = Number(resolver.property(queue, 'VisibilityTimeout') ?? DEFAULT_VISIBILITY_SECONDS);
  if (visibility * 1000 < target.timeoutMs) {
    const problem = `the visibility time-out of the queue, ${visibility} s, is less than the function's own time-out`;
    throw new TemplateError(placeOf(mapping), problem);
  }
  if (resolver.property(mapping, 'FilterCriteria') !== undefined) {
    throw new TemplateError(placeOf(mapping, 'FilterCriteria'), 'filters are supported for streams only');
  }
  const { MaximumConcurrency } = object(resolver.property(mapping, 'ScalingConfig'));
  const concurrency = Number(MaximumConcurrency ?? QUEUE_CONCURRENCY);
  pool.allow(target.arn, concurrency);
  return startQueueSource(
    {
      queueUrl: resolver.reference(queue),
      queueArn,
      functionArn: target.arn,
      key: resolver.deployment.keys.keyOf(target.roleArn, 'ASIA'),
      batchSize: Number(resolver.property(mapping, 'BatchSize') ?? QUEUE_BATCH_SIZE),
      reportBatchItemFailures: resolver.property(mapping, 'FunctionResponseTypes') !== undefined,
      concurrency,
    },
    resolver.deployment.region,
    pool.invoke,
    log,
  );
}

function fromStream(mapping: Resource, table: CreatedTable, context: MappingContext): Source {
  const { resolver, pool, log } = context;
  const target = pool.definition(String(resolver.property(mapping, 'FunctionName')));
  const { Filters } = object(resolver.property(mapping, 'FilterCriteria'));
  const patterns = (Array.isArray(Filters) ? Filters : []).map((filter) => String(object(filter).Pattern));
  if (table.streamArn === undefined) throw new TemplateError(placeOf(mapping), `${table.name} has no stream`);
  const declaredStreamArn = resolver.attribute(table.resource, 'StreamArn');
  const accesses = accessesTo(declaredStreamArn, STREAM_ACTIONS);
  requireGrants(context.authorizer, target.roleArn, accesses, placeOf(mapping));
  return startStreamSource(
    {
      endpoint: context.dynamodbEndpoint,
      streamArn: table.streamArn,
      declaredStreamArn,
      functionArn: target.arn,
      batchSize: Number(resolver.property(mapping, 'BatchSize') ?? STREAM_BATCH_SIZE),
      startingPosition: String(resolver.property(mapping, 'StartingPosition') ?? 'LATEST'),
      reportBatchItemFailures: resolver.property(mapping, 'FunctionResponseTypes') !== undefined,
      bisectBatchOnError: resolver.property(mapping, 'BisectBatchOnFunctionError') === true,
      retryAttempts: optionalNumber(resolver.property(mapping, 'MaximumRetryAttempts')),
      onFailure: failureDestination(mapping, target.roleArn, context),
      filter: eventFilter(patterns, placeOf(mapping, 'FilterCriteria')),
    },
    resolver.deployment.region,
    pool.invoke,
    log,
  );
}

function optionalNumber(value: Json | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** The queue for records that are given up. @throws TemplateError when the function's role may not send to it */
function failureDestination(
  mapping: Resource,
  roleArn: string,
  { resolver, authorizer }: MappingContext,
): FailureDestination | undefined {
  const { OnFailure } = object(resolver.property(mapping, 'DestinationConfig'));
  if (OnFailure === undefined) return undefined;
  const place = placeOf(mapping, 'DestinationConfig.OnFailure');
  const { Destination } = object(OnFailure);
  const queue = resolver.find('AWS::SQS::Queue', 'Arn', Destination);
  if (queue === undefined) throw new TemplateError(place, `${String(Destination)} is not a queue`);
  requireGrants(
    authorizer,
    roleArn,
    accessesTo(resolver.attribute(queue, 'Arn'), ['sqs:SendMessage']),
    place,
  );
  return {
    queueUrl: resolver.reference(queue),
    key: resolver.deployment.keys.keyOf(roleArn, 'ASIA'),
  };
}

function accessesTo(resource: string, actions: readonly string[]): Access[] {
  return actions.map((action) => ({ action, resource }));
}
