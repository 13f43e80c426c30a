import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AlreadyExistsException, CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import { LOCALSTACK_STAGE } from '../../infra/constructs/bundles.ts';
import { settingsOf } from '../../infra/settings.ts';
import { stageOutputs } from '../../ops/stage-outputs.ts';
import { build } from '../build/build.ts';
import { PROJECT, TEMPLATES } from '../build/paths.ts';
import { BOOTSTRAPPED, environmentOf } from './endpoint.ts';

export interface Deployment {
  apiId: string;
  /** What lets an operator's tool work on it, by environment variables. */
  operatorEnvironment: Record<string, string>;
}

export interface DeploymentOptions {
  endpoint: string;
  /** The origin at which the app is reached. */
  appUrl: string;
  /** Values of the templates' parameters, over their defaults. */
  parameters?: Readonly<Record<string, string>>;
}

/** Builds the stage localstack and deploys all its stacks, over former ones if there are. @throws a sentence. */
export async function deployTo(options: DeploymentOptions): Promise<Deployment> {
  const environment = environmentOf(options.endpoint);
  // For the clients of AWS in this process.
  Object.assign(process.env, environment);
  await build({ stage: LOCALSTACK_STAGE });
  await cdklocal(environment, 'bootstrap', BOOTSTRAPPED);
  await verifySender();
  const values = await parameterWords({ AppUrl: options.appUrl, ...options.parameters });
  await cdklocal(environment, 'deploy', '--all', '--require-approval', 'never', ...values);
  return describe(environment);
}

/** SES sends for verified addresses only. An emulator verifies them as soon as it is told of them. */
async function verifySender(): Promise<void> {
  const domain = settingsOf(LOCALSTACK_STAGE).mailFrom.split('@')[1]?.replace('>', '') ?? '';
  try {
    await new SESv2Client().send(new CreateEmailIdentityCommand({ EmailIdentity: domain }));
  } catch (error) {
    if (!(error instanceof AlreadyExistsException)) throw error;
  }
}

/** `--parameters STACK:NAME=VALUE` for each stack that has such a parameter. */
async function parameterWords(values: Readonly<Record<string, string>>): Promise<string[]> {
  const suffix = '.template.json';
  const words: string[] = [];
  for (const file of (await readdir(TEMPLATES)).filter((name) => name.endsWith(suffix))) {
    const { Parameters = {} } = JSON.parse(await readFile(join(TEMPLATES, file), 'utf8')) as {
      Parameters?: Record<string, unknown>;
    };
    for (const [name, value] of Object.entries(values)) {
      if (name in Parameters) words.push('--parameters', `${file.slice(0, -suffix.length)}:${name}=${value}`);
    }
  }
  return words;
}

/** With the templates of the build, so that the app is synthesized once. */
async function cdklocal(environment: Record<string, string>, ...words: string[]): Promise<void> {
  const command = join(
    createRequire(import.meta.url).resolve('aws-cdk-local/package.json'),
    '../bin/cdklocal',
  );
  const child = spawn(process.execPath, [command, ...words, '--app', TEMPLATES, '--progress', 'events'], {
    cwd: PROJECT,
    env: { ...process.env, ...environment, CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new ConfigurationError(`cdklocal ${words[0]} failed:\n${said}`);
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
      TABLE_NAME: output('TableName'),
      IMAGES_BUCKET: output('ImagesBucketName'),
      DELIVERIES_QUEUE_URL: output('DeliveriesQueueUrl'),
      TIMERS_QUEUE_URL: output('TimersQueueUrl'),
      STATE_MACHINE_ARN: output('StateMachineArn'),
    },
  };
}
