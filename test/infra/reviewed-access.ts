import type { Permission } from '../../shared/contract/permissions.ts';
import type { EnvironmentName } from '../../shared/platform/environment.ts';

export interface Expected {
  /** `action resource`, and `if …` where a condition holds. */
  granted: readonly string[];
  variables: readonly EnvironmentName[];
}

/** What each permission of a contract may give. Reviewed by people: written beside the grants of infra/, not derived from them. */
export const BY_PERMISSION: Record<Permission, Expected> = {
  'table:get': table('dynamodb:GetItem Table.Arn'),
  'table:get-many': table('dynamodb:BatchGetItem Table.Arn'),
  'table:query': table('dynamodb:Query Table.Arn'),
  'table:query-index': table('dynamodb:Query Table.Arn/index/GSI1'),
  'table:put': table('dynamodb:PutItem Table.Arn'),
  'table:update': table('dynamodb:UpdateItem Table.Arn'),
  'table:delete': table('dynamodb:DeleteItem Table.Arn'),
  'table:delete-many': table('dynamodb:BatchWriteItem Table.Arn'),
  'table:check': table('dynamodb:ConditionCheckItem Table.Arn'),
  'requests:count': table(...partition('*#RATE', 'dynamodb:Query', 'dynamodb:UpdateItem')),
  'key-use:note': table(...partition('*#USAGE', 'dynamodb:UpdateItem')),
  'answers:keep': table(...partition('*#IDEMPOTENCY', 'dynamodb:UpdateItem')),
  'sweep:remember': table(...partition('*#SWEEP', 'dynamodb:PutItem')),
  'uploads:read': bucket('s3:GetObject Images.Arn/uploads/*'),
  'uploads:write': bucket('s3:PutObject Images.Arn/uploads/*'),
  'uploads:list': bucket('s3:ListBucket Images.Arn if {"StringLike":{"s3:prefix":"uploads/*"}}'),
  'uploads:delete': bucket('s3:DeleteObject Images.Arn/uploads/*'),
  'photos:write': bucket('s3:PutObject Images.Arn/photos/*'),
  'photos:list': bucket('s3:ListBucket Images.Arn if {"StringLike":{"s3:prefix":"photos/*"}}'),
  'photos:delete': bucket('s3:DeleteObject Images.Arn/photos/*'),
  'photo-links': {
    granted: ['secretsmanager:GetSecretValue LinkSignerSecret'],
    variables: ['LINK_SIGNER_SECRET', 'IMAGES_BUCKET'],
  },
  'link-key:rotate': {
    granted: [
      'iam:ListAccessKeys LinkSigner.Arn',
      'iam:CreateAccessKey LinkSigner.Arn',
      'iam:DeleteAccessKey LinkSigner.Arn',
      'secretsmanager:GetSecretValue LinkSignerSecret',
      'secretsmanager:PutSecretValue LinkSignerSecret',
    ],
    variables: ['LINK_SIGNER_USER', 'LINK_SIGNER_SECRET', 'IMAGES_BUCKET'],
  },
  'models-queue': {
    granted: ['sqs:SendMessage ModelsQueue.Arn'],
    variables: ['MODELS_QUEUE_URL'],
  },
  'cleanup-queue': {
    granted: ['sqs:SendMessage CleanupQueue.Arn'],
    variables: ['CLEANUP_QUEUE_URL'],
  },
  'deliveries-queue': {
    granted: ['sqs:SendMessage DeliveriesQueue.Arn'],
    variables: ['DELIVERIES_QUEUE_URL'],
  },
  'deliveries-queue:change-visibility': {
    granted: ['sqs:ChangeMessageVisibility DeliveriesQueue.Arn'],
    variables: ['DELIVERIES_QUEUE_URL'],
  },
  'timers-queue': {
    granted: ['sqs:SendMessage TimersQueue.Arn'],
    variables: ['TIMERS_QUEUE_URL'],
  },
  'timers-queue:change-visibility': {
    granted: ['sqs:ChangeMessageVisibility TimersQueue.Arn'],
    variables: ['TIMERS_QUEUE_URL'],
  },
  'mail-queue': {
    granted: ['sqs:SendMessage MailQueue.Arn'],
    variables: ['MAIL_QUEUE_URL'],
  },
  'mail:send': {
    granted: ['ses:SendEmail arn:AWS::Partition:ses:us-east-1:AWS::AccountId:identity/headshots.example.com'],
    variables: ['MAIL_FROM'],
  },
  'flow:start': {
    granted: ['states:StartExecution ModelFlowStateMachine'],
    variables: ['STATE_MACHINE_ARN'],
  },
  'flow:stop': {
    granted: [
      'states:StopExecution arn:AWS::Partition:states:us-east-1:AWS::AccountId:execution:ModelFlowStateMachine.Name:*',
    ],
    variables: ['STATE_MACHINE_ARN'],
  },
};

/**
 * What a function needs beside its granted: Lambda feeds it in its name, it reads settings of the stage, or it
 * has to name the bucket, which is no access to it.
 */
