import { join } from 'node:path';
import { startLocalCloud } from '../../local/cloud.ts';
import { PROJECT } from '../../scripts/build/paths.ts';

/**
 * A program that runs a local cloud in a child process. Its first argument contains the values of the
 * templates' parameters as JSON. It sends the facts below to its parent and stops when the parent
 * disconnects.
 */
export interface CloudFacts {
  baseUrl: string;
  /** The environment variables with which a test acts as the operator of the cloud. */
  operatorEnvironment: Record<string, string>;
  /** The URL that lists the mail that the cloud has caught. */
  mailUrl: string;
}

/** Facts that only the local cloud provides. */
export interface LocalCloudFacts extends CloudFacts {
  /** The log file of all functions. */
  logFile: string;
}

const logFile = join(PROJECT, '.local', 'test.log');
const cloud = await startLocalCloud({
  parameters: JSON.parse(process.argv[2] ?? '{}') as Record<string, string>,
  ...(process.env.LOCAL_DYNAMODB === 'dynamodb-local' && { dynamodb: 'dynamodb-local' }),
  // Tests cause failures on purpose, so the log goes to the file only.
  logLevel: 'silent',
  logFile,
});
const output = (name: string) => cloud.outputs[`headshots-local-${name}`] ?? '';
const facts: LocalCloudFacts = {
  baseUrl: cloud.baseUrl,
  logFile,
  mailUrl: `${cloud.baseUrl}/_local/mail`,
  operatorEnvironment: {
    ...cloud.environment,
    TABLE_NAME: cloud.tableName,
    IMAGES_BUCKET: cloud.bucketName,
    DELIVERIES_QUEUE_URL: output('data.DeliveriesQueueUrl'),
    TIMERS_QUEUE_URL: output('data.TimersQueueUrl'),
    STATE_MACHINE_ARN: output('flow.StateMachineArn'),
    LINK_SIGNER_USER: output('data.LinkSignerUserName'),
    LINK_SIGNER_SECRET: output('data.LinkSignerSecretArn'),
  },
};
process.once('disconnect', async () => {
  await cloud.stop();
  process.exit(0);
});
process.send?.(facts);
