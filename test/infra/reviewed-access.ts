import type { Permission } from '../../shared/contract/permissions.ts';
import type { EnvironmentName } from '../../shared/platform/environment.ts';

export interface Expected {
  /** Lines of the form `action resource`, followed by `if …` when there is a condition. */
  granted: readonly string[];
  variables: readonly EnvironmentName[];
}

const API_KEYS = ['APIKEY#*', '*#KEYS'];
const NOT_READ = ['*#SECRETS'];
const PROVIDER_SETTINGS: readonly EnvironmentName[] = [
  'PROVIDER',
  'PROVIDER_OPTIONS',
  'DEVELOPMENT_PACE_SECONDS',
];
const MEMBER = '*#MEMBER#mem_??????????????????????????';
const NOT_WRITTEN = [
  'APIKEY#*',
  '*#KEYS',
  '*#SECRETS',
  '*#USERS',
  '*#SESSIONS',
  MEMBER,
  '*#TRAIL',
  'MAILBOX#*',
  '*#TRAIL_EVENTS',
];

/**
 * The reviewed access of each permission of a contract. The list is written by hand and not derived from the
 * grants in infra/, so that a change of a grant needs a review.
 */
export const BY_PERMISSION: Record<Permission, Expected> = {
  'table:get': table(outside(NOT_READ, 'dynamodb:GetItem')),
  'table:get-many': table(outside(NOT_READ, 'dynamodb:BatchGetItem')),
  'table:query': table(outside(NOT_READ, 'dynamodb:Query')),
  'table:query-index': table('dynamodb:Query Table.Arn/index/GSI1'),
  'table:put': table(outside(NOT_WRITTEN, 'dynamodb:PutItem')),
  'table:update': table(outside(NOT_WRITTEN, 'dynamodb:UpdateItem')),
  'table:delete': table(outside(NOT_WRITTEN, 'dynamodb:DeleteItem')),
  'table:delete-many': table(outside(NOT_WRITTEN, 'dynamodb:BatchWriteItem')),
  'table:check': table(outside(NOT_READ, 'dynamodb:ConditionCheckItem')),
  'lists:note': table(...partition('*#LISTS', 'dynamodb:PutItem')),
  'lists:fold': table(
    ...partition(
      '*#LISTS',
      'dynamodb:Query',
      'dynamodb:BatchGetItem',
      'dynamodb:PutItem',
      'dynamodb:DeleteItem',
      'dynamodb:BatchWriteItem',
    ),
  ),
  'requests:count': table(...partition('*#RATE', 'dynamodb:UpdateItem')),
  'key-use:note': table(...partition('*#USAGE', 'dynamodb:UpdateItem')),
  'answers:keep': table(...partition('*#IDEMPOTENCY', 'dynamodb:UpdateItem')),
  'verdicts:record': table(inPartitions(['*#MODELS', '*#MODEL#*', '*#UPLOADS'], 'dynamodb:UpdateItem')),
  'trail:append': table(...partition('*#TRAIL_EVENTS', 'dynamodb:PutItem')),
  'trail:write': table(...partition('*#TRAIL', 'dynamodb:PutItem')),
  'trail:scrub': table(inPartitions(['*#TRAIL', '*#TRAIL_EVENTS'], 'dynamodb:UpdateItem')),
  'api-keys:create': table(inPartitions(API_KEYS, 'dynamodb:PutItem')),
  'api-keys:delete': table(inPartitions(API_KEYS, 'dynamodb:DeleteItem')),
  'users:create': table(...partition('*#USERS', 'dynamodb:PutItem')),
  'users:update': table(...partition('*#USERS', 'dynamodb:UpdateItem')),
  'users:delete': table(...partition('*#USERS', 'dynamodb:DeleteItem')),
  'user-sessions:create': table(...partition('*#SESSIONS', 'dynamodb:PutItem')),
  'user-sessions:update': table(...partition('*#SESSIONS', 'dynamodb:UpdateItem')),
  'user-sessions:delete': table(...partition('*#SESSIONS', 'dynamodb:DeleteItem')),
  'member-sessions:create': table(...partition(MEMBER, 'dynamodb:PutItem')),
  'mailboxes:count': table(...partition('MAILBOX#*', 'dynamodb:PutItem')),
  'member-sessions:delete': table(...partition(MEMBER, 'dynamodb:DeleteItem')),
  'member-sessions:delete-many': table(...partition(MEMBER, 'dynamodb:BatchWriteItem')),
  'webhook-secrets:read': table(...partition('*#SECRETS', 'dynamodb:GetItem')),
  'webhook-secrets:update': table(...partition('*#SECRETS', 'dynamodb:UpdateItem')),
  'webhook-secret-key': {
    granted: ['secretsmanager:GetSecretValue WebhookSecretKey'],
    variables: ['WEBHOOK_SECRET_KEY'],
  },
  'sweep:remember': table(...partition('*#SWEEP', 'dynamodb:PutItem')),
  'incoming:read': bucket('s3:GetObject Images.Arn/incoming/*'),
  'incoming:write': bucket('s3:PutObject Images.Arn/incoming/*'),
  'incoming:list': bucket('s3:ListBucket Images.Arn if {"StringLike":{"s3:prefix":"incoming/*"}}'),
  'incoming:delete': bucket('s3:DeleteObject Images.Arn/incoming/*'),
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
  'check-key:read': {
    granted: ['secretsmanager:GetSecretValue CheckSecret'],
    variables: ['CHECK_SECRET'],
  },
  'provider-keys:read': {
    granted: ['secretsmanager:GetSecretValue ProviderKeys'],
    variables: ['PROVIDER_KEYS'],
  },
  // A stage without SageMaker: test/infra/training.test.ts has the other.
  'training-jobs': { granted: [], variables: [] },
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
    granted: [
      'ses:SendEmail arn:aws:ses:us-east-1:AWS::AccountId:identity/headshots.example.com',
      'ses:SendEmail arn:aws:ses:us-east-1:AWS::AccountId:configuration-set/headshots-production',
    ],
    variables: ['MAIL_FROM', 'MAIL_CONFIGURATION_SET'],
  },
  'mail-queue:change-visibility': {
    granted: ['sqs:ChangeMessageVisibility MailQueue.Arn'],
    variables: ['MAIL_QUEUE_URL'],
  },
  'flow:start': {
    granted: ['states:StartExecution ModelFlowStateMachine'],
    variables: ['STATE_MACHINE_ARN'],
  },
  'flow:stop': {
    granted: [
      'states:StopExecution arn:aws:states:us-east-1:AWS::AccountId:execution:ModelFlowStateMachine.Name:*',
    ],
    variables: ['STATE_MACHINE_ARN'],
  },
  'flow:resume': {
    granted: ['states:SendTaskSuccess ModelFlowStateMachine'],
    variables: ['STATE_MACHINE_ARN'],
  },
};

