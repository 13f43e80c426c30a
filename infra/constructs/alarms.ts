import {
  Alarm,
  ComparisonOperator,
  type IAlarmAction,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

/** An alarm, with the section of the runbook that says how to react to it. */
export interface AlarmSpec {
  name: string;
  metric: IMetric;
  /** The alarm is raised when the metric is at or above this value for `periods` consecutive periods. */
  threshold: number;
  /** The alarm is raised when the metric is below the threshold, instead of at or above it. */
  below?: true;
  periods?: number;
  /** Raises the alarm when there is no data: for something that has to happen regularly. */
  missingData?: 'breaching';
  /** The name of the alarm, by which scripts find it. The default is a generated name. */
  alarmName?: string;
  /** A heading of docs/runbook.md. */
  runbook: string;
}

export const FIVE_MINUTES = Duration.minutes(5);
export const HOUR = Duration.hours(1);

/** Creates the alarms, in the order of their specifications, with the action that all of them take. */
export function createAlarms(
  scope: Construct,
  specs: readonly AlarmSpec[],
  action: IAlarmAction,
): readonly Alarm[] {
  return specs.map(({ name, metric, threshold, below, periods = 1, missingData, alarmName, runbook }) => {
    const alarm = new Alarm(scope, name, {
      alarmDescription: `See "${runbook}" in docs/runbook.md.`,
      ...(alarmName !== undefined && { alarmName }),
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missingData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    return alarm;
  });
}
