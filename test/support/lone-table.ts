import { systemRandomness } from '../../shared/platform/randomness.ts';
import { engineTable } from './engine-table.ts';

/**
 * Makes a table for one test file, which handlers in this process find by the environment. It has no stream.
 * @throws when an earlier file of the process had such a table, which the modules of handlers remember
 */
export async function startLoneTable(): Promise<{ stop(): Promise<void> }> {
  if (process.env.TABLE_NAME !== undefined)
    throw new Error('The handlers of this process have a table already: name the file *.isolated.test.ts.');
  const { table, endpoint, stop } = await engineTable(systemRandomness);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'lone',
    AWS_SECRET_ACCESS_KEY: 'lone',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: table.name,
    STAGE: 'local',
    APP_URL: 'https://headshots.test',
    ORIGIN_SECRETS: 'none',
    ADDRESS_REQUESTS_PER_MINUTE: '300',
  });
  return { stop };
}