const READING_THE_STREAM = [
  'dynamodb:DescribeStream Table.StreamArn',
  'dynamodb:GetRecords Table.StreamArn',
  'dynamodb:GetShardIterator Table.StreamArn',
  'dynamodb:ListStreams Table.StreamArn',
];

/**
 * Access and variables of functions beyond the permissions of their contracts: for an event source, for
 * settings of the stage, or for the name of the bucket, which gives no access to it.
 */
export const BEYOND_PERMISSIONS: Record<string, Expected> = {
  'stream/publish-events': {
    granted: [...READING_THE_STREAM, 'sqs:SendMessage FailedEventsQueue.Arn'],
    variables: [],
  },
  'stream/fold-lists': {
    granted: [...READING_THE_STREAM, 'sqs:SendMessage FailedFoldsQueue.Arn'],
    variables: [],
  },
  'queue/start-flow': { granted: consuming('ModelsQueue'), variables: ['PROVIDER', 'CAPACITY'] },
  'queue/delete-images': { granted: consuming('CleanupQueue'), variables: ['PROVIDER_OPTIONS'] },
  'queue/send-mail': { granted: consuming('MailQueue'), variables: [] },
  'queue/record-mail-events': { granted: consuming('MailEventsQueue'), variables: [] },
  'queue/deliver-webhooks': {
    granted: consuming('DeliveriesQueue'),
    variables: ['WEBHOOK_RETRY_SECONDS', 'WEBHOOK_LOOPBACK_ALLOWED'],
  },
  'admin/webhooks/update-webhooks': { granted: [], variables: ['WEBHOOK_LOOPBACK_ALLOWED'] },
  'admin/webhooks/send-test': { granted: [], variables: ['WEBHOOK_LOOPBACK_ALLOWED'] },
  'admin/organization/get-styles': { granted: [], variables: ['PROVIDER'] },
  'member/consent/get-consent': { granted: [], variables: ['PROVIDER'] },
  'member/consent/give-consent': { granted: [], variables: ['PROVIDER'] },
  'member/session/finish-onboarding': { granted: [], variables: ['PROVIDER'] },
  'member/session/get-overview': { granted: [], variables: ['PROVIDER'] },
  'member/uploads/create-uploads': { granted: [], variables: ['PROVIDER'] },
  'queue/fire-timers': { granted: consuming('TimersQueue'), variables: [] },
  'flow/advance-training': { granted: [], variables: PROVIDER_SETTINGS },
  'flow/advance-generation': { granted: [], variables: PROVIDER_SETTINGS },
  'flow/fail-model': { granted: [], variables: ['RESTART_PAUSE_SECONDS'] },
  'web/show-front': { granted: [], variables: ['IMAGES_BUCKET', 'ORIGIN_SECRETS'] },
  'web/show-studio': { granted: [], variables: ['IMAGES_BUCKET', 'ORIGIN_SECRETS'] },
  'web/show-signup': { granted: [], variables: ['IMAGES_BUCKET', 'ORIGIN_SECRETS'] },
  'web/show-admin': { granted: [], variables: ['IMAGES_BUCKET', 'ORIGIN_SECRETS'] },
  'web/serve-admin-script': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/serve-embed': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/serve-llms': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/serve-robots': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/serve-share-image': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/serve-sitemap': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/serve-reference': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/serve-heic-library': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/serve-heic-module': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/serve-heic-worker': { granted: [], variables: ['ORIGIN_SECRETS'] },
  'web/show-docs': { granted: [], variables: ['IMAGES_BUCKET', 'ORIGIN_SECRETS'] },
};

