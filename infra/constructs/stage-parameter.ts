import { CfnParameter } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { isOnThisMachine } from './bundles.ts';

/**
 * A setting of the stage. For a cloud on this machine it is a stack parameter, so that the cloud can override
 * it at its start. On AWS it is a plain value, because CloudFormation keeps a parameter's former value on
 * updates and would miss a change of the settings file.
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
