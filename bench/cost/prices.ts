/** Day on which the prices were written down, from memory. */
export const PRICES_DATE = '2026-11-21';
export const PRICES_REGION = 'us-east-1';
export const GB = 2 ** 30;
export const MILLION = 1_000_000;
export const HOURS_PER_MONTH = 730;

/** List prices in USD of the first tier, without free tier. `per` is the number of units that the price pays for. */
export const PRICES = {
  invocations: { service: 'Lambda', unit: 'invocations', usd: 0.2, per: MILLION },
  gbSeconds: { service: 'Lambda', unit: 'GB-seconds (arm64)', usd: 0.0000133334, per: 1 },
  writeUnits: { service: 'DynamoDB', unit: 'write request units', usd: 0.625, per: MILLION },
  readUnits: { service: 'DynamoDB', unit: 'read request units', usd: 0.125, per: MILLION },
  /** 0.25 for the items and 0.20 for their point-in-time recovery. */
  itemBytes: { service: 'DynamoDB', unit: 'GB of items for a month, with PITR', usd: 0.45, per: GB },
  s3Puts: { service: 'S3', unit: 'PUT, POST and LIST requests', usd: 0.005, per: 1000 },
  s3Gets: { service: 'S3', unit: 'GET requests', usd: 0.0004, per: 1000 },
  objectBytes: { service: 'S3', unit: 'GB of objects (Standard) for a month', usd: 0.023, per: GB },
  transitions: { service: 'Step Functions', unit: 'state transitions (standard)', usd: 0.025, per: 1000 },
  traces: { service: 'X-Ray', unit: 'traces recorded', usd: 5, per: MILLION },
  apiRequests: { service: 'API Gateway', unit: 'HTTP API requests', usd: 1, per: MILLION },
  edgeRequests: { service: 'CloudFront', unit: 'HTTPS requests', usd: 0.01, per: 10_000 },
  edgeBytes: { service: 'CloudFront', unit: 'GB to the internet', usd: 0.085, per: GB },
  inspectedRequests: { service: 'WAF', unit: 'requests inspected', usd: 0.6, per: MILLION },
  webAcls: { service: 'WAF', unit: 'web ACLs a month', usd: 5, per: 1 },
  webAclRules: { service: 'WAF', unit: 'rules a month', usd: 1, per: 1 },
  standardRequests: { service: 'SQS', unit: 'requests to standard queues', usd: 0.4, per: MILLION },
  fifoRequests: { service: 'SQS', unit: 'requests to FIFO queues', usd: 0.5, per: MILLION },
  mails: { service: 'SES', unit: 'mails', usd: 0.1, per: 1000 },
  logBytes: { service: 'CloudWatch', unit: 'GB of logs ingested', usd: 0.5, per: GB },
  keptLogBytes: { service: 'CloudWatch', unit: 'GB of logs for a month', usd: 0.03, per: GB },
  metrics: { service: 'CloudWatch', unit: 'custom metrics a month', usd: 0.3, per: 1 },
  alarms: { service: 'CloudWatch', unit: 'alarms a month', usd: 0.1, per: 1 },
  dashboards: { service: 'CloudWatch', unit: 'dashboards a month', usd: 3, per: 1 },
  secrets: { service: 'Secrets Manager', unit: 'secrets a month', usd: 0.4, per: 1 },
  secretCalls: { service: 'Secrets Manager', unit: 'calls', usd: 0.05, per: 10_000 },
  keys: { service: 'KMS', unit: 'keys a month', usd: 1, per: 1 },
  internetBytes: { service: 'EC2', unit: 'GB from S3 and Lambda to the internet', usd: 0.09, per: GB },
};
export type PriceName = keyof typeof PRICES;

/** AWS's page of a service's prices. */
export function pricePage(service: string): string {
  return `https://aws.amazon.com/${service.toLowerCase().replace('x-ray', 'xray').replaceAll(' ', '-')}/pricing/`;
}
