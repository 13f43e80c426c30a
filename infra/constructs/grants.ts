import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type User } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { ArnFormat, Stack } from 'aws-cdk-lib/core';
import type { Permission } from '../../shared/contract/permissions.ts';
import type { EnvironmentName } from '../../shared/platform/environment.ts';
import type { TrainingAccount } from './training-account.ts';

/** The table of the template, or the one that a restore has made. */
export type TableReference = Pick<ITable, 'tableName' | 'tableArn'>;

/** The resources that permissions of contracts refer to. */
export interface Resources {
  table: TableReference;
  /** The index of the table that queries may use. */
  indexName: string;
  images: Bucket;
  /** The IAM user whose access keys sign links to photos. */
  linkSigner: User;
  /** Holds the access keys of the link signer. */
  linkSignerSecret: Secret;
  /** Holds the API key of the check of the main job. */
  checkSecret: Secret;
  /** The key under which webhook secrets are encrypted. */
  webhookSecretKey: Secret;
  /** Holds the keys of hosted providers. */
  providerKeys: Secret;
  /** Absent for a stage that does not train by SageMaker. */
  training?: TrainingAccount;
  modelsQueue: Queue;
  cleanupQueue: Queue;
  deliveriesQueue: Queue;
  timersQueue: Queue;
  mailQueue: Queue;
  /** The events of SES about mails that were refused. */
  mailEventsQueue: Queue;
  /** The sender of mail, whose domain is an identity that SES has verified. */
  mailFrom: string;
  /** The SES configuration set of the stage's mail. */
  mailConfigurationSet: string;
  /** Absent for the steps of the flow, which are created before the flow. */
  flow?: StateMachine;
}

/** Policy statements, together with the environment variables that a function needs to use them. */
export interface Access {
  statements: PolicyStatement[];
  environment: Record<string, string>;
}

/** The key prefixes of the images bucket. */
export const INCOMING_PREFIX = 'incoming/';
export const UPLOADS_PREFIX = 'uploads/';
export const PHOTOS_PREFIX = 'photos/';

const SEND = 'sqs:SendMessage';
const CHANGE_VISIBILITY = 'sqs:ChangeMessageVisibility';

/** The ULID of an identifier, whose length sets a partition apart from those whose names begin with its own. */
const ULID = '?'.repeat(26);

/**
 * Partitions whose writer could act as another or hide what was done, see `shared/table/keys.ts`. The general permissions
 * of the table do not write them: each has permissions of its own below.
 */
const GUARDED = {
  apiKeys: ['APIKEY#*', '*#KEYS'],
  secrets: ['*#SECRETS'],
  users: ['*#USERS'],
  userSessions: ['*#SESSIONS'],
  memberSessions: [`*#MEMBER#mem_${ULID}`],
  trail: ['*#TRAIL'],
  mailboxes: ['MAILBOX#*'],
  trailEvents: ['*#TRAIL_EVENTS'],
} as const;
const NOT_WRITTEN = Object.values(GUARDED).flat();
/** Partitions that the general permissions of the table do not read either. */
const NOT_READ = GUARDED.secrets;
/** The partitions of a member's uploads, and of the models that count them. */
const JUDGED_UPLOADS = ['*#MODELS', '*#MODEL#*', '*#UPLOADS'];

/** The combined access of a contract's permissions. */
export function accessOf(permissions: readonly Permission[], resources: Resources): Access {
  const accesses = permissions.map((permission) => GRANTS[permission](resources));
  return {
    statements: withoutCovered(accesses.flatMap(({ statements }) => statements)),
    environment: Object.assign({}, ...accesses.map(({ environment }) => environment)),
  };
}

