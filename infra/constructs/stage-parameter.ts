import { CfnParameter } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { isOnThisMachine } from './bundles.ts';

/**
 * A setting that a cloud on this machine may override when it starts, by a parameter of the stack. Elsewhere it is a
 * plain value: CloudFormation keeps a parameter's former value over an update, and so would miss a change of
 * the settings file.
 */
export function stageValue(
  scope: Construct,
  settings: StageSettings,
  parameterName: string,
  value: string,
): string {
  if (!isOnThisMachine(settings.stage)) return value;
  return new CfnParameter(scope, parameterName, { type: 'String', default: value }).valueAsString;
}
