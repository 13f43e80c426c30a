import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type User } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { ArnFormat, Stack } from 'aws-cdk-lib/core';
import type { Touch } from '../../shared/contract/touches.ts';

/** What a contract's touches can refer to. */
export interface Resources {
  table: Table;
  /** The index of the table that queries may use. */
  indexName: string;
  pictures: Bucket;
  /** In whose name links to photos are signed. */
  linkSigner: User;
  /** Holds the access keys of the link signer. */
  linkSignerSecret: Secret;
  modelsQueue: Queue;
  cleanupQueue: Queue;
  deliveriesQueue: Queue;
  wakesQueue: Queue;
  mailQueue: Queue;
  /** The sender of mail, whose domain is an identity that SES has verified. */
  mailFrom: string;
  /** Missing for the steps of the flow itself, which exist before it. */
  flow?: StateMachine;
}

/** Permission and the variables that make use of it: they are only ever handed out together. */
export interface Access {
  statements: PolicyStatement[];
  environment: Record<string, string>;
}

/** The key prefixes of the pictures bucket. */
export const UPLOADS_PREFIX = 'uploads/';
export const PHOTOS_PREFIX = 'photos/';

/** What one touch of a contract gives. */
export function accessOf(touch: Touch, resources: Resources): Access {
  return GRANTS[touch](resources);
}

const GRANTS: Readonly<Record<Touch, (resources: Resources) => Access>> = {
  'table:read': ({ table, indexName }) => ({
    statements: [
      allow(
        ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem'],
        [table.tableArn, `${table.tableArn}/index/${indexName}`],
      ),
    ],
    environment: { TABLE_NAME: table.tableName },
  }),
  'table:write': ({ table }) => ({
    statements: [
      allow(
        [
          'dynamodb:PutItem',
          'dynamodb:UpdateItem',
          'dynamodb:DeleteItem',
          'dynamodb:ConditionCheckItem',
          'dynamodb:BatchWriteItem',
        ],
        [table.tableArn],
      ),
    ],
    environment: { TABLE_NAME: table.tableName },
  }),
  'requests:count': ({ table }) =>
    partitionAccess(table, ['dynamodb:Query', 'dynamodb:UpdateItem'], ['*#RATE', '*#USAGE']),
  'answers:keep': ({ table }) =>
    partitionAccess(
      table,
      ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      ['*#IDEMPOTENCY'],
    ),
  'uploads:read': ({ pictures }) => objectAccess(pictures, UPLOADS_PREFIX, 's3:GetObject'),
  'uploads:write': ({ pictures }) => objectAccess(pictures, UPLOADS_PREFIX, 's3:PutObject'),
  'uploads:delete': ({ pictures }) => removalAccess(pictures, UPLOADS_PREFIX),
  'photos:write': ({ pictures }) => objectAccess(pictures, PHOTOS_PREFIX, 's3:PutObject'),
  'photos:delete': ({ pictures }) => removalAccess(pictures, PHOTOS_PREFIX),
  'photo-links': ({ pictures, linkSignerSecret }) => ({
    statements: [allow(['secretsmanager:GetSecretValue'], [linkSignerSecret.secretArn])],
    environment: { LINK_SIGNER_SECRET: linkSignerSecret.secretArn, PICTURES_BUCKET: pictures.bucketName },
  }),
  'link-key:rotate': ({ pictures, linkSigner, linkSignerSecret }) => ({
    statements: [
      allow(['iam:ListAccessKeys', 'iam:CreateAccessKey', 'iam:DeleteAccessKey'], [linkSigner.userArn]),
      allow(['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'], [linkSignerSecret.secretArn]),
    ],
    environment: {
      LINK_SIGNER_USER: linkSigner.userName,
      LINK_SIGNER_SECRET: linkSignerSecret.secretArn,
      // To see whether S3 takes what a new key has signed: access to the bucket it gives none.
      PICTURES_BUCKET: pictures.bucketName,
    },
  }),
  'models-queue': ({ modelsQueue }) => sendingAccess({ MODELS_QUEUE_URL: modelsQueue }),
  'cleanup-queue': ({ cleanupQueue }) => sendingAccess({ CLEANUP_QUEUE_URL: cleanupQueue }),
  'deliveries-queue': ({ deliveriesQueue }) => sendingAccess({ DELIVERIES_QUEUE_URL: deliveriesQueue }),
  'wakes-queue': ({ wakesQueue }) => sendingAccess({ WAKES_QUEUE_URL: wakesQueue }),
  'mail-queue': ({ mailQueue }) => sendingAccess({ MAIL_QUEUE_URL: mailQueue }),
  'mail:send': ({ mailQueue, mailFrom }) => ({
    statements: [
      allow(
        ['ses:SendEmail'],
        [
          Stack.of(mailQueue).formatArn({
            service: 'ses',
            resource: 'identity',
            resourceName: senderDomain(mailFrom),
          }),
        ],
      ),
    ],
    environment: { MAIL_FROM: mailFrom },
  }),
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
};

/** What a function needs that Lambda feeds from a queue, and that may put a message off. */
export function consumptionAccess(variable: string, queue: Queue): Access {
  return {
    statements: [
      allow(
        [
          'sqs:ReceiveMessage',
          'sqs:DeleteMessage',
          'sqs:ChangeMessageVisibility',
          'sqs:GetQueueAttributes',
          'sqs:GetQueueUrl',
        ],
        [queue.queueArn],
      ),
    ],
    environment: { [variable]: queue.queueUrl },
  };
}

/** What a function needs that Lambda feeds from the table's stream. */
export function streamAccess(streamArn: string): Access {
  return {
    statements: [
      allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], [streamArn]),
    ],
    environment: {},
  };
}

/** Access to those items of the table whose partition key is like one of the patterns. */
function partitionAccess(table: Table, actions: string[], patterns: string[]): Access {
  return {
    statements: [
      new PolicyStatement({
        actions,
        resources: [table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } },
      }),
    ],
    environment: { TABLE_NAME: table.tableName },
  };
}

function objectAccess(pictures: Bucket, prefix: string, action: string): Access {
  return {
    statements: [allow([action], [pictures.arnForObjects(`${prefix}*`)])],
    environment: { PICTURES_BUCKET: pictures.bucketName },
  };
}

function removalAccess(pictures: Bucket, prefix: string): Access {
  return {
    statements: [
      allow(['s3:DeleteObject'], [pictures.arnForObjects(`${prefix}*`)]),
      new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [pictures.bucketArn],
        conditions: { StringLike: { 's3:prefix': `${prefix}*` } },
      }),
    ],
    environment: { PICTURES_BUCKET: pictures.bucketName },
  };
}

function sendingAccess(queuesByVariable: Readonly<Record<string, Queue>>): Access {
  return {
    statements: [
      allow(
        ['sqs:SendMessage'],
        Object.values(queuesByVariable).map((queue) => queue.queueArn),
      ),
    ],
    environment: urlsOf(queuesByVariable),
  };
}

/** `example.com` of `Headshots <invites@example.com>`. */
function senderDomain(mailFrom: string): string {
  return mailFrom.slice(mailFrom.lastIndexOf('@') + 1).replace('>', '');
}

function urlsOf(queuesByVariable: Readonly<Record<string, Queue>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(queuesByVariable).map(([variable, queue]) => [variable, queue.queueUrl]),
  );
}

function existingFlow({ flow }: Resources): StateMachine {
  if (flow) return flow;
  throw new Error('A step of the flow cannot start or stop the flow: its role exists before the flow does.');
}

function allow(actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources });
}
