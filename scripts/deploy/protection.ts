import {
  CloudFormationClient,
  paginateDescribeStacks,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';

/**
 * Ends the protection of a stage's stacks against deletion. CloudFormation refuses to delete a protected stack.
 * @returns The names of the stacks that were protected.
 */
export async function endProtection(stage: string, regions: readonly string[]): Promise<string[]> {
  const ended: string[] = [];
  for (const region of regions) {
    const client = new CloudFormationClient({ region });
    for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {})) {
      for (const { StackName = '', EnableTerminationProtection } of Stacks) {
        if (!StackName.startsWith(`headshots-${stage}-`) || !EnableTerminationProtection) continue;
        await client.send(
          new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }),
        );
        ended.push(StackName);
      }
    }
  }
  return ended;
}
