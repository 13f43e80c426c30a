import { readRunningFile } from '../local/running-file.ts';
import type { EnvironmentName } from '../shared/platform/environment.ts';
import { stageOutputs } from './stage-outputs.ts';

/** Outputs of the stacks, with the environment variables in which deployed functions have the same values. */
const VARIABLE_OF_OUTPUT: Readonly<Record<string, EnvironmentName>> = {
  TableName: 'TABLE_NAME',
  ImagesBucketName: 'IMAGES_BUCKET',
  ModelsQueueUrl: 'MODELS_QUEUE_URL',
  CleanupQueueUrl: 'CLEANUP_QUEUE_URL',
  DeliveriesQueueUrl: 'DELIVERIES_QUEUE_URL',
  TimersQueueUrl: 'TIMERS_QUEUE_URL',
  MailQueueUrl: 'MAIL_QUEUE_URL',
  FailedEventsQueueUrl: 'FAILED_EVENTS_QUEUE_URL',
  LinkSignerUserName: 'LINK_SIGNER_USER',
  LinkSignerSecretArn: 'LINK_SIGNER_SECRET',
  CheckSecretArn: 'CHECK_SECRET',
  AppUrl: 'APP_URL',
  WebhookSecretKeyArn: 'WEBHOOK_SECRET_KEY',
  ProviderKeysArn: 'PROVIDER_KEYS',
};

/** Connects this process to the running local service. @throws when none is running. */
export function connectLocal(): void {
  const running = readRunningFile();
  const appUrl = { APP_URL: running.baseUrl };
  Object.assign(
    process.env,
    running.environment,
    appUrl,
    variablesOf(running.outputs),
    webhookLoopback(true),
  );
}

/**
 * Connects this process to a deployed stage, with the AWS credentials of the environment. @throws when there
 * is none.
 */
export async function connectStage(stage: string): Promise<void> {
  const outputs = await stageOutputs(stage);
  if (Object.keys(outputs).length === 0)
    throw new Error(
      `The stage ${stage} is not deployed in this account and region: check AWS_PROFILE and AWS_REGION.`,
    );
  Object.assign(process.env, variablesOf(outputs), webhookLoopback(false));
}

/**
 * Only the local stage delivers webhooks to loopback addresses, see webhookLoopbackAllowed in the settings.
 */
function webhookLoopback(allowed: boolean): Partial<Record<EnvironmentName, string>> {
  return { WEBHOOK_LOOPBACK_ALLOWED: String(allowed) };
}

/** The environment variables with the values of stacks' outputs. Outputs are named `<stack>.<name>` or `<name>`. */
export function variablesOf(outputs: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(outputs)) {
    const variable = VARIABLE_OF_OUTPUT[name.split('.').at(-1) ?? name];
    if (variable && value !== undefined) found[variable] = value;
  }
  return found;
}
