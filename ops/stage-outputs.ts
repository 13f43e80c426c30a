import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import { ConfigurationError } from '../infra/configuration-error.ts';
import { awsClientSettings } from '../shared/platform/aws-client.ts';

/**
 * The outputs of a deployed stage's stacks, by name. The result is empty when the stage is not deployed.
 * @param region The default is the region of the environment.
 * @throws ConfigurationError where they cannot be read, most often for want of credentials
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
  try {
    for await (const page of paginateDescribeStacks({ client }, {})) {
      for (const { StackName, Outputs = [] } of page.Stacks ?? []) {
        if (!StackName?.startsWith(`headshots-${stage}-`)) continue;
        for (const { OutputKey = '', OutputValue = '' } of Outputs) outputs[OutputKey] = OutputValue;
      }
    }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(
      `${cause}. Set AWS_PROFILE, or AWS_REGION and credentials, for the stage ${stage}.`,
    );
  }
  return outputs;
}
