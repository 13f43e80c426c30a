import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { EDGE_REGION, stackProps } from '../constructs/stack-props.ts';
import type { StageSettings } from '../stage-settings.ts';

/** The evaluation window of WAF's rate rule. */
const WINDOW_SECONDS = 300;

export interface EdgeStackProps {
  settings: StageSettings;
}

/**
 * The web ACL of CloudFront: AWS's managed rules for known bad inputs and IP reputation, and a rate limit per
 * source address. The service's own limits count exactly and per organization. This one blocks floods before
 * they reach, and cost, anything else.
 */
export class EdgeStack extends Stack {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { settings }: EdgeStackProps) {
    super(scope, id, { ...stackProps(settings), env: { region: EDGE_REGION } });
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      // Samples contain whole requests, including tokens.
      sampledRequestsEnabled: false,
    });
    const managed = (name: string, priority: number) => ({
      name,
      priority,
      overrideAction: { none: {} },
      statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
      visibilityConfig: visibility(name),
    });
    this.webAclArn = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(id),
      rules: [
        {
          name: 'AddressRate',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: settings.addressRequestsPerFiveMinutes,
              evaluationWindowSec: WINDOW_SECONDS,
            },
          },
          visibilityConfig: visibility('AddressRate'),
        },
        managed('AWSManagedRulesAmazonIpReputationList', 1),
        managed('AWSManagedRulesKnownBadInputsRuleSet', 2),
      ],
    }).attrArn;
  }
}
