import { Authorizer } from '@headshots/local-cloud/aws/authorization/authorizer.ts';
import { readGrants } from '@headshots/local-cloud/aws/authorization/grants.ts';
import { type AccessKey, KeyRing } from '@headshots/local-cloud/aws/key-ring.ts';
import { ENGINE_REGION } from '@headshots/local-cloud/engines/aws-json.ts';
import type { QueueAndObjectEngine } from '@headshots/local-cloud/engines/fauxqs.ts';
import { createQueues } from '@headshots/local-cloud/engines/queues.ts';
import { createTable } from '@headshots/local-cloud/engines/table.ts';
import { defineFunction, type FunctionDefinition } from '@headshots/local-cloud/lambda/definition.ts';
import type { Log } from '@headshots/local-cloud/log.ts';
import { loadAssembly, object } from '@headshots/local-cloud/template/assembly.ts';
import { Resolver } from '@headshots/local-cloud/template/resolver.ts';
import { TEMPLATES } from '../../scripts/build/paths.ts';
import { PROCESS } from './fleet.ts';

/** A function of the templates, with its event source mapping. */
export interface MappedFunction {
  definition: FunctionDefinition;
  /** The access key of the function's role, with which the mapping polls the queue. */
  key: AccessKey;
  batchSize: number;
  /** The patterns of the mapping's filter, if it has one. */
  patterns: string[];
}

export interface Deployment {
  tableName: string;
  queueNames: string[];
  /** @param operation The last segment of the operation, such as `deliver-webhooks`. */
  functionNamed(operation: string): MappedFunction;
}

/**
 * Shorter visibility timeouts, so that the run does not wait long for the messages of killed processes. The
 * timeout of delivery polls is longer than an attempt. Some invocations take longer, and their messages are
 * received twice.
 */
const VISIBILITY_SECONDS: readonly [queue: RegExp, seconds: number][] = [
  [/DeliveriesQueue/, 15],
  [/TimersQueue/, 5],
];
const PARAMETERS = { AppUrl: 'http://127.0.0.1', WebhookRetrySeconds: '1,1,2' };
export const ACCOUNT_ID = '000000000000';

/**
 * Creates the table and the queues of the synthesized templates, and reads their functions.
 * @param endpoints The endpoints that functions use. The first path segment of their calls names their
 * process.
 */
export async function deploy(
  databaseUrl: string,
  queues: QueueAndObjectEngine,
  endpoints: { table: string; queues: string; secrets: string },
  log: Log,
): Promise<Deployment> {
  const resolver = new Resolver(loadAssembly(TEMPLATES), {
    region: ENGINE_REGION,
    accountId: ACCOUNT_ID,
    baseUrl: PARAMETERS.AppUrl,
    queuesUrl: `${endpoints.queues}/${PROCESS}`,
    keys: new KeyRing(),
    parameters: PARAMETERS,
  });
  const functions = functionsOf(resolver, endpoints, log);
  return {
    queueNames: createQueues(withShortTimeouts(queues), resolver),
    tableName: await createBareTable(databaseUrl, resolver),
    functionNamed: (operation) => {
      const found = functions.find(({ definition }) => definition.entryFile.includes(operation));
      if (found === undefined) throw new Error(`The templates have no function ${operation}.`);
      return found;
    },
  };
}

function withShortTimeouts(engine: QueueAndObjectEngine): QueueAndObjectEngine {
  return {
    ...engine,
    createQueue: (name, attributes) => {
      const [, seconds] = VISIBILITY_SECONDS.find(([queue]) => queue.test(name)) ?? [];
      engine.createQueue(name, {
        ...attributes,
        ...(seconds !== undefined && { VisibilityTimeout: String(seconds) }),
      });
    },
  };
}

/** Creates the table without its stream, in whose place the run uses StandInStream. */
async function createBareTable(endpoint: string, resolver: Resolver): Promise<string> {
  const [resource] = resolver.resources('AWS::DynamoDB::Table');
  if (resource === undefined) throw new Error('The templates have no table.');
  const { StreamSpecification: _stream, ...properties } = resource.properties;
  const { name } = await createTable(endpoint, { ...resource, properties }, resolver);
  return name;
}

function functionsOf(
  resolver: Resolver,
  proxies: { table: string; queues: string; secrets: string },
  log: Log,
): MappedFunction[] {
  const authorizer = new Authorizer(readGrants(resolver), log);
  const unused = 'http://127.0.0.1:9';
  const endpoints = {
    dynamodb: `${proxies.table}/${PROCESS}`,
    sqs: `${proxies.queues}/${PROCESS}`,
    s3: unused,
    stepFunctions: unused,
    secretsManager: proxies.secrets,
    ses: unused,
    iam: unused,
  };
  return resolver.resources('AWS::Lambda::EventSourceMapping').map((mapping) => {
    const name = String(resolver.property(mapping, 'FunctionName'));
    const resource = resolver.find('AWS::Lambda::Function', 'Ref', name);
    if (resource === undefined)
      throw new Error(`The templates have no function ${name}, which an event source mapping names.`);
    const { Filters = [] } = object(resolver.property(mapping, 'FilterCriteria'));
    const definition = defineFunction(resource, resolver, endpoints, authorizer);
    return {
      definition,
      key: resolver.deployment.keys.keyOf(definition.roleArn, 'ASIA'),
      batchSize: Number(resolver.property(mapping, 'BatchSize')),
      patterns: (Filters as { Pattern: string }[]).map(({ Pattern }) => Pattern),
    };
  });
}
