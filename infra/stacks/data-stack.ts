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
/** SQS keeps no message longer, and none of ours is worth losing sooner. */
const RETENTION = Duration.days(14);
/** Encrypted at rest and on the way, and kept: what holds for every queue. */
const SEALED = { retentionPeriod: RETENTION, encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
/** A delivery queue that is waited for, and a redelivery that is continued, come again some times without any fault. */
const RECEIVES_OF_A_WAIT = 100;
/** AWS advises six times the consumer's timeout, so that its retries end before a message is seen again. */
const VISIBILITY_PER_TIMEOUT = 6;
/** A delivery queue knows who works at it, so a delivery that died may be seen again, and go on, much sooner. */
const DELIVERY_VISIBILITY_MARGIN_SECONDS = 5;

/** What lasts: the table, the images, the queues, and the key that signs links to photos. */
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
      modelsQueue: this.#queueWithDeadLetters('Models', visibility('queue/start-flow')),
      cleanupQueue: this.#queueWithDeadLetters('Cleanup', visibility('queue/delete-images')),
      mailQueue: this.#queueWithDeadLetters('Mail', visibility('queue/send-mail')),
      mailFrom: props.settings.mailFrom,
      deliveriesQueue: this.#deliveriesQueue(timeoutOf(props.tasks, 'queue/deliver-webhooks')),
      timersQueue: this.#queueWithDeadLetters('Timers', visibility('queue/fire-timers'), RECEIVES_OF_A_WAIT),
    };
    suppressNag(this.resources.linkSignerSecret, 'ownRotation');
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
    if (!table.tableStreamArn) throw new Error('The table has no stream.');
    return { table, streamArn: table.tableStreamArn };
  }

  #images(appUrl: string, removalPolicy: RemovalPolicy): Bucket {
    const images = new Bucket(this, 'Images', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // A browser posts its uploads straight to S3, from pages of the app's origin only.
      cors: [{ allowedOrigins: [appUrl], allowedMethods: [HttpMethods.POST], allowedHeaders: ['*'] }],
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy,
    });
    suppressNag(images, 'noBucketLog');
    return images;
  }

  /**
   * A link dies with the credential that signed it, and a role's credential lives for hours at best: links
   * that last a day need the key of a user, who may do nothing but read photos. The task
   * schedule/rotate-link-key makes it.
   */
  #linkSigner(images: Bucket): User {
    const signer = new User(this, 'LinkSigner');
    signer.addToPolicy(
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: [images.arnForObjects(`${PHOTOS_PREFIX}*`)],
      }),
    );
    return signer;
  }

  /** Without a value: CloudFormation would put one that it knows back, some day, over a key that signs links. */
  #linkSignerSecret(): Secret {
    const secret = new Secret(this, 'LinkSignerSecret', {
      description: 'The access keys that sign links to photos',
    });
    (secret.node.defaultChild as CfnSecret).addPropertyDeletionOverride('GenerateSecretString');
    return secret;
  }

  #queueWithDeadLetters(
    name: string,
    visibility: Duration,
    maxReceiveCount = RECEIVES_BEFORE_DEAD_LETTER,
  ): Queue {
    const deadLetters = new Queue(this, `${name}DeadLetters`, SEALED);
    return new Queue(this, `${name}Queue`, {
      ...SEALED,
      visibilityTimeout: visibility,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    });
  }

  /**
   * First in, first out for the sake of its groups, of which one message is handled at a time. The order of a
   * model's webhooks is kept in the table, so a message may well end as a dead letter.
   */
  #deliveriesQueue(timeoutSeconds: number): Queue {
    const fifo = { ...SEALED, fifo: true };
    return new Queue(this, 'DeliveriesQueue', {
      ...fifo,
      contentBasedDeduplication: false,
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      visibilityTimeout: Duration.seconds(timeoutSeconds + DELIVERY_VISIBILITY_MARGIN_SECONDS),
      deadLetterQueue: {
        queue: new Queue(this, 'DeliveriesDeadLetters', fifo),
        maxReceiveCount: RECEIVES_OF_A_WAIT,
      },
    });
  }

  #describe(): void {
    const { table, images, modelsQueue, cleanupQueue, mailQueue } = this.resources;
    const { deliveriesQueue, timersQueue, linkSigner, linkSignerSecret } = this.resources;
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'ImagesBucketName', { value: images.bucketName });
    new CfnOutput(this, 'ModelsQueueUrl', { value: modelsQueue.queueUrl });
    new CfnOutput(this, 'CleanupQueueUrl', { value: cleanupQueue.queueUrl });
    new CfnOutput(this, 'MailQueueUrl', { value: mailQueue.queueUrl });
    new CfnOutput(this, 'DeliveriesQueueUrl', { value: deliveriesQueue.queueUrl });
    new CfnOutput(this, 'TimersQueueUrl', { value: timersQueue.queueUrl });
    new CfnOutput(this, 'LinkSignerUserName', { value: linkSigner.userName });
    new CfnOutput(this, 'LinkSignerSecretArn', { value: linkSignerSecret.secretArn });
  }
}

function visibilityTimeout(tasks: readonly Task[], consumer: string): Duration {
  return Duration.seconds(VISIBILITY_PER_TIMEOUT * timeoutOf(tasks, consumer));
}

function timeoutOf(tasks: readonly Task[], consumer: string): number {
  const task = tasks.find(({ name }) => name === consumer);
  if (!task) throw new Error(`No contract is named ${consumer}, the consumer of a queue.`);
  return timeoutSecondsOf(task.capacity);
}
