import type { Touch } from '../../shared/contract/touches.ts';
import type { EnvironmentName } from '../../shared/platform/environment.ts';

export interface Expected {
  /** `action resource`, and `if …` where a condition holds. */
  permissions: readonly string[];
  variables: readonly EnvironmentName[];
}

const TABLE_AND_INDEX = ['Table.Arn', 'Table.Arn/index/GSI1'];
const BUCKET_OBJECTS = 'Pictures.Arn';

/** What each touch of a contract may give. Reviewed by people: written beside the grants of infra/, not derived from them. */
export const BY_TOUCH: Record<Touch, Expected> = {
  'table:read': {
    permissions: TABLE_AND_INDEX.flatMap((table) => [
      `dynamodb:GetItem ${table}`,
      `dynamodb:Query ${table}`,
      `dynamodb:BatchGetItem ${table}`,
      `dynamodb:ConditionCheckItem ${table}`,
    ]),
    variables: ['TABLE_NAME'],
  },
  'table:write': {
    permissions: [
      'dynamodb:PutItem Table.Arn',
      'dynamodb:UpdateItem Table.Arn',
      'dynamodb:DeleteItem Table.Arn',
      'dynamodb:ConditionCheckItem Table.Arn',
      'dynamodb:BatchWriteItem Table.Arn',
    ],
    variables: ['TABLE_NAME'],
  },
  'requests:count': {
    permissions: partition(['dynamodb:Query', 'dynamodb:UpdateItem'], '*#RATE', '*#USAGE'),
    variables: ['TABLE_NAME'],
  },
  'answers:keep': {
    permissions: partition(
      ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      '*#IDEMPOTENCY',
    ),
    variables: ['TABLE_NAME'],
  },
  'uploads:read': bucket(`s3:GetObject ${BUCKET_OBJECTS}/uploads/*`),
  'uploads:write': bucket(`s3:PutObject ${BUCKET_OBJECTS}/uploads/*`),
  'uploads:delete': bucket(
    `s3:DeleteObject ${BUCKET_OBJECTS}/uploads/*`,
    's3:ListBucket Pictures.Arn if {"StringLike":{"s3:prefix":"uploads/*"}}',
  ),
  'photos:write': bucket(`s3:PutObject ${BUCKET_OBJECTS}/photos/*`),
  'photos:delete': bucket(
    `s3:DeleteObject ${BUCKET_OBJECTS}/photos/*`,
    's3:ListBucket Pictures.Arn if {"StringLike":{"s3:prefix":"photos/*"}}',
  ),
  'photo-links': {
    permissions: ['secretsmanager:GetSecretValue LinkSignerSecret'],
    variables: ['LINK_SIGNER_SECRET', 'PICTURES_BUCKET'],
  },
  'link-key:rotate': {
    permissions: [
      'iam:ListAccessKeys LinkSigner.Arn',
      'iam:CreateAccessKey LinkSigner.Arn',
      'iam:DeleteAccessKey LinkSigner.Arn',
      'secretsmanager:GetSecretValue LinkSignerSecret',
      'secretsmanager:PutSecretValue LinkSignerSecret',
    ],
    variables: ['LINK_SIGNER_USER', 'LINK_SIGNER_SECRET', 'PICTURES_BUCKET'],
  },
  'models-queue': {
    permissions: ['sqs:SendMessage ModelsQueue.Arn'],
    variables: ['MODELS_QUEUE_URL'],
  },
  'cleanup-queue': {
    permissions: ['sqs:SendMessage CleanupQueue.Arn'],
    variables: ['CLEANUP_QUEUE_URL'],
  },
  'deliveries-queue': {
    permissions: ['sqs:SendMessage DeliveriesQueue.Arn'],
    variables: ['DELIVERIES_QUEUE_URL'],
  },
  'wakes-queue': {
    permissions: ['sqs:SendMessage WakesQueue.Arn'],
    variables: ['WAKES_QUEUE_URL'],
  },
  'mail-queue': {
    permissions: ['sqs:SendMessage MailQueue.Arn'],
    variables: ['MAIL_QUEUE_URL'],
  },
  'mail:send': {
    permissions: [
      'ses:SendEmail arn:AWS::Partition:ses:us-east-1:AWS::AccountId:identity/headshots.example.com',
    ],
    variables: ['MAIL_FROM'],
  },
  'flow:start': {
    permissions: ['states:StartExecution ModelFlowStateMachine'],
    variables: ['STATE_MACHINE_ARN'],
  },
  'flow:stop': {
    permissions: [
      'states:StopExecution arn:AWS::Partition:states:us-east-1:AWS::AccountId:execution:ModelFlowStateMachine.Name:*',
    ],
    variables: ['STATE_MACHINE_ARN'],
  },
};