/** Actions that every function may call. AWS does not restrict the writing of traces to a resource. */
export const ALWAYS_ALLOWED: readonly string[] = ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'];

/** Actions of log delivery and tracing that AWS does not restrict to a resource. */
export const UNRESTRICTABLE_ACTIONS: readonly string[] = [
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
  'AwaitCallback',
  'FinishGeneration',
  'FailModel',
  'RestartModel',
];
const QUEUES = [
  ...['Models', 'Cleanup', 'Mail', 'MailEvents', 'Deliveries', 'Timers'].flatMap((name) => [
    `${name}Queue`,
    `${name}DeadLetters`,
  ]),
  'FailedEventsQueue',
  'FailedFoldsQueue',
];
const WITHOUT_TLS = 'if {"Bool":{"aws:SecureTransport":"false"}}';
const CLOUDWATCH = '{"Service":"cloudwatch.amazonaws.com"}';
const FROM_ALARMS =
  'if {"StringEquals":{"aws:SourceAccount":"AWS::AccountId"},"ArnLike":{"aws:SourceArn":"arn:aws:cloudwatch:us-east-1:AWS::AccountId:alarm:*"}}';
const FROM_STATE_MACHINES =
  'if {"StringEquals":{"aws:SourceAccount":"AWS::AccountId"},"ArnLike":{"aws:SourceArn":"arn:aws:states:us-east-1:AWS::AccountId:stateMachine:*"}}';

