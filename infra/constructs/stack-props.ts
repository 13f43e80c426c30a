import type { StackProps } from 'aws-cdk-lib/core';
import type { StageSettings } from '../stage-settings.ts';
import { LOCAL_STAGE } from './bundles.ts';

/** The only region from which CloudFront accepts web ACLs and certificates. */
export const EDGE_REGION = 'us-east-1';

/**
 * The environment of a stage's stacks, their tags, which CloudFormation passes on to every resource, and whether they
 * are protected against deletion. Templates of the local cloud name no region.
 */
export function stackProps({ stage, region, retainData }: StageSettings): StackProps {
  if (stage === LOCAL_STAGE) return {};
  return {
    env: { region },
    ...(region !== EDGE_REGION && { crossRegionReferences: true }),
    tags: { service: 'headshots', stage },
    terminationProtection: retainData,
  };
}
