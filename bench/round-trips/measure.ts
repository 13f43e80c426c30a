import { join } from 'node:path';
import { startDynamoDB } from '@headshots/local-cloud/engines/dynamodb.ts';
import { BUNDLES } from '../../scripts/build/paths.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { NO_ORIGIN_SECRETS } from '../../shared/contract/origin-secret.ts';
import { endpoints } from '../../shared/contract/registry.ts';
import type { HttpHandler } from '../../shared/http/handler.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { createTable } from '../../test/support/bare-table.ts';
import { CASES, type Call, NOT_MEASURED } from './cases.ts';
import { MeteredServices, type Usage, WEBHOOK_SECRET_KEY } from './services.ts';
import { World } from './world.ts';

/** The first request of a new execution environment, and the second one. */
export interface Measured {
  cold: Usage;
  warm: Usage;
}

/** By operation. */
export type RoundTrips = Record<string, Measured>;

/** Everything that functions need beside the endpoint of AWS. */
export const ENVIRONMENT = {
  STAGE: 'bench',
  APP_URL: 'https://headshots.test',
  ADDRESS_REQUESTS_PER_MINUTE: '100000',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  TABLE_NAME: 'bench',
  IMAGES_BUCKET: 'images',
  LINK_SIGNER_SECRET: 'signer',
  ORIGIN_SECRETS: NO_ORIGIN_SECRETS,
  PROVIDER: 'studio',
  WEBHOOK_SECRET_KEY,
  WEBHOOK_LOOPBACK_ALLOWED: 'true',
};

/** Measures the bundled function of every endpoint in an organization with `size` of everything. */
export async function measure(size: number): Promise<RoundTrips> {
  const engine = await startDynamoDB();
  const services = await MeteredServices.start(engine.endpoint);
  Object.assign(process.env, ENVIRONMENT, {
    AWS_ENDPOINT_URL: services.url,
    MAIL_QUEUE_URL: `${services.url}/mail`,
  });
  try {
    const world = new World(
      await createTable(engine.endpoint, ENVIRONMENT.TABLE_NAME, systemRandomness),
      size,
    );
    await world.fill();
    const results: RoundTrips = {};
    for (const contract of endpoints) {
      const { operation } = contract;
      if (operation in NOT_MEASURED) continue;
      results[operation] = await measureOne(contract, world, services);
    }
    return results;
  } finally {
    await services.stop();
    await engine.stop();
  }
}

async function measureOne(contract: Endpoint, world: World, services: MeteredServices): Promise<Measured> {
  const { operation } = contract;
  const prepare = CASES[operation];
  if (!prepare)
    throw new Error(`${operation} has no request to measure: add it to bench/round-trips/cases.ts.`);
  const { handler } = (await import(join(BUNDLES, operation, 'index.mjs'))) as { handler: HttpHandler };
  const once = async () => {
    const event = eventOf(contract, await prepare(world));
    return services.meter(async () => {
      const { statusCode, body } = await handler(event, CONTEXT);
      if (statusCode !== 200) throw new Error(`${operation} answered ${statusCode}: ${body}`);
    });
  };
  // Other operations have filled the log of the rate limit, of which a segment is closed now and then.
  await world.forgetRequests();
  return { cold: await once(), warm: await once() };
}

type LambdaEvent = Parameters<HttpHandler>[0];

const CONTEXT = { getRemainingTimeInMillis: () => 30_000 } as Parameters<HttpHandler>[1];

export function eventOf(
  { method, path }: Endpoint,
  { bearer, params = {}, query = {}, body }: Call,
): LambdaEvent {
  const rawPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const http = { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' };
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    queryStringParameters: query,
    pathParameters: params,
    ...(body && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      accountId: '',
      apiId: '',
      domainName: '',
      domainPrefix: '',
      http,
      requestId: '',
      routeKey: '',
      stage: '',
      time: '',
      timeEpoch: 0,
    },
  };
}
