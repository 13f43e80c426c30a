import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import { type Synthesized, synthesized, type Value } from './synthesized.ts';

// Values that are written by hand a second time, so that a change of one needs a review.

const settings = settingsOf('production');
const production = synthesized({
  ...settings,
  domain: {
    name: 'headshots.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc',
  },
});
const training = synthesized({ ...settings, providerOptions: { sagemaker: { imageTag: 'v1' } } });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The least value, the seconds of a period, the number of periods, and the statistic. The default is a sum. */
const ALARMS: Readonly<Record<string, readonly [number, number, number, string?]>> = {
  EdgeServerErrors: [5, 5 * MINUTE, 2, 'Average'],
  ReleaseErrors: [3, MINUTE, 1],
  ReleaseMainJob: [1, MINUTE, 1],
  ApiServerErrors: [5, 5 * MINUTE, 1],
  ApiSlow: [3000, 5 * MINUTE, 3, 'p99'],
  TableReadThrottleEvents: [1, 5 * MINUTE, 3],
  TableWriteThrottleEvents: [1, 5 * MINUTE, 3],
  IndexReadThrottleEvents: [1, 5 * MINUTE, 3],
  IndexWriteThrottleEvents: [1, 5 * MINUTE, 3],
  ModelsOldest: [900, 5 * MINUTE, 1, 'Maximum'],
  // The second pass of a clean-up waits for a quarter of an hour, and a timer for an hour.
  CleanupOldest: [1800, 5 * MINUTE, 1, 'Maximum'],
  TimersOldest: [7200, 5 * MINUTE, 1, 'Maximum'],
  MailOldest: [900, 5 * MINUTE, 1, 'Maximum'],
  MailEventsOldest: [900, 5 * MINUTE, 1, 'Maximum'],
  DeliveriesOldest: [900, 5 * MINUTE, 1, 'Maximum'],
  ModelsDead: [1, 5 * MINUTE, 1, 'Maximum'],
  CleanupDead: [1, 5 * MINUTE, 1, 'Maximum'],
  TimersDead: [1, 5 * MINUTE, 1, 'Maximum'],
  MailDead: [1, 5 * MINUTE, 1, 'Maximum'],
  MailEventsDead: [1, 5 * MINUTE, 1, 'Maximum'],
  DeliveriesDead: [1, 5 * MINUTE, 1, 'Maximum'],
  FailedEventsDead: [1, 5 * MINUTE, 1, 'Maximum'],
  FailedEventsLost: [1, 5 * MINUTE, 1],
  StreamLag: [60_000, 5 * MINUTE, 1, 'Maximum'],
  FailedFoldsDead: [1, 5 * MINUTE, 1, 'Maximum'],
  FailedFoldsLost: [1, 5 * MINUTE, 1],
  FoldLag: [60_000, 5 * MINUTE, 1, 'Maximum'],
  ModelsFailed: [1, 5 * MINUTE, 1],
  ModelsStuck: [1, HOUR, 1],
  // Each attempt counts, and the longest pause between two is six hours.
  CopiesOverdue: [1, DAY, 1],
  FlowThrottled: [1, 5 * MINUTE, 3],
  ExecutionsFailed: [1, 5 * MINUTE, 1],
  ExecutionsTimedOut: [1, 5 * MINUTE, 1],
  ModelsParked: [20, HOUR, 1],
  MainJobNotDone: [1, 5 * MINUTE, 3],
  CircuitsOpened: [5, HOUR, 1],
  MailRefused: [10, HOUR, 1],
  MailHeldBack: [1, 5 * MINUTE, 1],
  CreditAnomalies: [1, DAY, 1],
};

