import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, User } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { type CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Task } from '../../shared/contract/task.ts';
import { timeoutSecondsOf } from '../constructs/contract-function.ts';
import { PHOTOS_PREFIX, type Resources } from '../constructs/grants.ts';
import { suppressNag } from '../constructs/nag-suppressions.ts';
import { stackProps } from '../constructs/stack-props.ts';
import type { StageSettings } from '../stage-settings.ts';

export interface DataStackProps {
  settings: StageSettings;
  tasks: readonly Task[];
  appUrl: string;
}

const INDEX_NAME = 'GSI1';
const RECEIVES_BEFORE_DEAD_LETTER = 5;
/** The longest retention that SQS supports. */
const RETENTION = Duration.days(14);
/** Settings of every queue: encryption at rest and in transit, and the longest retention. */
const QUEUE_DEFAULTS = {
  retentionPeriod: RETENTION,
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
};
/**
 * Messages of these queues return without any error: a poll while its delivery queue is leased, and a
 * redelivery that continues. Only many receives indicate a fault.
 */
const RECEIVES_BEFORE_DEAD_LETTER_WITH_WAITS = 100;
/**
 * AWS recommends six times the consumer's timeout, so that retries end before a message becomes visible
 * again.
 */
const VISIBILITY_PER_TIMEOUT = 6;
/**
 * The lease of a delivery queue prevents concurrent work, so its polls may become visible again much sooner.
 */
const DELIVERY_VISIBILITY_MARGIN_SECONDS = 5;

