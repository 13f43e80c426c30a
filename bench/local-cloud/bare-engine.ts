import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KeyRing } from '../../local/aws/key-ring.ts';
import { ENGINE_REGION } from '../../local/engines/aws-json.ts';
import { startDynamoDB } from '../../local/engines/dynamodb.ts';
import { createTable } from '../../local/engines/table.ts';
import { loadAssembly } from '../../local/template/assembly.ts';
import { Resolver } from '../../local/template/resolver.ts';
import { TEMPLATES } from '../../scripts/build/paths.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { findApiKey } from '../../shared/domain/organization/api-key.ts';
import { readBalance } from '../../shared/domain/organization/credits.ts';
import { readOrganization } from '../../shared/domain/organization/organization.ts';
import { consume } from '../../shared/domain/rate-limit/limiter.ts';
import { organizationPool } from '../../shared/domain/rate-limit/pool.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { Table } from '../../shared/table/table.ts';

/** The templates' table on an engine of its own, which the SDK calls without a cloud in between. */
export interface BareEngine {
  context: DomainContext;
  stop(): Promise<void>;
}

export async function startBareEngine(): Promise<BareEngine> {
  const engine = await startDynamoDB();
  const origin = 'http://127.0.0.1';
  const resolver = new Resolver(loadAssembly(TEMPLATES), {
    region: ENGINE_REGION,
    accountId: '000000000000',
    baseUrl: origin,
    queuesUrl: origin,
    keys: new KeyRing(),
    parameters: { AppUrl: origin },
  });
  const [resource] = resolver.resources('AWS::DynamoDB::Table');
  if (resource === undefined) throw new Error('The templates have no table.');
  const { name } = await createTable(engine.endpoint, resource, resolver);
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: ENGINE_REGION,
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  });
  const table = new Table(client, name, systemRandomness);
  return {
    context: domainContext(table, systemClock, systemRandomness, noSecrets),
    stop: () => engine.stop(),
  };
}

/** Credits need no webhook secret. */
const noSecrets = async () => 'the key of the benchmark';

/** The calls of the table that `GET /api/v2/organization/credits` makes, in the same order. */
export async function callsOfCredits(context: DomainContext, apiKey: string): Promise<void> {
  const key = await findApiKey(context, apiKey);
  if (key === undefined) throw new Error('The table does not know the API key.');
  const { organizationId } = key;
  const pool = organizationPool(context, organizationId, () => readOrganization(context, organizationId));
  const [decision] = await Promise.all([consume(context, pool), readBalance(context, organizationId)]);
  if (!decision.allowed) throw new Error('The rate limit of the organization is exceeded.');
}