/**
 * Every policy statement of the templates outside the roles of functions and the permissions of routes and
 * rules, with the resource that contains it. A new statement fails the test until it is listed here.
 */
export const OTHER_STATEMENTS: readonly string[] = [
  ...['photos/*', 'uploads/*'].map(
    (objects) =>
      `LinkSignerDefaultPolicy: Allow s3:GetObject Images.Arn/${objects} ` +
      'if {"StringEquals":{"s3:authType":"REST-QUERY-STRING"},"NumericLessThanEquals":{"s3:signatureAge":"86400000"}}',
  ),
  ...STEPS.map((step) => `ModelFlowStateMachineRole: Allow lambda:InvokeFunction Flow${step}Function.Arn`),
  ...UNRESTRICTABLE_ACTIONS.map((action) => `ModelFlowStateMachineRole: Allow ${action} *`),
  `ModelFlowStateMachineRole: Allow sts:AssumeRole by {"Service":"states.amazonaws.com"} ${FROM_STATE_MACHINES}`,
  `ImagesPolicy: Deny s3:* Images.Arn by {"AWS":"*"} ${WITHOUT_TLS}`,
  `ImagesPolicy: Deny s3:* Images.Arn/* by {"AWS":"*"} ${WITHOUT_TLS}`,
  ...QUEUES.map((queue) => `${queue}Policy: Deny sqs:* ${queue}.Arn by {"AWS":"*"} ${WITHOUT_TLS}`),
  // EventBridge sends the events of SES.
  ...['GetQueueAttributes', 'GetQueueUrl', 'SendMessage'].map(
    (action) =>
      `MailEventsQueuePolicy: Allow sqs:${action} MailEventsQueue.Arn by {"Service":"events.amazonaws.com"} ` +
      'if {"ArnEquals":{"aws:SourceArn":"MailEventsRule.Arn"}}',
  ),
  ...['Alarms', 'EdgeAlarms'].flatMap((alarms) => [
    `${alarms}TopicPolicy: Deny sns:Publish ${alarms}Topic by "*" ${WITHOUT_TLS}`,
    `${alarms}TopicPolicy: Allow sns:Publish ${alarms}Topic by ${CLOUDWATCH} ${FROM_ALARMS}`,
    // A key policy applies to its own key only, so its resource is always *.
    `${alarms}Key: Allow kms:* * by {"AWS":"arn:aws:iam::AWS::AccountId:root"}`,
    ...['kms:Decrypt', 'kms:GenerateDataKey*'].map(
      (action) => `${alarms}Key: Allow ${action} * by ${CLOUDWATCH}`,
    ),
  ]),
];

/** Variables of the function of every endpoint, beside those of its permissions. */
export const ENDPOINT_VARIABLES: readonly EnvironmentName[] = [
  'ADDRESS_REQUESTS_PER_MINUTE',
  'ORIGIN_SECRETS',
];

/** Variables of every function. */
export const ALWAYS_SET = ['STAGE', 'APP_URL', 'NODE_OPTIONS'];

function table(...granted: string[]): Expected {
  return { granted, variables: ['TABLE_NAME'] };
}

function partition(pattern: string, ...actions: string[]): string[] {
  return actions.map((action) => inPartitions([pattern], action));
}

function inPartitions(patterns: readonly string[], action: string): string {
  const condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } };
  return `${action} Table.Arn if ${JSON.stringify(condition)}`;
}

function outside(patterns: readonly string[], action: string): string {
  const condition = { 'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': patterns } };
  return `${action} Table.Arn if ${JSON.stringify(condition)}`;
}

function bucket(...granted: string[]): Expected {
  return { granted, variables: ['IMAGES_BUCKET'] };
}

function consuming(queue: string): string[] {
  return ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map(
    (action) => `sqs:${action} ${queue}.Arn`,
  );
}