describe('an alarm', () => {
  const alarms = production
    .resources('AWS::CloudWatch::Alarm')
    .map(([, id, { Properties }]) => ({ name: id.replace(/[0-9A-F]{8}$/, ''), ...Properties }));

  it('is raised at its value, or below it for something that has to happen', () => {
    for (const { name, ComparisonOperator } of alarms as { name: string; ComparisonOperator?: Value }[]) {
      const happens = /(Stopped|MainJobNotDone)$/.test(name);
      expect(ComparisonOperator, name).toBe(happens ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold');
    }
  });

  it.each(Object.entries(ALARMS))('%s has the reviewed value, period and statistic', (wanted, reviewed) => {
    const found = alarms.find(({ name }) => name === wanted) as Record<string, Value> | undefined;
    const { Threshold, Period, EvaluationPeriods, Statistic, ExtendedStatistic } = found ?? {};
    const [least, period, periods, statistic = 'Sum'] = reviewed;
    expect([Threshold, Period, EvaluationPeriods, Statistic ?? ExtendedStatistic]).toEqual([
      least,
      period,
      periods,
      statistic,
    ]);
  });
});

const BLOCKED = {
  BlockPublicAcls: true,
  BlockPublicPolicy: true,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: true,
};

/** Part of the properties of the only resource whose id begins with the name. */
const PROPERTIES: readonly [type: string, name: string, reviewed: object, service?: Synthesized][] = [
  [
    'AWS::S3::Bucket',
    'Images',
    {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      CorsConfiguration: { CorsRules: [{ AllowedHeaders: ['*'] }] },
      LifecycleConfiguration: {
        Rules: expect.arrayContaining([
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
        ]),
      },
    },
  ],
  [
    'AWS::DynamoDB::Table',
    'Table',
    { GlobalSecondaryIndexes: [{ IndexName: 'GSI1', Projection: { ProjectionType: 'ALL' } }] },
  ],
  [
    'AWS::WAFv2::WebACL',
    'WebAcl',
    {
      DefaultAction: { Allow: {} },
      Rules: [
        {
          Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
          Statement: {
            RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 50_000 },
          },
        },
        { OverrideAction: { None: {} } },
        { OverrideAction: { None: {} } },
      ],
    },
  ],
  [
    'AWS::WAFv2::LoggingConfiguration',
    'LogsWafLogging',
    {
      LoggingFilter: {
        Filters: [
          {
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }, { ActionCondition: { Action: 'COUNT' } }],
          },
        ],
      },
      RedactedFields: expect.arrayContaining(
        ['referer', 'x-forwarded-for', 'idempotency-key'].map((Name) => ({ SingleHeader: { Name } })),
      ),
    },
  ],
  [
    'AWS::CloudFront::Distribution',
    'Distribution',
    {
      DistributionConfig: {
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
        DefaultCacheBehavior: {
          // By AWS: CachingDisabled, and AllViewerExceptHostHeader.
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
          ViewerProtocolPolicy: 'redirect-to-https',
        },
        Origins: [{ CustomOriginConfig: { OriginProtocolPolicy: 'https-only' } }],
      },
    },
  ],
  [
    'AWS::SES::ConfigurationSet',
    'MailConfigurationSet',
    {
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    },
  ],
  [
    'AWS::Budgets::Budget',
    'Budget',
    {
      NotificationsWithSubscribers: Array(2).fill({
        Subscribers: [{ Address: settings.alarmMail, SubscriptionType: 'EMAIL' }],
      }),
    },
  ],
  [
    'AWS::StepFunctions::StateMachine',
    'ModelFlowStateMachine',
    { LoggingConfiguration: { IncludeExecutionData: false } },
  ],
  ['AWS::Lambda::EventSourceMapping', 'QueueDeleteImages', { BatchSize: 1 }],
  [
    'AWS::Lambda::EventSourceMapping',
    'QueueSendMail',
    { BatchSize: 10, ScalingConfig: { MaximumConcurrency: 2 } },
  ],
  [
    'AWS::S3::Bucket',
    'TrainingBucket',
    {
      PublicAccessBlockConfiguration: BLOCKED,
      LifecycleConfiguration: { Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }] },
    },
    training,
  ],
  [
    'AWS::S3::BucketPolicy',
    'TrainingBucket',
    { PolicyDocument: { Statement: [{ Condition: { Bool: { 'aws:SecureTransport': 'false' } } }] } },
    training,
  ],
  [
    'AWS::ECR::Repository',
    'TrainingRepository',
    {
      ImageScanningConfiguration: { ScanOnPush: true },
      ImageTagMutability: 'IMMUTABLE',
      LifecyclePolicy: { LifecyclePolicyText: expect.stringContaining('"countNumber":5') },
    },
    training,
  ],
  ['AWS::Events::ApiDestination', 'Callbacks', { HttpMethod: 'POST' }, training],
  [
    'AWS::Events::Rule',
    'EndingJobs',
    {
      EventPattern: { detail: { TrainingJobStatus: ['Completed', 'Failed', 'Stopped'] } },
      Targets: [{ RetryPolicy: { MaximumEventAgeInSeconds: 600 } }],
    },
    training,
  ],
];

describe('the reviewed properties', () => {
  it.each(PROPERTIES)('of %s %s', (type, name, reviewed, service = production) => {
    const found = service.resources(type).filter(([, id]) => id.startsWith(name));
    expect(found.map(([, , { Properties }]) => Properties)).toMatchObject([reviewed]);
  });

  it('of every queue: encrypted, and kept for 14 days', () => {
    for (const [, id, { Properties }] of production.resources('AWS::SQS::Queue')) {
      expect(Properties, id).toMatchObject({ MessageRetentionPeriod: 14 * DAY, SqsManagedSseEnabled: true });
    }
  });

  it('of every key: rotated', () => {
    const found = [...production.resources('AWS::KMS::Key'), ...training.resources('AWS::KMS::Key')];
    expect(found.length).toBeGreaterThan(2);
    for (const [, id, { Properties }] of found)
      expect(Properties, id).toMatchObject({ EnableKeyRotation: true });
  });

  it('of the flow: as many batches of a model at the same time as the settings say', () => {
    const [, , machine] = production.resources('AWS::StepFunctions::StateMachine')[0] ?? [];
    const wanted = `"MaxConcurrency":${settings.generationConcurrency}`;
    expect(JSON.stringify(machine?.Properties.DefinitionString).replaceAll('\\', '')).toContain(wanted);
  });
});
