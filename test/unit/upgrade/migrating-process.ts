import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { migrateTable } from '../../../ops/migrate.ts';
import { domainContext } from '../../../shared/domain/context.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import { systemRandomness } from '../../../shared/platform/randomness.ts';
import { Table } from '../../../shared/table/table.ts';
import { webhookSecretKey } from '../../support/webhook-secret-key.ts';
import { second } from './versions.ts';

/**
 * A migration in a process of its own, which a test kills: slow, and forked with the endpoint of the engine and the
 * name of the table.
 */
const [endpoint = '', name = ''] = process.argv.slice(2);
const client = new DynamoDBClient({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const table = new Table(client, name, systemRandomness, second);
await migrateTable(domainContext(table, systemClock, systemRandomness, webhookSecretKey), {
  dryRun: false,
  fromPart: 0,
  rate: 50,
  report: () => {},
});