export const BEYOND_PERMISSIONS: Record<string, Expected> = {
  'stream/publish-events': {
    granted: [
      'dynamodb:DescribeStream Table.StreamArn',
      'dynamodb:GetRecords Table.StreamArn',
      'dynamodb:GetShardIterator Table.StreamArn',
      'dynamodb:ListStreams Table.StreamArn',
    ],
    variables: [],
  },
  'queue/start-flow': { granted: consuming('ModelsQueue'), variables: [] },
  'queue/delete-images': { granted: consuming('CleanupQueue'), variables: [] },
  'queue/send-mail': { granted: consuming('MailQueue'), variables: [] },
  'queue/deliver-webhooks': {
    granted: consuming('DeliveriesQueue'),
    variables: ['WEBHOOK_RETRY_SECONDS', 'WEBHOOK_LOOPBACK_ALLOWED'],
  },
  'admin/webhooks/update-webhooks': { granted: [], variables: ['WEBHOOK_LOOPBACK_ALLOWED'] },
  'admin/webhooks/send-test': { granted: [], variables: ['WEBHOOK_LOOPBACK_ALLOWED'] },
  'queue/fire-timers': { granted: consuming('TimersQueue'), variables: [] },
  'flow/advance-training': { granted: [], variables: ['PROVIDER', 'DEVELOPMENT_PACE_SECONDS'] },
  'flow/advance-generation': { granted: [], variables: ['PROVIDER', 'DEVELOPMENT_PACE_SECONDS'] },
  'flow/fail-model': { granted: [], variables: ['RESTART_PAUSE_SECONDS'] },
  'web/show-studio': { granted: [], variables: ['IMAGES_BUCKET'] },
  'web/show-signup': { granted: [], variables: ['IMAGES_BUCKET'] },
  'web/show-admin': { granted: [], variables: ['IMAGES_BUCKET'] },
  'web/show-docs': { granted: [], variables: ['IMAGES_BUCKET'] },
};

/** What every function may: AWS lets nobody restrict the writing of traces to a resource. */
export const ALWAYS_ALLOWED: readonly string[] = ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'];

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
];

const STEPS = [
  'BeginTraining',
  'AdvanceTraining',
  'BeginGeneration',
  'AdvanceGeneration',
  'FinishGeneration',
  'FailModel',
  'RestartModel',
];
const QUEUES = ['Models', 'Cleanup', 'Mail', 'Deliveries', 'Timers'].flatMap((name) => [
  `${name}Queue`,
  `${name}DeadLetters`,
]);
const WITHOUT_TLS = 'if {"Bool":{"aws:SecureTransport":"false"}}';
const THIS_MACHINE =
  'if {"StringEquals":{"aws:SourceAccount":"AWS::AccountId"},"ArnLike":{"aws:SourceArn":"arn:AWS::Partition:states:us-east-1:AWS::AccountId:stateMachine:*"}}';

/**
 * Every statement of the templates that is not of a function's role nor the permission of a route or rule, by
 * what it stands in. A new one has to be written here before it may be deployed.
 */
export const BEYOND_FUNCTIONS: readonly string[] = [
  'LinkSignerDefaultPolicy: Allow s3:GetObject Images.Arn/photos/*',
  ...STEPS.map((step) => `ModelFlowStateMachineRole: Allow lambda:InvokeFunction Flow${step}Function.Arn`),
  ...FORCED_ANY.map((action) => `ModelFlowStateMachineRole: Allow ${action} *`),
  `ModelFlowStateMachineRole: Allow sts:AssumeRole by {"Service":"states.amazonaws.com"} ${THIS_MACHINE}`,
  `ImagesPolicy: Deny s3:* Images.Arn by {"AWS":"*"} ${WITHOUT_TLS}`,
  `ImagesPolicy: Deny s3:* Images.Arn/* by {"AWS":"*"} ${WITHOUT_TLS}`,
  ...QUEUES.map((queue) => `${queue}Policy: Deny sqs:* ${queue}.Arn by {"AWS":"*"} ${WITHOUT_TLS}`),
  `AlarmsPolicy: Deny sns:Publish Alarms by "*" ${WITHOUT_TLS}`,
  // The policy of a key speaks of that key alone, so its resource is always *.
  'AlarmKey: Allow kms:* * by {"AWS":"arn:AWS::Partition:iam::AWS::AccountId:root"}',
  ...['kms:Decrypt', 'kms:Encrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*'].map(
    (action) => `AlarmKey: Allow ${action} * by {"Service":"cloudwatch.amazonaws.com"}`,
  ),
];

/** What the function of every endpoint is told besides. */
export const OF_ENDPOINTS: readonly EnvironmentName[] = ['ADDRESS_REQUESTS_PER_MINUTE'];

export const ALWAYS_SET = ['STAGE', 'APP_URL', 'NODE_OPTIONS'];

function table(...granted: string[]): Expected {
  return { granted, variables: ['TABLE_NAME'] };
}

function partition(pattern: string, ...actions: string[]): string[] {
  const condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [pattern] } };
  return actions.map((action) => `${action} Table.Arn if ${JSON.stringify(condition)}`);
}

function bucket(...granted: string[]): Expected {
  return { granted, variables: ['IMAGES_BUCKET'] };
}

function consuming(queue: string): string[] {
  return ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map(
    (action) => `sqs:${action} ${queue}.Arn`,
  );
}
