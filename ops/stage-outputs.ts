import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import { awsClientSettings } from '../shared/platform/aws-client.ts';

/**
 * The outputs of a deployed stage's stacks, by name. The result is empty when the stage is not deployed.
 * @param region The default is the region of the environment.
 */
export async function stageOutputs(
  stage: string,
  region?: string,
): Promise<Readonly<Record<string, string | undefined>>> {
  const client = new CloudFormationClient({
    ...awsClientSettings(),
    ...(region !== undefined && { region }),
  });
  const outputs: Record<string, string> = {};
  for await (const page of paginateDescribeStacks({ client }, {})) {
    for (const { StackName, Outputs = [] } of page.Stacks ?? []) {
      if (!StackName?.startsWith(`headshots-${stage}-`)) continue;
      for (const { OutputKey = '', OutputValue = '' } of Outputs) outputs[OutputKey] = OutputValue;
    }
  }
  return outputs;
}
