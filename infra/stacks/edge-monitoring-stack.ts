import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import { createAlarms, FIVE_MINUTES } from '../constructs/alarms.ts';
import { EdgeLogs } from '../constructs/edge-logs.ts';
import { EDGE_REGION, stackProps } from '../constructs/stack-props.ts';
import type { StageSettings } from '../stage-settings.ts';

export interface EdgeMonitoringStackProps {
  settings: StageSettings;
  distributionId: string;
  webAclArn: string;
}

/** The percentage of requests that CloudFront answers with 5xx. */
const SERVER_ERRORS_PERCENT = 5;
const COSTS_REPORTED_PERCENT = 80;

/**
 * The alarms and logs that AWS has in us-east-1 only: CloudFront's errors, the logs of CloudFront and WAF, and the costs of the
 * account. CloudFront's errors include requests that never reach the API.
 */
export class EdgeMonitoringStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, distributionId, webAclArn }: EdgeMonitoringStackProps,
  ) {
    super(scope, id, { ...stackProps(settings), env: { region: EDGE_REGION } });
    const { stage, alarmMail, monthlyBudgetUsd } = settings;
    createAlarms(
      this,
      [
        {
          name: 'EdgeServerErrors',
          metric: new Metric({
            namespace: 'AWS/CloudFront',
            metricName: '5xxErrorRate',
            dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
            period: FIVE_MINUTES,
            statistic: Stats.AVERAGE,
          }),
          threshold: SERVER_ERRORS_PERCENT,
          periods: 2,
          runbook: 'The API answers 500',
        },
      ],
      // An alarm notifies a topic of its own region only.
      new SnsAction(new AlarmTopic(this, 'EdgeAlarms', alarmMail).topic),
    );
    new EdgeLogs(this, 'Logs', { stage, distributionId, webAclArn });
    this.#budget(id, monthlyBudgetUsd, alarmMail);
  }

  /** AWS refuses budgets that filter by a tag that has not been activated, so the budget is the account's. */
  #budget(budgetName: string, amount: number, address: string): void {
    const notification = (notificationType: string, threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
      },
      notificationsWithSubscribers: [
        notification('ACTUAL', COSTS_REPORTED_PERCENT),
        notification('FORECASTED', 100),
      ],
    });
  }
}