/** Stateful resources: the table, the images, the queues, and the key that signs links to photos. */
export class DataStack extends Stack {
  readonly resources: Resources;
  readonly streamArn: string;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, stackProps(props.settings));
    const removalPolicy = props.settings.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const { table, streamArn } = this.#table(props.settings, removalPolicy);
    const images = this.#images(props.appUrl, removalPolicy);
    const visibility = (consumer: string) => visibilityTimeout(props.tasks, consumer);

    this.streamArn = streamArn;
    this.resources = {
      table,
      indexName: INDEX_NAME,
      images,
      linkSigner: this.#linkSigner(images),
      linkSignerSecret: this.#linkSignerSecret(),
      webhookSecretKey: this.#webhookSecretKey(removalPolicy),
      modelsQueue: this.#queueWithDeadLetters('Models', visibility('queue/start-flow')),
      cleanupQueue: this.#queueWithDeadLetters('Cleanup', visibility('queue/delete-images')),
      mailQueue: this.#queueWithDeadLetters('Mail', visibility('queue/send-mail')),
      mailFrom: props.settings.mailFrom,
      deliveriesQueue: this.#deliveriesQueue(timeoutOf(props.tasks, 'queue/deliver-webhooks')),
      timersQueue: this.#queueWithDeadLetters(
        'Timers',
        visibility('queue/fire-timers'),
        RECEIVES_BEFORE_DEAD_LETTER_WITH_WAITS,
      ),
    };
    suppressNag(this.resources.linkSignerSecret, 'ownRotation');
    suppressNag(this.resources.webhookSecretKey, 'encryptionKey');
    this.#describe();
  }

  #table(settings: StageSettings, removalPolicy: RemovalPolicy): { table: Table; streamArn: string } {
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'PK', type: AttributeType.STRING },
      sortKey: { name: 'SK', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: 'expiresAtSeconds',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: settings.retainData,
      removalPolicy,
    });
    table.addGlobalSecondaryIndex({
      indexName: INDEX_NAME,
      partitionKey: { name: 'GSI1PK', type: AttributeType.STRING },
      sortKey: { name: 'GSI1SK', type: AttributeType.STRING },
      projectionType: ProjectionType.ALL,
    });
    if (!table.tableStreamArn) throw new Error('The table has no stream: set its property stream.');
    return { table, streamArn: table.tableStreamArn };
  }

  #images(appUrl: string, removalPolicy: RemovalPolicy): Bucket {
    const images = new Bucket(this, 'Images', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // Browsers post uploads directly to S3, from pages of the service's origin only.
      cors: [{ allowedOrigins: [appUrl], allowedMethods: [HttpMethods.POST], allowedHeaders: ['*'] }],
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy,
    });
    suppressNag(images, 'noBucketLog');
    return images;
  }

  /**
   * The IAM user that signs links to photos. A link expires with the credential that signed it, and a role's
   * credentials last a few hours, so 24-hour links need the access key of a user. The user may only read
   * photos, and only by links that were signed at most 24 hours ago: S3 measures the age of a signature in
   * milliseconds. The task schedule/rotate-link-key creates its keys.
   */
  #linkSigner(images: Bucket): User {
    const signer = new User(this, 'LinkSigner');
    signer.addToPolicy(
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: [images.arnForObjects(`${PHOTOS_PREFIX}*`)],
        conditions: {
          StringEquals: { 's3:authType': 'REST-QUERY-STRING' },
          NumericLessThanEquals: { 's3:signatureAge': String(Duration.hours(24).toMilliseconds()) },
        },
      }),
    );
    return signer;
  }

  /**
   * The secret has no value in the template, because CloudFormation could later overwrite the signing key
   * with it.
   */
  #linkSignerSecret(): Secret {
    const secret = new Secret(this, 'LinkSignerSecret', {
      description: 'The access keys that sign links to photos',
    });
    (secret.node.defaultChild as CfnSecret).addPropertyDeletionOverride('GenerateSecretString');
    return secret;
  }

  /**
   * The key of webhook secrets is kept as long as the table, which is useless without it. CloudFormation
   * generates another value when any property of GenerateSecretString changes.
   */
  #webhookSecretKey(removalPolicy: RemovalPolicy): Secret {
    return new Secret(this, 'WebhookSecretKey', {
      description: 'The key under which webhook secrets are encrypted',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
  }

  #queueWithDeadLetters(
    name: string,
    visibility: Duration,
    maxReceiveCount = RECEIVES_BEFORE_DEAD_LETTER,
  ): Queue {
    const deadLetters = new Queue(this, `${name}DeadLetters`, QUEUE_DEFAULTS);
    return new Queue(this, `${name}Queue`, {
      ...QUEUE_DEFAULTS,
      visibilityTimeout: visibility,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    });
  }

  /**
   * The FIFO queue of delivery polls. Lambda handles one message of a message group at a time. The table
   * keeps the order of a model's webhooks, so a poll that becomes a dead letter does not break it.
   */
  #deliveriesQueue(timeoutSeconds: number): Queue {
    const fifo = { ...QUEUE_DEFAULTS, fifo: true };
    return new Queue(this, 'DeliveriesQueue', {
      ...fifo,
      contentBasedDeduplication: false,
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      visibilityTimeout: Duration.seconds(timeoutSeconds + DELIVERY_VISIBILITY_MARGIN_SECONDS),
      deadLetterQueue: {
        queue: new Queue(this, 'DeliveriesDeadLetters', fifo),
        maxReceiveCount: RECEIVES_BEFORE_DEAD_LETTER_WITH_WAITS,
      },
    });
  }

  #describe(): void {
    const { table, images, modelsQueue, cleanupQueue, mailQueue } = this.resources;
    const { deliveriesQueue, timersQueue, linkSigner, linkSignerSecret, webhookSecretKey } = this.resources;
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'ImagesBucketName', { value: images.bucketName });
    new CfnOutput(this, 'ModelsQueueUrl', { value: modelsQueue.queueUrl });
    new CfnOutput(this, 'CleanupQueueUrl', { value: cleanupQueue.queueUrl });
    new CfnOutput(this, 'MailQueueUrl', { value: mailQueue.queueUrl });
    new CfnOutput(this, 'DeliveriesQueueUrl', { value: deliveriesQueue.queueUrl });
    new CfnOutput(this, 'TimersQueueUrl', { value: timersQueue.queueUrl });
    new CfnOutput(this, 'LinkSignerUserName', { value: linkSigner.userName });
    new CfnOutput(this, 'LinkSignerSecretArn', { value: linkSignerSecret.secretArn });
    new CfnOutput(this, 'WebhookSecretKeyArn', { value: webhookSecretKey.secretArn });
  }
}

function visibilityTimeout(tasks: readonly Task[], consumer: string): Duration {
  return Duration.seconds(VISIBILITY_PER_TIMEOUT * timeoutOf(tasks, consumer));
}

function timeoutOf(tasks: readonly Task[], consumer: string): number {
  const task = tasks.find(({ name }) => name === consumer);
  if (!task) throw new Error(`The contracts have no task ${consumer}, which consumes a queue: add it.`);
  return timeoutSecondsOf(task.capacity);
}
