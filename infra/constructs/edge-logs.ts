import { PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  CfnDelivery,
  CfnDeliveryDestination,
  CfnDeliverySource,
  CfnResourcePolicy,
  LogGroup,
  RetentionDays,
} from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration } from 'aws-cdk-lib/aws-wafv2';
import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';

/** Viewer addresses are data of people, and are of use while an abuse is looked into. */
const RETENTION = RetentionDays.ONE_MONTH;

/**
 * The fields of CloudFront's log. Paths, queries, referrers and cookies are left out: a path can contain an e-mail
 * address, and a query the token of a link. The log of the API names the route, under the same minute and status.
 */
const CLOUDFRONT_FIELDS = [
  'timestamp(ms)',
  'c-ip',
  'c-country',
  'cs-method',
  'sc-status',
  'cs-bytes',
  'sc-bytes',
  'time-taken',
  'time-to-first-byte',
  'x-edge-location',
  'x-edge-request-id',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'cs-protocol-version',
  'ssl-protocol',
];

/** Headers that WAF leaves out of its log: they contain credentials, or the addresses of pages with tokens. */
const REDACTED_HEADERS = ['authorization', 'cookie', 'referer', 'x-forwarded-for', 'idempotency-key'];

export interface EdgeLogsProps {
  stage: string;
  distributionId: string;
  webAclArn: string;
}

/**
 * CloudFront's log of every request, and WAF's log of requests that a rule matched, both with the address of the
 * viewer. AWS delivers them in us-east-1 only.
 */
export class EdgeLogs extends Construct {
  constructor(scope: Construct, id: string, { stage, distributionId, webAclArn }: EdgeLogsProps) {
    super(scope, id);
    const requests = this.#logGroup('Requests', `/aws/vendedlogs/cloudfront/headshots-${stage}`);
    // WAF accepts no other prefix.
    const blocked = this.#logGroup('Matches', `aws-waf-logs-headshots-${stage}`);
    const policy = this.#allowDelivery(stage, [requests, blocked]);
    this.#deliverRequests(stage, distributionId, requests).node.addDependency(policy);
    this.#logMatches(webAclArn, blocked).node.addDependency(policy);
  }

  #logGroup(id: string, logGroupName: string): LogGroup {
    return new LogGroup(this, id, {
      logGroupName,
      retention: RETENTION,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  /** CloudFormation creates deliveries without the policy that the console would add. */
  #allowDelivery(stage: string, groups: readonly LogGroup[]): CfnResourcePolicy {
    const { account } = Stack.of(this);
    return new CfnResourcePolicy(this, 'Delivery', {
      policyName: `headshots-${stage}-edge-logs`,
      policyDocument: JSON.stringify(
        Stack.of(this).resolve(
          new PolicyDocument({
            statements: [
              new PolicyStatement({
                principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
                actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
                resources: groups.map((group) => `${this.#arnOf(group)}:log-stream:*`),
                conditions: { StringEquals: { 'aws:SourceAccount': account } },
              }),
            ],
          }),
        ),
      ),
    });
  }

  #deliverRequests(stage: string, distributionId: string, group: LogGroup): CfnDelivery {
    const source = new CfnDeliverySource(this, 'Source', {
      name: `headshots-${stage}-requests`,
      logType: 'ACCESS_LOGS',
      resourceArn: Stack.of(this).formatArn({
        service: 'cloudfront',
        region: '',
        resource: 'distribution',
        resourceName: distributionId,
      }),
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name: `headshots-${stage}-requests`,
      destinationResourceArn: this.#arnOf(group),
      outputFormat: 'json',
    });
    return new CfnDelivery(this, 'RequestDelivery', {
      deliverySourceName: source.ref,
      deliveryDestinationArn: destination.attrArn,
      recordFields: CLOUDFRONT_FIELDS,
    });
  }

  #logMatches(webAclArn: string, group: LogGroup): CfnLoggingConfiguration {
    return new CfnLoggingConfiguration(this, 'WafLogging', {
      resourceArn: webAclArn,
      logDestinationConfigs: [this.#arnOf(group)],
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        ...REDACTED_HEADERS.map((name) => ({ singleHeader: { Name: name } })),
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: ['BLOCK', 'COUNT'].map((name) => ({ ActionCondition: { Action: name } })),
          },
        ],
      },
    });
  }

  /** The ARN without the `:*` that CloudFormation appends, which neither destination accepts. */
  #arnOf({ logGroupName }: LogGroup): string {
    return Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}
