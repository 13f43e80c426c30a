import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ConfigurationError } from '../../infra/configuration-error.ts';
import { givenEndpoint } from '../../infra/emulator.ts';
import { PROJECT } from '../../scripts/build/paths.ts';
import { type Deployment, type DeploymentOptions, deployTo } from '../../scripts/localstack/deployment.ts';
import { type EmulatedCloud, startMinistack } from '../../scripts/localstack/ministack.ts';
import { startProxy } from '../../scripts/localstack/proxy.ts';
import type { CloudFacts } from '../support/cloud-process.ts';
import { DEPLOYED_CLOUD, PARAMETERS } from '../support/deployed-cloud.ts';
import { restore } from './restore.ts';
import { rollBack } from './roll-back.ts';
import { BLACK_BOX, SKIPPED_TESTS } from './suite.ts';

/** The operations on a stage, in the order in which they are played through. */
const SCENARIOS: Readonly<Record<string, (options: DeploymentOptions) => Promise<void>>> = {
  'roll-back': rollBack,
  restore,
};

/**
 * `npm run test:localstack [-- FILE… | SCENARIO…]`: deploys the service to an emulator of AWS, runs the black-box
 * tests and the demo against it, and plays the scenarios through. With arguments, it runs these test files and
 * scenarios only. The emulator is the one in AWS_ENDPOINT_URL, or else a new MiniStack.
 */
async function main(): Promise<void> {
  if (process.env.SKIP_LOCALSTACK === '1') {
    console.log('SKIPPED: nothing was deployed to an emulator of AWS, because SKIP_LOCALSTACK is 1.');
    return;
  }
  const given = givenEndpoint();
  const cloud: EmulatedCloud = given
    ? { endpoint: given, stop: async () => undefined }
    : await startMinistack();
  const proxy = await startProxy();
  try {
    console.log(`Deploying to ${cloud.endpoint} …`);
    const options = { endpoint: cloud.endpoint, appUrl: proxy.url, parameters: PARAMETERS };
    const deployment = await deployTo(options);
    proxy.serve(cloud.endpoint, deployment.apiId);
    const asked = process.argv.slice(2);
    const isAll = asked.length === 0;
    const files = asked.filter((name) => !(name in SCENARIOS));
    if (isAll || files.length > 0) {
      await blackBox(files, factsOf(proxy.url, cloud.endpoint, deployment));
    }
    if (isAll) await demo(proxy.url, deployment);
    Object.assign(process.env, deployment.operatorEnvironment);
    for (const [name, play] of Object.entries(SCENARIOS)) {
      if (isAll || asked.includes(name)) await play(options);
    }
  } finally {
    await proxy.close();
    await cloud.stop();
  }
}

function factsOf(baseUrl: string, endpoint: string, { operatorEnvironment }: Deployment): CloudFacts {
  return { baseUrl, operatorEnvironment, mailUrl: `${endpoint}/_ministack/ses/messages`, logFile: '' };
}

/** @param files Filters for vitest. Without any, all black-box tests run. */
async function blackBox(files: readonly string[], facts: CloudFacts): Promise<void> {
  for (const [test, reason] of Object.entries(SKIPPED_TESTS)) console.log(`Skipped: "${test}": ${reason}.`);
  const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
  const all = BLACK_BOX.map((name) => `test/integration/${name}.test.ts`);
  const others = `^(?!.*(${Object.keys(SKIPPED_TESTS).join('|')}))`;
  await node(
    [
      vitest,
      'run',
      '--project',
      'integration',
      '--maxWorkers',
      '2',
      '-t',
      others,
      ...(files.length > 0 ? files : all),
    ],
    { [DEPLOYED_CLOUD]: JSON.stringify(facts) },
  );
}

async function demo(baseUrl: string, { operatorEnvironment }: Deployment): Promise<void> {
  await node([join(PROJECT, 'demo/main.ts'), '--base-url', baseUrl], operatorEnvironment);
}

async function node(args: readonly string[], environment: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new ConfigurationError('The tests or the demo failed on the emulator: see above.');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
}