/**
 * What a function needs beside its touches: Lambda feeds it in its name, it reads settings of the stage, or it
 * has to name the bucket, which is no access to it.
 */
export const BEYOND_TOUCHES: Record<string, Expected> = {
  'stream/publish-events': {
    permissions: [
      'dynamodb:DescribeStream Table.StreamArn',
      'dynamodb:GetRecords Table.StreamArn',
      'dynamodb:GetShardIterator Table.StreamArn',
    ],
    variables: [],
  },
  'queue/start-flow': { permissions: consuming('ModelsQueue'), variables: ['MODELS_QUEUE_URL'] },
  'queue/remove-pictures': {
    permissions: consuming('CleanupQueue'),
    variables: ['CLEANUP_QUEUE_URL'],
  },
  'queue/send-mail': { permissions: consuming('MailQueue'), variables: ['MAIL_QUEUE_URL'] },
  'queue/deliver-webhooks': {
    permissions: consuming('DeliveriesQueue'),
    variables: ['DELIVERIES_QUEUE_URL', 'WEBHOOK_RETRY_SECONDS', 'WEBHOOK_LOOPBACK_ALLOWED'],
  },
  'admin/webhooks/update-webhooks': { permissions: [], variables: ['WEBHOOK_LOOPBACK_ALLOWED'] },
  'admin/webhooks/send-test': { permissions: [], variables: ['WEBHOOK_LOOPBACK_ALLOWED'] },
  'queue/wake-lanes': { permissions: consuming('WakesQueue'), variables: ['WAKES_QUEUE_URL'] },
  'flow/advance-training': { permissions: [], variables: ['PROVIDER', 'DEVELOPMENT_PACE_SECONDS'] },
  'flow/advance-generation': { permissions: [], variables: ['PROVIDER', 'DEVELOPMENT_PACE_SECONDS'] },
  'flow/fail-model': { permissions: [], variables: ['RESTART_PAUSE_SECONDS'] },
  'web/show-studio': { permissions: [], variables: ['PICTURES_BUCKET'] },
  'web/show-signup': { permissions: [], variables: ['PICTURES_BUCKET'] },
  'web/show-admin': { permissions: [], variables: ['PICTURES_BUCKET'] },
  'web/show-docs': { permissions: [], variables: ['PICTURES_BUCKET'] },
};

/** What AWS lets nobody restrict to a resource: delivering logs and writing traces. */
export const FORCED_ANY: readonly string[] = [
  'logs:CreateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:DescribeLogGroups',
  'logs:DescribeResourcePolicies',
  'logs:GetLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:UpdateLogDelivery',
  'xray:GetSamplingRules',
  'xray:GetSamplingTargets',
  'xray:PutTelemetryRecords',
  'xray:PutTraceSegments',
].map((action) => `${action} *`);

/** What the function of every endpoint is told besides. */
export const OF_ENDPOINTS: readonly EnvironmentName[] = ['ADDRESS_REQUESTS_PER_MINUTE'];

export const ALWAYS_SET = ['STAGE', 'APP_URL', 'NODE_OPTIONS'];

function partition(actions: readonly string[], ...patterns: string[]): string[] {
  const condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } };
  return actions.map((action) => `${action} Table.Arn if ${JSON.stringify(condition)}`);
}

function bucket(...permissions: string[]): Expected {
  return { permissions, variables: ['PICTURES_BUCKET'] };
}

function consuming(queue: string): string[] {
  return [
    'ReceiveMessage',
    'DeleteMessage',
    'ChangeMessageVisibility',
    'GetQueueAttributes',
    'GetQueueUrl',
  ].map((action) => `sqs:${action} ${queue}.Arn`);
}
