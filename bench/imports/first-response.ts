import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startDynamoDB } from '@headshots/local-cloud/engines/dynamodb.ts';
import { BUNDLES } from '../../scripts/build/paths.ts';
import { getCredits } from '../../shared/contract/v2/organization.ts';
import { domainContext } from '../../shared/domain/context.ts';
import { createOrganization } from '../../shared/domain/organization/create.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { keys, scopes, sha256 } from '../../shared/table/keys.ts';
import { createTable } from '../../test/support/bare-table.ts';
import { webhookSecretKey } from '../../test/support/webhook-secret-key.ts';
import { median } from '../results.ts';
import { ENVIRONMENT, eventOf } from '../round-trips/measure.ts';
import { bundleFloorRequest } from './bundles.ts';

const run = promisify(execFile);

/** Imports a bundle in a fresh process and has it answer one request. Processor time, as for imports; the engine is another process. */
const PROBE = `
  await import('data:text/javascript,');
  const [file, event] = process.argv.slice(1);
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  const before = process.cpuUsage();
  const { handler } = await import(file);
  const { statusCode, body } = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 30000 });
  const { user, system } = process.cpuUsage(before);
  if (statusCode !== 200) throw new Error(body);
  write(String((user + system) / 1000), () => process.exit());
`;

/** The median processor time of import and first response, in milliseconds: of GET /credits, and of the floor. */
export async function firstResponseTimes(repeats: number): Promise<{ service: number; floor: number }> {
  const engine = await startDynamoDB();
  try {
    const { table } = await createTable(engine.endpoint, ENVIRONMENT.TABLE_NAME, systemRandomness);
    const context = domainContext(table, systemClock, systemRandomness, webhookSecretKey);
    const { organizationId, apiKey } = await createOrganization(context, {
      name: 'Bench',
      credits: 5,
    });
    const calls = {
      service: {
        file: join(BUNDLES, getCredits.operation, 'index.mjs'),
        event: eventOf(getCredits, { bearer: apiKey }),
      },
      floor: {
        file: await bundleFloorRequest(),
        event: {
          keys: {
            apiKey: itemKey(keys.apiKeyHash(sha256(apiKey))),
            balance: itemKey(keys.balance(organizationId)),
            organization: itemKey(keys.organization(organizationId)),
            counter: itemKey(keys.rateCounter(scopes.address('floor'))),
            use: itemKey(keys.apiKeyUse(organizationId, 'floor')),
          },
        },
      },
    };
    const samples = { service: [] as number[], floor: [] as number[] };
    const env = { ...ENVIRONMENT, AWS_ENDPOINT_URL: engine.endpoint };
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const name of ['service', 'floor'] as const) {
        const { file, event } = calls[name];
        const { stdout } = await run(
          process.execPath,
          ['--input-type=module', '--eval', PROBE, file, JSON.stringify(event)],
          { env },
        );
        samples[name].push(Number(stdout));
      }
    }
    return { service: median(samples.service), floor: median(samples.floor) };
  } finally {
    await engine.stop();
  }
}

const itemKey = ({ PK, SK }: { PK: string; SK: string }) => ({ PK, SK });
