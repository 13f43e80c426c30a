import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/build/build.ts';
import type { CloudFacts } from '../support/cloud-process.ts';
import { DEPLOYED_CLOUD, PARAMETERS } from '../support/deployed-cloud.ts';
import { freeStandInPorts, optionsOf, type StandInPorts } from '../support/providers/stand-in-ports.ts';

declare module 'vitest' {
  interface ProvidedContext extends CloudFacts {
    standInPorts: StandInPorts;
  }
}

/** `npm test` waits for no provider. The other projects observe the statuses in between, too. */
const parametersOf = ({ name }: TestProject) =>
  name === 'integration' || name === 'dynamodb-local'
    ? { ...PARAMETERS, DevelopmentPaceSeconds: '0' }
    : PARAMETERS;

/** Starts one cloud for all tests of a project. Each test works in an organization of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npm run test:localstack` deploys to a cloud of its own, which it also stops.
  const given = process.env[DEPLOYED_CLOUD];
  if (given !== undefined) {
    provide(project, JSON.parse(given) as CloudFacts);
    return async () => undefined;
  }
  await ensureBuilt({ stage: 'local' });
  const ports = await freeStandInPorts();
  project.provide('standInPorts', ports);
  const parameters = { ...parametersOf(project), ProviderOptions: JSON.stringify(optionsOf(ports)) };
  const script = join(import.meta.dirname, '../support/cloud-process.ts');
  const cloud = fork(script, [project.name, JSON.stringify(parameters)], {
    execArgv: [],
    env: { ...process.env, ...project.config.env },
  });
  const exited = once(cloud, 'exit');
  const ended = exited.then(([code]) =>
    Promise.reject(
      new Error(
        `The local cloud ended with code ${code} before it was ready: its log is .local/${project.name}.log.`,
      ),
    ),
  );
  const [facts] = (await Promise.race([once(cloud, 'message'), ended])) as [CloudFacts];
  ended.catch(() => undefined);
  provide(project, facts);
  return async () => {
    cloud.disconnect();
    await exited;
  };
}

function provide(project: TestProject, facts: CloudFacts): void {
  project.provide('baseUrl', facts.baseUrl);
  project.provide('operatorEnvironment', facts.operatorEnvironment);
  project.provide('mailUrl', facts.mailUrl);
  project.provide('logFile', facts.logFile);
}
