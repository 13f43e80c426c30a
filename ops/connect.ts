import { readRunningFile } from '../local/running-file.ts';
import type { EnvironmentName } from '../shared/platform/environment.ts';
import { stageOutputs } from './stage-outputs.ts';

/** Which output of the stacks tells an operator's tool what a deployed function has in its environment. */
const VARIABLE_OF_OUTPUT: Readonly<Record<string, EnvironmentName>> = {
  TableName: 'TABLE_NAME',
  ImagesBucketName: 'IMAGES_BUCKET',
  LinkSignerUserName: 'LINK_SIGNER_USER',
  LinkSignerSecretArn: 'LINK_SIGNER_SECRET',
};

/** Lets this process work on the running local service. @throws when none is running. */
export function connectLocal(): void {
  const running = readRunningFile();
  Object.assign(process.env, running.environment, variables(running.outputs), webhookLoopback(true));
}

/** Lets this process work on a deployed stage, with the AWS credentials of its environment. */
export async function connectStage(stage: string): Promise<void> {
  const outputs = await stageOutputs(stage);
  if (Object.keys(outputs).length === 0)
    throw new Error(`No stage ${stage} is deployed in this account and region.`);
  Object.assign(process.env, variables(outputs), webhookLoopback(false));
}

/** Receivers on the own machine are for the local stage only, as infra/settings.ts has it. */
function webhookLoopback(allowed: boolean): Partial<Record<EnvironmentName, string>> {
  return { WEBHOOK_LOOPBACK_ALLOWED: String(allowed) };
}

/** Outputs are named `<stack>.<name>` or `<name>`. */
function variables(outputs: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(outputs)) {
    const variable = VARIABLE_OF_OUTPUT[name.split('.').at(-1) ?? name];
    if (variable && value !== undefined) found[variable] = value;
  }
  return found;
}
