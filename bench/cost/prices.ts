/** One thing that AWS bills. */
export interface Price {
  service: string;
  /** What is counted, in the plural. */
  what: string;
  usd: number;
  /** So many of them cost that. */
  per: number;
  /** The page of AWS that has the price. */
  page: string;
}

/** The day as of which the prices below were written down. They are to be checked before anybody relies on them. */
export const PRICES_TAKEN = '2026-11-21';
export const PRICES_REGION = 'us-east-1';

const THOUSAND = 1000;
const MILLION = 1_000_000;

const DYNAMODB = 'https://aws.amazon.com/dynamodb/pricing/on-demand/';
const LAMBDA = 'https://aws.amazon.com/lambda/pricing/';
const SQS = 'https://aws.amazon.com/sqs/pricing/';
const S3 = 'https://aws.amazon.com/s3/pricing/';
const CLOUDFRONT = 'https://aws.amazon.com/cloudfront/pricing/pay-as-you-go/';
const CLOUDWATCH = 'https://aws.amazon.com/cloudwatch/pricing/';
const WAF = 'https://aws.amazon.com/waf/pricing/';
const SECRETS = 'https://aws.amazon.com/secrets-manager/pricing/';

/** List prices of the first tier, without any free tier. GB are of 2³⁰ bytes, months of 730 hours. */
export const PRICES = {
  lambdaRequests: { service: 'Lambda', what: 'invocations', usd: 0.2, per: MILLION, page: LAMBDA },
  lambdaGbSeconds: { service: 'Lambda', what: 'GB-seconds (arm64)', usd: 0.0000133334, per: 1, page: LAMBDA },
  dynamodbWrites: {
    service: 'DynamoDB',
    what: 'write request units',
    usd: 0.625,
    per: MILLION,
    page: DYNAMODB,
  },
  dynamodbReads: {
    service: 'DynamoDB',
    what: 'read request units',
    usd: 0.125,
    per: MILLION,
    page: DYNAMODB,
  },
  dynamodbStorage: { service: 'DynamoDB', what: 'GB-months stored', usd: 0.25, per: 1, page: DYNAMODB },
  dynamodbBackup: {
    service: 'DynamoDB',
    what: 'GB-months of point-in-time recovery',
    usd: 0.2,
    per: 1,
    page: DYNAMODB,
  },
  s3Writes: {
    service: 'S3',
    what: 'PUT, POST and LIST requests',
    usd: 0.005,
    per: THOUSAND,
    page: S3,
  },
  s3Reads: { service: 'S3', what: 'GET requests', usd: 0.0004, per: THOUSAND, page: S3 },
  s3Storage: { service: 'S3', what: 'GB-months stored (Standard)', usd: 0.023, per: 1, page: S3 },
  internetOut: {
    service: 'Data transfer',
    what: 'GB from S3 and Lambda to the internet',
    usd: 0.09,
    per: 1,
    page: 'https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer',
  },
  stateTransitions: {
    service: 'Step Functions',
    what: 'state transitions (standard)',
    usd: 0.025,
    per: THOUSAND,
    page: 'https://aws.amazon.com/step-functions/pricing/',
  },
  traces: {
    service: 'X-Ray',
    what: 'traces recorded',
    usd: 5,
    per: MILLION,
    page: 'https://aws.amazon.com/xray/pricing/',
  },
  httpApi: {
    service: 'API Gateway',
    what: 'HTTP API requests, in parts of 512 KB',
    usd: 1,
    per: MILLION,
    page: 'https://aws.amazon.com/api-gateway/pricing/',
  },
  cloudfrontRequests: {
    service: 'CloudFront',
    what: 'HTTPS requests',
    usd: 0.01,
    per: 10 * THOUSAND,
    page: CLOUDFRONT,
  },
  cloudfrontOut: {
    service: 'CloudFront',
    what: 'GB to the internet',
    usd: 0.085,
    per: 1,
    page: CLOUDFRONT,
  },
  cloudfrontToOrigin: {
    service: 'CloudFront',
    what: 'GB to the origin',
    usd: 0.02,
    per: 1,
    page: CLOUDFRONT,
  },
  wafRequests: { service: 'WAF', what: 'requests inspected', usd: 0.6, per: MILLION, page: WAF },
  wafAcls: { service: 'WAF', what: 'web ACLs a month', usd: 5, per: 1, page: WAF },
  wafRules: { service: 'WAF', what: 'rules and rule groups a month', usd: 1, per: 1, page: WAF },
  sqsStandard: { service: 'SQS', what: 'requests to standard queues', usd: 0.4, per: MILLION, page: SQS },
  sqsFifo: { service: 'SQS', what: 'requests to FIFO queues', usd: 0.5, per: MILLION, page: SQS },
  mails: {
    service: 'SES',
    what: 'mails',
    usd: 0.1,
    per: THOUSAND,
    page: 'https://aws.amazon.com/ses/pricing/',
  },
  logsIn: { service: 'CloudWatch', what: 'GB of logs taken in', usd: 0.5, per: 1, page: CLOUDWATCH },
  logsKept: { service: 'CloudWatch', what: 'GB-months of logs kept', usd: 0.03, per: 1, page: CLOUDWATCH },
  metrics: { service: 'CloudWatch', what: 'custom metrics a month', usd: 0.3, per: 1, page: CLOUDWATCH },
  alarms: { service: 'CloudWatch', what: 'alarms a month', usd: 0.1, per: 1, page: CLOUDWATCH },
  dashboards: { service: 'CloudWatch', what: 'dashboards a month', usd: 3, per: 1, page: CLOUDWATCH },
  secrets: { service: 'Secrets Manager', what: 'secrets a month', usd: 0.4, per: 1, page: SECRETS },
  secretCalls: {
    service: 'Secrets Manager',
    what: 'calls',
    usd: 0.05,
    per: 10 * THOUSAND,
    page: SECRETS,
  },
  keys: {
    service: 'KMS',
    what: 'keys a month',
    usd: 1,
    per: 1,
    page: 'https://aws.amazon.com/kms/pricing/',
  },
  provider: {
    service: 'Provider',
    what: 'models made, at the price of INPUTS',
    usd: 1,
    per: 1,
    page: '',
  },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;