const GRANTS: Readonly<Record<Permission, (resources: Resources) => Access>> = {
  'table:get': ({ table }) => tableAccess(table, 'dynamodb:GetItem', NOT_READ),
  'table:get-many': ({ table }) => tableAccess(table, 'dynamodb:BatchGetItem', NOT_READ),
  'table:query': ({ table }) => tableAccess(table, 'dynamodb:Query', NOT_READ),
  'table:query-index': ({ table, indexName }) => ({
    statements: [allow(['dynamodb:Query'], [`${table.tableArn}/index/${indexName}`])],
    environment: { TABLE_NAME: table.tableName },
  }),
  'table:put': ({ table }) => tableAccess(table, 'dynamodb:PutItem', NOT_WRITTEN),
  'table:update': ({ table }) => tableAccess(table, 'dynamodb:UpdateItem', NOT_WRITTEN),
  'table:delete': ({ table }) => tableAccess(table, 'dynamodb:DeleteItem', NOT_WRITTEN),
  'table:delete-many': ({ table }) => tableAccess(table, 'dynamodb:BatchWriteItem', NOT_WRITTEN),
  'table:check': ({ table }) => tableAccess(table, 'dynamodb:ConditionCheckItem', NOT_READ),
  'lists:note': ({ table }) => partitionAccess(table, ['dynamodb:PutItem'], '*#LISTS'),
  'lists:fold': ({ table }) =>
    partitionAccess(
      table,
      [
        'dynamodb:Query',
        'dynamodb:BatchGetItem',
        'dynamodb:PutItem',
        'dynamodb:DeleteItem',
        'dynamodb:BatchWriteItem',
      ],
      '*#LISTS',
    ),
  'requests:count': ({ table }) => partitionAccess(table, ['dynamodb:UpdateItem'], '*#RATE'),
  'key-use:note': ({ table }) => partitionAccess(table, ['dynamodb:UpdateItem'], '*#USAGE'),
  'answers:keep': ({ table }) => partitionAccess(table, ['dynamodb:UpdateItem'], '*#IDEMPOTENCY'),
  'verdicts:record': ({ table }) => partitionAccess(table, ['dynamodb:UpdateItem'], ...JUDGED_UPLOADS),
  'mailboxes:count': ({ table }) => partitionAccess(table, ['dynamodb:PutItem'], ...GUARDED.mailboxes),
  'trail:append': ({ table }) => partitionAccess(table, ['dynamodb:PutItem'], ...GUARDED.trailEvents),
  'trail:write': ({ table }) => partitionAccess(table, ['dynamodb:PutItem'], ...GUARDED.trail),
  'trail:scrub': ({ table }) =>
    partitionAccess(table, ['dynamodb:UpdateItem'], ...GUARDED.trail, ...GUARDED.trailEvents),
  'api-keys:create': ({ table }) => partitionAccess(table, ['dynamodb:PutItem'], ...GUARDED.apiKeys),
  'api-keys:delete': ({ table }) => partitionAccess(table, ['dynamodb:DeleteItem'], ...GUARDED.apiKeys),
  'users:create': ({ table }) => partitionAccess(table, ['dynamodb:PutItem'], ...GUARDED.users),
  'users:update': ({ table }) => partitionAccess(table, ['dynamodb:UpdateItem'], ...GUARDED.users),
  'users:delete': ({ table }) => partitionAccess(table, ['dynamodb:DeleteItem'], ...GUARDED.users),
  'user-sessions:create': ({ table }) =>
    partitionAccess(table, ['dynamodb:PutItem'], ...GUARDED.userSessions),
  'user-sessions:update': ({ table }) =>
    partitionAccess(table, ['dynamodb:UpdateItem'], ...GUARDED.userSessions),
  'user-sessions:delete': ({ table }) =>
    partitionAccess(table, ['dynamodb:DeleteItem'], ...GUARDED.userSessions),
  'member-sessions:create': ({ table }) =>
    partitionAccess(table, ['dynamodb:PutItem'], ...GUARDED.memberSessions),
  'member-sessions:delete': ({ table }) =>
    partitionAccess(table, ['dynamodb:DeleteItem'], ...GUARDED.memberSessions),
  'member-sessions:delete-many': ({ table }) =>
    partitionAccess(table, ['dynamodb:BatchWriteItem'], ...GUARDED.memberSessions),
  'webhook-secrets:read': ({ table }) => partitionAccess(table, ['dynamodb:GetItem'], ...GUARDED.secrets),
  'webhook-secrets:update': ({ table }) =>
    partitionAccess(table, ['dynamodb:UpdateItem'], ...GUARDED.secrets),
  'webhook-secret-key': ({ webhookSecretKey }) => ({
    statements: [allow(['secretsmanager:GetSecretValue'], [webhookSecretKey.secretArn])],
    environment: { WEBHOOK_SECRET_KEY: webhookSecretKey.secretArn },
  }),
  'sweep:remember': ({ table }) => partitionAccess(table, ['dynamodb:PutItem'], '*#SWEEP'),
  'incoming:read': ({ images }) => objectAccess(images, INCOMING_PREFIX, 's3:GetObject'),
  'incoming:write': ({ images }) => objectAccess(images, INCOMING_PREFIX, 's3:PutObject'),
  'incoming:list': ({ images }) => listingAccess(images, INCOMING_PREFIX),
  'incoming:delete': ({ images }) => objectAccess(images, INCOMING_PREFIX, 's3:DeleteObject'),
  'uploads:read': ({ images }) => objectAccess(images, UPLOADS_PREFIX, 's3:GetObject'),
  'uploads:write': ({ images }) => objectAccess(images, UPLOADS_PREFIX, 's3:PutObject'),
  'uploads:list': ({ images }) => listingAccess(images, UPLOADS_PREFIX),
  'uploads:delete': ({ images }) => objectAccess(images, UPLOADS_PREFIX, 's3:DeleteObject'),
  'photos:write': ({ images }) => objectAccess(images, PHOTOS_PREFIX, 's3:PutObject'),
  'photos:list': ({ images }) => listingAccess(images, PHOTOS_PREFIX),
  'photos:delete': ({ images }) => objectAccess(images, PHOTOS_PREFIX, 's3:DeleteObject'),
  'photo-links': ({ images, linkSignerSecret }) => ({
    statements: [allow(['secretsmanager:GetSecretValue'], [linkSignerSecret.secretArn])],
    environment: { LINK_SIGNER_SECRET: linkSignerSecret.secretArn, IMAGES_BUCKET: images.bucketName },
  }),
  'link-key:rotate': ({ images, linkSigner, linkSignerSecret }) => ({
    statements: [
      allow(['iam:ListAccessKeys', 'iam:CreateAccessKey', 'iam:DeleteAccessKey'], [linkSigner.userArn]),
      allow(['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'], [linkSignerSecret.secretArn]),
    ],
    environment: {
      LINK_SIGNER_USER: linkSigner.userName,
      LINK_SIGNER_SECRET: linkSignerSecret.secretArn,
      // The function fetches a link that the new key has signed. It needs the bucket's name, but no access to
      // it.
      IMAGES_BUCKET: images.bucketName,
    },
  }),
  'check-key:read': ({ checkSecret }) => ({
    statements: [allow(['secretsmanager:GetSecretValue'], [checkSecret.secretArn])],
    environment: { CHECK_SECRET: checkSecret.secretArn },
  }),
  'provider-keys:read': ({ providerKeys }) => ({
    statements: [allow(['secretsmanager:GetSecretValue'], [providerKeys.secretArn])],
    environment: { PROVIDER_KEYS: providerKeys.secretArn },
  }),
  'training-jobs': ({ training }) =>
    training
      ? {
          statements: [allow(['sts:AssumeRole', 'sts:TagSession'], [training.creator.roleArn])],
          environment: { TRAINING_ACCOUNT: training.description },
        }
      : { statements: [], environment: {} },
  'models-queue': ({ modelsQueue }) => queueAccess(SEND, 'MODELS_QUEUE_URL', modelsQueue),
  'cleanup-queue': ({ cleanupQueue }) => queueAccess(SEND, 'CLEANUP_QUEUE_URL', cleanupQueue),
  'deliveries-queue': ({ deliveriesQueue }) => queueAccess(SEND, 'DELIVERIES_QUEUE_URL', deliveriesQueue),
  'deliveries-queue:change-visibility': ({ deliveriesQueue }) =>
    queueAccess(CHANGE_VISIBILITY, 'DELIVERIES_QUEUE_URL', deliveriesQueue),
  'timers-queue': ({ timersQueue }) => queueAccess(SEND, 'TIMERS_QUEUE_URL', timersQueue),
  'timers-queue:change-visibility': ({ timersQueue }) =>
    queueAccess(CHANGE_VISIBILITY, 'TIMERS_QUEUE_URL', timersQueue),
  'mail-queue': ({ mailQueue }) => queueAccess(SEND, 'MAIL_QUEUE_URL', mailQueue),
  'mail-queue:change-visibility': ({ mailQueue }) =>
    queueAccess(CHANGE_VISIBILITY, 'MAIL_QUEUE_URL', mailQueue),
  'mail:send': ({ mailQueue, mailFrom, mailConfigurationSet }) => {
    const arn = (resource: string, resourceName: string) =>
      Stack.of(mailQueue).formatArn({ service: 'ses', resource, resourceName });
    return {
      statements: [
        // SES checks both, the sender and the configuration set that a call names.
        allow(
          ['ses:SendEmail'],
          [arn('identity', senderDomain(mailFrom)), arn('configuration-set', mailConfigurationSet)],
        ),
      ],
      environment: { MAIL_FROM: mailFrom, MAIL_CONFIGURATION_SET: mailConfigurationSet },
    };
  },
  'flow:start': (resources) => {
    const flow = existingFlow(resources);
    return {
      statements: [allow(['states:StartExecution'], [flow.stateMachineArn])],
      environment: { STATE_MACHINE_ARN: flow.stateMachineArn },
    };
  },
  'flow:stop': (resources) => {
    const flow = existingFlow(resources);
    const executions = Stack.of(flow).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${flow.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return {
      statements: [allow(['states:StopExecution'], [executions])],
      environment: { STATE_MACHINE_ARN: flow.stateMachineArn },
    };
  },
  // The token that a call needs names the execution.
  'flow:resume': (resources) => {
    const flow = existingFlow(resources);
    return {
      statements: [allow(['states:SendTaskSuccess'], [flow.stateMachineArn])],
      environment: { STATE_MACHINE_ARN: flow.stateMachineArn },
    };
  },
};

/** Access for the event source mapping that polls a queue with the function's role. */
export function consumptionAccess(queue: Queue): Access {
  const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
  return { statements: [allow(actions, [queue.queueArn])], environment: {} };
}

/**
 * Access for the event source mapping that reads the table's stream with the function's role, and sends to `failures`
 * what it has given up, if that is to be kept.
 */
export function streamAccess(streamArn: string, failures: Queue): Access {
  const actions = [
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
  ];
  return {
    statements: [allow(actions, [streamArn]), allow([SEND], [failures.queueArn])],
    environment: {},
  };
}

/** Removes statements whose actions and partitions another statement allows in general. */
function withoutCovered(statements: readonly PolicyStatement[]): PolicyStatement[] {
  const general = statements.filter(isGeneral);
  return statements.flatMap((statement) => {
    if (isGeneral(statement)) return [statement];
    const wanted = partitionsOf(statement, ONLY);
    const actions = statement.actions.filter(
      (action) =>
        !statement.resources.every((resource) =>
          general.some(
            (other) =>
              other.actions.includes(action) &&
              other.resources.includes(resource) &&
              !partitionsOf(other, EXCEPT).some((pattern) => wanted.includes(pattern)),
          ),
        ),
    );
    return actions.length === 0 ? [] : [statement.copy({ actions })];
  });
}

const ONLY = 'ForAllValues:StringLike';
const EXCEPT = 'ForAllValues:StringNotLike';
const LEADING_KEYS = 'dynamodb:LeadingKeys';

/** Whether a statement has no conditions, or only leaves partitions out. */
function isGeneral({ conditions }: PolicyStatement): boolean {
  return Object.keys(conditions).every((operator) => operator === EXCEPT);
}

function partitionsOf({ conditions }: PolicyStatement, operator: string): string[] {
  return conditions[operator]?.[LEADING_KEYS] ?? [];
}

/** Access to the items of the table outside some partitions. */
function tableAccess(table: TableReference, action: string, except: readonly string[]): Access {
  return {
    statements: [
      new PolicyStatement({
        actions: [action],
        resources: [table.tableArn],
        conditions: { [EXCEPT]: { [LEADING_KEYS]: except } },
      }),
    ],
    environment: { TABLE_NAME: table.tableName },
  };
}

/** Access to the items of the table whose partition key matches a pattern. */
function partitionAccess(table: TableReference, actions: string[], ...patterns: string[]): Access {
  return {
    statements: [
      new PolicyStatement({
        actions,
        resources: [table.tableArn],
        conditions: { [ONLY]: { [LEADING_KEYS]: patterns } },
      }),
    ],
    environment: { TABLE_NAME: table.tableName },
  };
}

function objectAccess(images: Bucket, prefix: string, action: string): Access {
  return {
    statements: [allow([action], [images.arnForObjects(`${prefix}*`)])],
    environment: { IMAGES_BUCKET: images.bucketName },
  };
}

function listingAccess(images: Bucket, prefix: string): Access {
  return {
    statements: [
      new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [images.bucketArn],
        conditions: { StringLike: { 's3:prefix': `${prefix}*` } },
      }),
    ],
    environment: { IMAGES_BUCKET: images.bucketName },
  };
}

function queueAccess(action: string, variable: EnvironmentName, queue: Queue): Access {
  return { statements: [allow([action], [queue.queueArn])], environment: { [variable]: queue.queueUrl } };
}

/** The domain of a sender: `example.com` of `Headshots <invites@example.com>`. */
function senderDomain(mailFrom: string): string {
  return mailFrom.slice(mailFrom.lastIndexOf('@') + 1).replace('>', '');
}

function existingFlow({ flow }: Resources): StateMachine {
  if (flow) return flow;
  throw new Error(
    'A step of the flow cannot have flow:start, flow:stop or flow:resume, as its role is created before the flow: ' +
      'remove them from its permissions.',
  );
}

function allow(actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources });
}
