import { readDefinition, type StatesDefinition } from '@headshots/local-cloud/flow/definition.ts';
import type { StageSettings } from '../../infra/stage-settings.ts';
import { production } from '../../infra/stages/production.ts';
import { tasks } from '../../shared/contract/registry.ts';
import { Synthesized, type Value } from '../infra/synthesized.ts';

/** A queue, and the mapping from which its function gets its messages. */
export interface QueueDeclaration {
  /** Its name in the template, in lower case: `models`. */
  readonly name: string;
  readonly operation: string;
  readonly visibilitySeconds: number;
  readonly maxReceives: number;
  readonly batchSize: number;
  readonly concurrency: number;
}

/** A function that gets records of the table's stream. */
export interface StreamDeclaration {
  readonly operation: string;
  readonly batchSize: number;
  readonly retries: number;
  /** The text attributes of the new items that it gets. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ScheduleDeclaration {
  readonly operation: string;
  readonly everyMinutes: number;
}

/** What the templates of a stage say of the parts that the world plays. */
export interface Deployment {
  readonly settings: StageSettings;
  readonly queues: readonly QueueDeclaration[];
  readonly streams: readonly StreamDeclaration[];
  readonly schedules: readonly ScheduleDeclaration[];
  readonly machine: StatesDefinition;
}

const CONCURRENCY = 8;
/** Small, so that models wait for permits. */
const CAPACITY = { studio: 2, development: 3, astria: 2, replicate: 2, http: 2, sagemaker: 2 };

/** Synthesizes the templates of production, and reads them. */
export function deployment(): Deployment {
  const settings: StageSettings = { ...production, capacity: CAPACITY };
  const templates = new Synthesized(settings);
  const operations = new Map(templates.functions.map(({ logicalId, operation }) => [logicalId, operation]));
  const operationOf = (value: Value | undefined) => operations.get(logicalIdOf(value)) ?? '';
  const mappings = templates.resources('AWS::Lambda::EventSourceMapping').map(([, , { Properties }]) => ({
    operation: operationOf(Properties.FunctionName),
    source: templates.text(Properties.EventSourceArn),
    properties: Properties,
  }));
  const queues = templates.resources('AWS::SQS::Queue').flatMap(([, id, { Properties }]) => {
    const name = id.replace(/Queue[0-9A-F]{8}$/, '');
    const mapping = mappings.find(({ source }) => source === `${name}Queue.Arn`);
    if (!mapping) return [];
    const { RedrivePolicy, VisibilityTimeout } = Properties;
    const { BatchSize, ScalingConfig } = mapping.properties;
    return [
      {
        name: name.toLowerCase(),
        operation: mapping.operation,
        visibilitySeconds: Number(VisibilityTimeout),
        maxReceives: Number((RedrivePolicy as Record<string, Value>).maxReceiveCount),
        batchSize: Number(BatchSize),
        concurrency: Math.min(
          CONCURRENCY,
          Number((ScalingConfig as Record<string, Value> | undefined)?.MaximumConcurrency ?? CONCURRENCY),
        ),
      },
    ];
  });
  const streams = mappings.flatMap(({ operation, properties }) => {
    if (!properties.FilterCriteria) return [];
    const { BatchSize, MaximumRetryAttempts } = properties;
    const attributes = attributesOf(properties.FilterCriteria);
    return [{ operation, batchSize: Number(BatchSize), retries: Number(MaximumRetryAttempts), attributes }];
  });
  return { settings, queues, streams, schedules: schedules(), machine: machineOf(templates, operations) };
}

/** The pattern of a filter: `{ dynamodb: { NewImage: { entity: { S: ['EVENT'] } } } }`. */
function attributesOf(criteria: Value): Record<string, string> {
  const { Filters } = criteria as { Filters: { Pattern: string }[] };
  const { dynamodb } = JSON.parse(Filters[0]?.Pattern ?? '{}') as {
    dynamodb: { NewImage: Record<string, { S: string[] }> };
  };
  return Object.fromEntries(Object.entries(dynamodb.NewImage).map(([name, { S }]) => [name, S[0] ?? '']));
}

function schedules(): ScheduleDeclaration[] {
  return tasks.flatMap(({ name, everyHours, everyMinutes }) => {
    const minutes = everyMinutes ?? (everyHours ?? 0) * 60;
    return minutes > 0 ? [{ operation: name, everyMinutes: minutes }] : [];
  });
}

/** The definition of the flow, in which functions have the names of their operations. */
function machineOf(templates: Synthesized, operations: ReadonlyMap<string, string>): StatesDefinition {
  const [[, , resource] = []] = templates.resources('AWS::StepFunctions::StateMachine');
  const { DefinitionString } = resource?.Properties ?? {};
  const [, parts] = (DefinitionString as { 'Fn::Join': [string, Value[]] })['Fn::Join'];
  const text = parts.map((part) => {
    if (typeof part === 'string') return part;
    const id = logicalIdOf(part);
    const operation = operations.get(id);
    return operation === undefined
      ? 'aws'
      : `arn:aws:lambda:us-east-1:000000000000:function:${operation.replace('/', '_')}`;
  });
  return readDefinition(text.join(''), 'the flow');
}

/** The operation that a resource of {@link machineOf} names. */
export function operationOfArn(arn: string): string {
  return arn.replace(/^.*:function:/, '').replace('_', '/');
}

function logicalIdOf(value: Value | undefined): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const [argument] = Object.values(value);
  return String(Array.isArray(argument) ? argument[0] : argument);
}
