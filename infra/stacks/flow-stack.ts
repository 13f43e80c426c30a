import {
  EventSourceMapping,
  type EventSourceMappingOptions,
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Task } from '../../shared/contract/task.ts';
import {
  ContractFunction,
  type ContractFunctionProps,
  type Service,
} from '../constructs/contract-function.ts';
import { FailedRecords } from '../constructs/failed-records.ts';
import { taskSettings } from '../constructs/function-settings.ts';
import { consumptionAccess, type Resources, streamAccess } from '../constructs/grants.ts';
import { ModelFlow, STEPS, type Step } from '../constructs/model-flow.ts';
import { stackProps } from '../constructs/stack-props.ts';
import { endingJobs } from '../constructs/training-events.ts';
import type { DataStack } from './data-stack.ts';

export interface FlowStackProps {
  service: Service;
  data: DataStack;
  tasks: readonly Task[];
}

const SQS_BATCH_SIZE = 10;
/** The images of one model are hundreds of objects, which is enough work for one invocation. */
const CLEANUP_BATCH_SIZE = 1;
/** A batch takes as long as its slowest message, so one slow receiver would delay other organizations. */
const DELIVERY_BATCH_SIZE = 1;
/**
 * The minimum that Lambda supports. SES limits mails per second, so more concurrency would not send faster.
 */
const MAIL_CONCURRENCY = 2;
const STREAM_BATCH_SIZE = 100;
/**
 * Processes that admit at the same time get into each other's way, and one queues about a hundred models a
 * second.
 */
const ADMISSION_CONCURRENCY = 4;
const FOLD_RETRIES = 3;

/** A function that reads the table's stream, and the queue of the places of records that it has given up. */
export interface StreamConsumer {
  handler: LambdaFunction;
  failures: Queue;
}

interface StreamReading {
  /** The attributes of the new items that the consumer gets. */
  records: Readonly<Record<string, string>>;
  /** The tries of a record before it is given up, beside the first. */
  retries: number;
  /** The id of the queue of given-up records. */
  failures: string;
}

/**
 * The asynchronous part of the service: the publisher of events, the model flow, and the consumers of queues.
 */
export class FlowStack extends Stack {
  readonly stateMachine: StateMachine;
  readonly publisher: StreamConsumer;
  readonly folder: StreamConsumer;
  readonly #props: FlowStackProps;
  readonly #settingsOf: (task: string) => Record<string, string>;

  constructor(scope: Construct, id: string, props: FlowStackProps) {
    super(scope, id, stackProps(props.service.settings));
    this.#props = props;
    this.#settingsOf = taskSettings(this, props.service.settings);
    const { resources } = props.data;

    this.stateMachine = new ModelFlow(this, 'ModelFlow', {
      steps: this.#steps(resources),
      generationConcurrency: props.service.settings.generationConcurrency,
      logRetentionDays: props.service.settings.logRetentionDays,
    }).stateMachine;
    const withFlow: Resources = { ...resources, flow: this.stateMachine };

    this.publisher = this.#readStream('stream/publish-events', withFlow, {
      records: { entity: 'EVENT' },
      retries: props.service.settings.streamRetries,
      failures: 'FailedEvents',
    });
    // One entry of the log of list changes in 32 starts a fold. The next one makes up for a fold that has failed.
    this.folder = this.#readStream('stream/fold-lists', withFlow, {
      records: { folds: 'yes' },
      retries: FOLD_RETRIES,
      failures: 'FailedFolds',
    });
    this.#consume('queue/start-flow', withFlow, resources.modelsQueue, {
      maxConcurrency: ADMISSION_CONCURRENCY,
    });
    this.#consume('queue/delete-images', withFlow, resources.cleanupQueue, {
      batchSize: CLEANUP_BATCH_SIZE,
    });
    this.#consume('queue/send-mail', withFlow, resources.mailQueue, {
      maxConcurrency: MAIL_CONCURRENCY,
    });
    this.#consume('queue/record-mail-events', withFlow, resources.mailEventsQueue);
    this.#consume('queue/deliver-webhooks', withFlow, resources.deliveriesQueue, {
      batchSize: DELIVERY_BATCH_SIZE,
      maxConcurrency: props.service.settings.webhookConcurrency,
    });
    this.#consume('queue/fire-timers', withFlow, resources.timersQueue);
    if (resources.training) endingJobs(this, props.service.appUrl);
    new CfnOutput(this, 'StateMachineArn', { value: this.stateMachine.stateMachineArn });
  }

  #steps(resources: Resources): Record<Step, ContractFunction> {
    const { drawingConcurrency } = this.#props.service.settings;
    const reserved: Partial<Record<Step, number | undefined>> = {
      'advance-training': drawingConcurrency?.training,
      'advance-generation': drawingConcurrency?.generation,
    };
    const entries = STEPS.map(
      (step) =>
        [step, this.#function(`flow/${step}`, resources, { reservedConcurrency: reserved[step] })] as const,
    );
    return Object.fromEntries(entries) as Record<Step, ContractFunction>;
  }

  /**
   * A consumer of the table's stream. The filter passes certain new items only, as the stream also carries every other
   * change of the table.
   */
  #readStream(
    name: string,
    resources: Resources,
    { records, retries, failures: id }: StreamReading,
  ): StreamConsumer {
    const { streamArn } = this.#props.data;
    const failures = new FailedRecords(this, id).queue;
    const image = Object.entries(records).map(([attribute, value]) => [
      attribute,
      { S: FilterRule.isEqual(value) },
    ]);
    const consumer = this.#function(name, resources, { sourceAccess: streamAccess(streamArn, failures) });
    this.#feed(consumer, 'Stream', {
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: STREAM_BATCH_SIZE,
      bisectBatchOnError: true,
      retryAttempts: retries,
      onFailure: new SqsDlq(failures),
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { NewImage: Object.fromEntries(image) },
        }),
      ],
    });
    return { handler: consumer.handler, failures };
  }

  #consume(
    name: string,
    resources: Resources,
    queue: Resources['modelsQueue'],
    options: EventSourceMappingOptions = {},
  ): void {
    const consumer = this.#function(name, resources, { sourceAccess: consumptionAccess(queue) });
    this.#feed(consumer, queue.node.id, {
      batchSize: SQS_BATCH_SIZE,
      ...options,
      eventSourceArn: queue.queueArn,
    });
  }

  #feed(consumer: ContractFunction, source: string, options: EventSourceMappingOptions): void {
    new EventSourceMapping(consumer, source, {
      target: consumer.handler,
      reportBatchItemFailures: true,
      ...options,
    });
  }

  #function(
    name: string,
    resources: Resources,
    options: Pick<ContractFunctionProps, 'sourceAccess' | 'reservedConcurrency'> = {},
  ): ContractFunction {
    const task = this.#props.tasks.find((candidate) => candidate.name === name);
    if (!task) throw new Error(`The contracts have no task ${name}: add it.`);
    return new ContractFunction(this, {
      service: this.#props.service,
      contract: { ...task, operation: task.name },
      resources,
      settings: this.#settingsOf(name),
      ...options,
    });
  }
}
