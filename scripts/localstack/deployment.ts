import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AlreadyExistsException, CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import { LOCALSTACK_STAGE } from '../../infra/constructs/bundles.ts';
import { settingsOf } from '../../infra/settings.ts';
import { variablesOf } from '../../ops/connect.ts';
import { stageOutputs } from '../../ops/stage-outputs.ts';
import { build, templatesOf } from '../build/build.ts';
import { PROJECT } from '../build/paths.ts';
import { CDK_ENVIRONMENT, environmentOf } from './endpoint.ts';

const TEMPLATES = templatesOf(LOCALSTACK_STAGE);

export interface Deployment {
  apiId: string;
  /** The environment variables with which operator commands work on the deployment. */
  operatorEnvironment: Record<string, string>;
}

export interface DeploymentOptions {
  endpoint: string;
  /** The service's public origin. */
  appUrl: string;
  /** Values of the templates' parameters that override their defaults. */
  parameters?: Readonly<Record<string, string>>;
}

/**
 * Builds the stage localstack and deploys or updates all its stacks. @throws ConfigurationError when cdklocal
 * fails.
 */
export async function deployTo(options: DeploymentOptions): Promise<Deployment> {
  const environment = environmentOf(options.endpoint);
  // The AWS clients in this process read these variables.
  Object.assign(process.env, environment);
  await build({ stage: LOCALSTACK_STAGE });
  await cdklocal(environment, 'bootstrap', CDK_ENVIRONMENT);
  await verifySender();
  const values = await parameterArgs({ AppUrl: options.appUrl, ...options.parameters });
  await cdklocal(environment, 'deploy', '--all', '--require-approval', 'never', ...values);
  return describe(environment);
}

/** SES sends from verified identities only. An emulator verifies an identity when it is created. */
async function verifySender(): Promise<void> {
  const domain = settingsOf(LOCALSTACK_STAGE).mailFrom.split('@')[1]?.replace('>', '') ?? '';
  try {
    await new SESv2Client().send(new CreateEmailIdentityCommand({ EmailIdentity: domain }));
  } catch (error) {
    if (!(error instanceof AlreadyExistsException)) throw error;
  }
}

/** The arguments `--parameters STACK:NAME=VALUE` for each stack that has such a parameter. */
async function parameterArgs(values: Readonly<Record<string, string>>): Promise<string[]> {
  const suffix = '.template.json';
  const args: string[] = [];
  for (const file of (await readdir(TEMPLATES)).filter((name) => name.endsWith(suffix))) {
    const { Parameters = {} } = JSON.parse(await readFile(join(TEMPLATES, file), 'utf8')) as {
      Parameters?: Record<string, unknown>;
    };
    for (const [name, value] of Object.entries(values)) {
      if (name in Parameters) args.push('--parameters', `${file.slice(0, -suffix.length)}:${name}=${value}`);
    }
  }
  return args;
}

/** Runs cdklocal with the templates of the build, so that they are synthesized once. */
async function cdklocal(environment: Record<string, string>, ...args: string[]): Promise<void> {
  const command = join(
    createRequire(import.meta.url).resolve('aws-cdk-local/package.json'),
    '../bin/cdklocal',
  );
  const child = spawn(process.execPath, [command, ...args, '--app', TEMPLATES, '--progress', 'events'], {
    cwd: PROJECT,
    env: { ...process.env, ...environment, CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new ConfigurationError(`cdklocal ${args[0]} failed:\n${output}`);
}

async function describe(environment: Record<string, string>): Promise<Deployment> {
  const outputs = await stageOutputs(LOCALSTACK_STAGE);
  const output = (name: string): string => {
    const value = outputs[name];
    if (value === undefined) throw new Error(`The stacks have no output ${name}.`);
    return value;
  };
  return {
    apiId: new URL(output('ApiUrl')).hostname.split('.')[0] ?? '',
    operatorEnvironment: {
      ...environment,
      ...variablesOf(outputs),
      STATE_MACHINE_ARN: output('StateMachineArn'),
    },
  };
}
