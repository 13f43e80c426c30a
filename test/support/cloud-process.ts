import { join } from 'node:path';
import { startLocalService } from '../../local/service.ts';
import { PROJECT } from '../../scripts/build/paths.ts';
import { cloudUse, writeCloudUse } from './cloud-use.ts';

/**
 * A program that runs a local cloud in a child process. Its arguments are the name of the project of tests, and
 * the values of the templates' parameters as JSON. It sends the facts below to its parent. When the parent
 * disconnects, it records the use of the cloud and stops.
 */
export interface CloudFacts {
  baseUrl: string;
  /** The environment variables with which a test acts as the operator of the cloud. */
  operatorEnvironment: Record<string, string>;
  /** The URL that lists the mail that the cloud has caught. */
  mailUrl: string;
  /** The log of the functions; empty for a deployed cloud, which keeps its log itself. */
  logFile: string;
}

/** All functions and some more: tests call most of them again and again, and a start costs as much as ten requests. */
const MAX_WORKERS = 128;

const [project = '', parameters = '{}'] = process.argv.slice(2);
const logFile = join(PROJECT, '.local', `${project}.log`);
const cloud = await startLocalService({
  parameters: JSON.parse(parameters) as Record<string, string>,
  ...(process.env.LOCAL_DYNAMODB === 'dynamodb-local' && { dynamodb: 'dynamodb-local' }),
  // Tests cause failures on purpose, so the log goes to the file only.
  logLevel: 'silent',
  logFile,
  maxWorkers: MAX_WORKERS,
  keepHeavy: true,
});
const output = (name: string) => cloud.outputs[`headshots-local-${name}`] ?? '';
const facts: CloudFacts = {
  baseUrl: cloud.baseUrl,
  mailUrl: `${cloud.baseUrl}/_local/mail`,
  logFile,
  operatorEnvironment: {
    ...cloud.environment,
    TABLE_NAME: cloud.tableName,
    IMAGES_BUCKET: cloud.bucketName,
    MODELS_QUEUE_URL: output('data.ModelsQueueUrl'),
    CLEANUP_QUEUE_URL: output('data.CleanupQueueUrl'),
    MAIL_QUEUE_URL: output('data.MailQueueUrl'),
    FAILED_EVENTS_QUEUE_URL: output('flow.FailedEventsQueueUrl'),
    DELIVERIES_QUEUE_URL: output('data.DeliveriesQueueUrl'),
    TIMERS_QUEUE_URL: output('data.TimersQueueUrl'),
    STATE_MACHINE_ARN: output('flow.StateMachineArn'),
    LINK_SIGNER_USER: output('data.LinkSignerUserName'),
    LINK_SIGNER_SECRET: output('data.LinkSignerSecretArn'),
    CHECK_SECRET: output('data.CheckSecretArn'),
    WEBHOOK_SECRET_KEY: output('data.WebhookSecretKeyArn'),
    PROVIDER_KEYS: output('data.ProviderKeysArn'),
  },
};
process.once('disconnect', async () => {
  const use = await cloudUse(facts.baseUrl, facts.operatorEnvironment, logFile);
  await cloud.stop();
  writeCloudUse(project, use);
  process.exit(0);
});
process.send?.(facts);
