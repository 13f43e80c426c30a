import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { GrantReport } from '@headshots/local-cloud/aws/authorization/authorizer.ts';
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
    const unused = project.name === 'dynamodb-local' ? await unusedTableActions(facts) : [];
    cloud.disconnect();
    await exited;
    if (unused.length > 0)
      throw new Error(
        `No test that ran needs ${unused.join(', ')}: run the whole project ${project.name}, or add a file that needs it.`,
      );
  };
}

/** Actions on the table or its index that functions are granted, but that no test needed. */
async function unusedTableActions({ baseUrl }: CloudFacts): Promise<string[]> {
  const { grants } = (await (await fetch(`${baseUrl}/_local/grants`)).json()) as GrantReport;
  const needed = new Map<string, boolean>();
  for (const grant of grants.filter(({ action }) => action.startsWith('dynamodb:'))) {
    const name = `${grant.action} of the ${grant.resource.includes('/index/') ? 'index' : 'table'}`;
    needed.set(name, grant.needed || needed.get(name) === true);
  }
  return [...needed].filter(([, isNeeded]) => !isNeeded).map(([name]) => name);
}

function provide(project: TestProject, facts: CloudFacts): void {
  project.provide('baseUrl', facts.baseUrl);
  project.provide('operatorEnvironment', facts.operatorEnvironment);
  project.provide('mailUrl', facts.mailUrl);
  project.provide('logFile', facts.logFile);
}
