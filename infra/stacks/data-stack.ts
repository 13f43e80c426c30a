import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, User } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { type CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { DeduplicationScope, FifoThroughputLimit, Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Task } from '../../shared/contract/task.ts';
import { isOnThisMachine } from '../constructs/bundles.ts';
import { timeoutSecondsOf } from '../constructs/contract-function.ts';
import {
  INCOMING_PREFIX,
  PHOTOS_PREFIX,
  type Resources,
  type TableReference,
  UPLOADS_PREFIX,
} from '../constructs/grants.ts';
import { mailEvents } from '../constructs/mail-events.ts';
import { suppressNag } from '../constructs/nag-suppressions.ts';
import { QUEUE_DEFAULTS } from '../constructs/queue-settings.ts';
import { stackProps } from '../constructs/stack-props.ts';
import { TrainingAccount, trains } from '../constructs/training-account.ts';
import type { StageSettings } from '../stage-settings.ts';

export interface DataStackProps {
  settings: StageSettings;
  tasks: readonly Task[];
  appUrl: string;
}

const INDEX_NAME = 'GSI1';
/**
 * A deleted image can be restored by an operator for seven days. No role of the service may read former versions, so
 * an erased image is out of reach at once, and its bytes are gone with the rule. docs/retention.md says so.
 */
const DELETED_IMAGES = { noncurrentVersionExpiration: Duration.days(7), expiredObjectDeleteMarker: true };
/**
 * A form can be used again until it ends, and S3 keeps every file that was posted to it as a version of its own. The
 * allowance of a member counts one of them, so none stays longer than the day after which the sweep removes the last.
 */
const POSTED_FILES = {
  prefix: INCOMING_PREFIX,
  expiration: Duration.days(1),
  noncurrentVersionExpiration: Duration.days(1),
};
const RECEIVES_BEFORE_DEAD_LETTER = 5;
/**
 * Messages of these queues return without any error: a poll while its delivery queue is leased, a redelivery
 * that continues, and a mail while SES's quota is used up. Only many receives indicate a fault.
 */
const RECEIVES_BEFORE_DEAD_LETTER_WITH_WAITS = 100;
/**
 * The most that SQS supports: four days, at the visibility time-out of this queue. A model whose execution is
 * throttled waits, and each time that Lambda has no room for the consumer counts as a receive, too.
 */
const RECEIVES_FOR_AS_LONG_AS_IT_TAKES = 1000;
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
    const images = this.#images(props, removalPolicy);
    const visibility = (consumer: string) => visibilityTimeout(props.tasks, consumer);

    const mail = mailEvents(
      this,
      props.settings.stage,
      this.#queueWithDeadLetters('MailEvents', visibility('queue/record-mail-events')),
    );

    this.streamArn = streamArn;
    this.resources = {
      table,
      indexName: INDEX_NAME,
      images,
      linkSigner: this.#linkSigner(images),
      linkSignerSecret: this.#secret('LinkSignerSecret', 'The access keys that sign links to photos'),
      webhookSecretKey: this.#webhookSecretKey(removalPolicy),
      ...(trains(props.settings) && {
        training: new TrainingAccount(this, 'Training', props.settings),
      }),
      checkSecret: this.#secret('CheckSecret', 'The API key of the check of the main job'),
      providerKeys: this.#secret('ProviderKeys', 'The keys of hosted providers'),
      modelsQueue: this.#queueWithDeadLetters(
        'Models',
        visibility('queue/start-flow'),
        RECEIVES_FOR_AS_LONG_AS_IT_TAKES,
      ),
      cleanupQueue: this.#queueWithDeadLetters('Cleanup', visibility('queue/delete-images')),
      mailQueue: this.#queueWithDeadLetters(
        'Mail',
        visibility('queue/send-mail'),
        RECEIVES_BEFORE_DEAD_LETTER_WITH_WAITS,
      ),
      mailFrom: props.settings.mailFrom,
      mailConfigurationSet: mail.configurationSet,
      mailEventsQueue: mail.eventsQueue,
      deliveriesQueue: this.#deliveriesQueue(timeoutOf(props.tasks, 'queue/deliver-webhooks')),
      timersQueue: this.#queueWithDeadLetters(
        'Timers',
        visibility('queue/fire-timers'),
        RECEIVES_BEFORE_DEAD_LETTER_WITH_WAITS,
      ),
    };
    suppressNag(this.resources.linkSignerSecret, 'ownRotation');
    suppressNag(this.resources.checkSecret, 'ownKey');
    suppressNag(this.resources.providerKeys, 'providersKeys');
    suppressNag(this.resources.webhookSecretKey, 'encryptionKey');
    this.#describe();
  }

  #table(
    settings: StageSettings,
    removalPolicy: RemovalPolicy,
  ): { table: TableReference; streamArn: string } {
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
    const { tableStreamArn } = table;
    if (!tableStreamArn) throw new Error('The table has no stream: set its property stream.');
    const { restoredTable } = settings;
    if (!restoredTable) return { table, streamArn: tableStreamArn };
    // CloudFormation refuses to remove an export while deployed stacks import it, so those of the former table stay.
    for (const value of [table.tableName, table.tableArn, tableStreamArn]) this.exportValue(value);
    const { name: tableName, streamArn } = restoredTable;
    const restored = Table.fromTableAttributes(this, 'Restored', { tableName, tableStreamArn: streamArn });
    return { table: restored, streamArn };
  }

  #images({ appUrl, settings }: DataStackProps, removalPolicy: RemovalPolicy): Bucket {
    // The clouds of a developer's machine keep no versions.
    const versioned = !isOnThisMachine(settings.stage);
    const images = new Bucket(this, 'Images', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // Pages of the service's origin, and no others, post uploads directly to S3, and read photos for crops and archives.
      cors: [
        {
          allowedOrigins: [appUrl],
          allowedMethods: [HttpMethods.POST, HttpMethods.GET],
          allowedHeaders: ['*'],
        },
      ],
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        POSTED_FILES,
        ...(versioned ? [DELETED_IMAGES] : []),
      ],
      versioned,
      removalPolicy,
    });
    suppressNag(images, 'noBucketLog');
    return images;
  }

  /**
   * The IAM user that signs links to photos and uploads. A link expires with the credential that signed it, and a role's
   * credentials last a few hours, so 24-hour links need the access key of a user. The user may only read
   * photos and accepted uploads, and only by links that were signed at most 24 hours ago: S3 measures the age of a signature in
   * milliseconds. The task schedule/rotate-link-key creates its keys.
   */
  #linkSigner(images: Bucket): User {
    const signer = new User(this, 'LinkSigner');
    signer.addToPolicy(
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: [PHOTOS_PREFIX, UPLOADS_PREFIX].map((prefix) => images.arnForObjects(`${prefix}*`)),
        conditions: {
          StringEquals: { 's3:authType': 'REST-QUERY-STRING' },
          NumericLessThanEquals: { 's3:signatureAge': String(Duration.hours(24).toMilliseconds()) },
        },
      }),
    );
    return signer;
  }

  /**
   * A secret without a value in the template, because CloudFormation could later overwrite the stored value
   * with it.
   */
  #secret(id: string, description: string): Secret {
    const secret = new Secret(this, id, { description });
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
    const {
      deliveriesQueue,
      timersQueue,
      linkSigner,
      linkSignerSecret,
      checkSecret,
      providerKeys,
      webhookSecretKey,
    } = this.resources;
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'ImagesBucketName', { value: images.bucketName });
    new CfnOutput(this, 'ModelsQueueUrl', { value: modelsQueue.queueUrl });
    new CfnOutput(this, 'CleanupQueueUrl', { value: cleanupQueue.queueUrl });
    new CfnOutput(this, 'MailQueueUrl', { value: mailQueue.queueUrl });
    new CfnOutput(this, 'DeliveriesQueueUrl', { value: deliveriesQueue.queueUrl });
    new CfnOutput(this, 'TimersQueueUrl', { value: timersQueue.queueUrl });
    new CfnOutput(this, 'LinkSignerUserName', { value: linkSigner.userName });
    new CfnOutput(this, 'LinkSignerSecretArn', { value: linkSignerSecret.secretArn });
    new CfnOutput(this, 'CheckSecretArn', { value: checkSecret.secretArn });
    new CfnOutput(this, 'ProviderKeysArn', { value: providerKeys.secretArn });
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
