import { join } from 'node:path';
import { startLocalCloud } from '../../local/cloud.ts';
import { PROJECT } from '../../scripts/build/paths.ts';

/**
 * A local cloud in a process of its own, as an engineer runs it: forked by the tests' set-up, told the values of
 * the templates' parameters as its first argument, it sends what the tests need to know and stops when told.
 */
export interface CloudFacts {
  baseUrl: string;
  /** What lets a test work on the cloud as an operator, by environment variables. */
  operatorEnvironment: Record<string, string>;
  /** Where the mail is read that the cloud has caught. */
  mailUrl: string;
}

/** What only a cloud on this machine can tell. */
export interface LocalCloudFacts extends CloudFacts {
  /** The file with every line that its functions wrote. */
  logFile: string;
}

/** Tests call most functions again and again: with fewer, half of their time would go into starting functions anew. */
const MAX_WORKERS = 32;
const logFile = join(PROJECT, '.local', 'test.log');
const cloud = await startLocalCloud({
  parameters: JSON.parse(process.argv[2] ?? '{}') as Record<string, string>,
  ...(process.env.LOCAL_DYNAMODB === 'dynamodb-local' && { dynamodb: 'dynamodb-local' }),
  // Failures that a test causes are no news for the terminal; everything is in the file.
  logLevel: 'silent',
  logFile,
  maxWorkers: MAX_WORKERS,
});
const output = (name: string) => cloud.outputs[`headshots-local-${name}`] ?? '';
const facts: LocalCloudFacts = {
  baseUrl: cloud.baseUrl,
  logFile,
  mailUrl: `${cloud.baseUrl}/_local/mail`,
  operatorEnvironment: {
    ...cloud.environment,
    TABLE_NAME: cloud.tableName,
    PICTURES_BUCKET: cloud.bucketName,
    DELIVERIES_QUEUE_URL: output('data.DeliveriesQueueUrl'),
    WAKES_QUEUE_URL: output('data.WakesQueueUrl'),
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
