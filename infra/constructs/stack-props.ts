import type { StackProps } from 'aws-cdk-lib/core';
import type { StageSettings } from '../stage-settings.ts';
import { LOCAL_STAGE } from './bundles.ts';

/** CloudFront takes its web ACL, as it does certificates, from this region only. */
export const EDGE_REGION = 'us-east-1';

/** Where the stacks of a stage are deployed. The local cloud is nowhere, and its templates name no region. */
export function stackProps({ stage, region }: StageSettings): StackProps {
  if (stage === LOCAL_STAGE) return {};
  return { env: { region }, ...(region !== EDGE_REGION && { crossRegionReferences: true }) };
}
