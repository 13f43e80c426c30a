import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Authorizer } from '../aws/authorization/authorizer.ts';
import { requireGrants } from '../aws/authorization/require-grants.ts';
import type { AccessKey } from '../aws/key-ring.ts';
import { object, placeOf, type Resource, TemplateError } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';

/** A Lambda function as the template declares it. */
export interface FunctionDefinition {
  name: string;
  arn: string;
  /** ARN of its role, which owns its keys. */
  roleArn: string;
  /** ARN of the log group that its lines go to. */
  logGroupArn: string;
  /** The bundle, an ES module with `handler`. */
  entryFile: string;
  memoryMB: number;
  timeoutMs: number;
  /** The template's variables and those that the Lambda service adds. */
  environment: Readonly<Record<string, string>>;
}

/** Origins of the services, as the SDK reads them from the environment. */
export interface ServiceEndpoints {
  dynamodb: string;
  sqs: string;
  s3: string;
  stepFunctions: string;
  secretsManager: string;
  ses: string;
  iam: string;
}

/**
 * Functions with at least this memory, for which Lambda gives most of a CPU, count as heavy: they draw, and use
 * hundreds of megabytes while they do. A function with 1,024 MB that waits for its table is not heavy.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
const HEAVY_MEMORY_MB = 1536;
const DEFAULT_MEMORY_MB = 128;
const DEFAULT_TIMEOUT_SECONDS = 3;

export function isHeavy({ memoryMB }: FunctionDefinition): boolean {
  return memoryMB >= HEAVY_MEMORY_MB;
}

/** @throws TemplateError when Lambda may not assume the function's role */
export function defineFunction(
  resource: Resource,
  resolver: Resolver,
  endpoints: ServiceEndpoints,
  authorizer: Authorizer,
): FunctionDefinition {
  const name = resolver.reference(resource);
  const roleArn = String(resolver.property(resource, 'Role'));
  const memoryMB = Number(resolver.property(resource, 'MemorySize') ?? DEFAULT_MEMORY_MB);
  const variables = object(object(resolver.property(resource, 'Environment')).Variables);
  const assumption = { action: 'sts:AssumeRole', resource: roleArn };
  requireGrants(authorizer, 'lambda.amazonaws.com', [assumption], placeOf(resource));
  const key = resolver.deployment.keys.keyOf(roleArn, 'ASIA');
  return {
    name,
    arn: resolver.attribute(resource, 'Arn'),
    roleArn,
    logGroupArn: logGroupArn(resource, resolver),
    entryFile: entryFile(resource, resolver),
    memoryMB,
    timeoutMs: 1000 * Number(resolver.property(resource, 'Timeout') ?? DEFAULT_TIMEOUT_SECONDS),
    environment: {
      ...Object.fromEntries(Object.entries(variables).map(([variable, value]) => [variable, String(value)])),
      ...serviceEnvironment(endpoints, resolver.deployment.region, key),
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMB),
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    },
  };
}

/** Environment variables for an SDK client: the local endpoints and a key. */
export function serviceEnvironment(
  endpoints: ServiceEndpoints,
  region: string,
  key: AccessKey,
): Readonly<Record<string, string>> {
  return {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: key.accessKeyId,
    AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    ...(key.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: key.sessionToken }),
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SFN: endpoints.stepFunctions,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
    AWS_ENDPOINT_URL_SESV2: endpoints.ses,
    AWS_ENDPOINT_URL_IAM: endpoints.iam,
  };
}

/** The log group of the function: by default the one that is named after it. */
function logGroupArn(resource: Resource, resolver: Resolver): string {
  const { region, accountId } = resolver.deployment;
  const { LogGroup } = object(resolver.property(resource, 'LoggingConfig'));
  const name = LogGroup ?? `/aws/lambda/${resolver.reference(resource)}`;
  return `arn:aws:logs:${region}:${accountId}:log-group:${String(name)}`;
}

function entryFile(resource: Resource, resolver: Resolver): string {
  const { S3Key } = object(resolver.property(resource, 'Code'));
  const directory = resource.stack.assets.get(String(S3Key));
  if (directory === undefined)
    throw new TemplateError(placeOf(resource, 'Code'), `no asset has the key ${String(S3Key)}`);
  // The shape check has fixed the handler to index.handler.
  const file = join(directory, 'index.mjs');
  if (!existsSync(file))
    throw new TemplateError(placeOf(resource, 'Code'), `${file} does not exist: build the functions first`);
  return file;
}
