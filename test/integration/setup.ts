import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/build/build.ts';
import type { CloudFacts, LocalCloudFacts } from '../support/cloud-process.ts';
import { DEPLOYED_CLOUD, PARAMETERS } from '../support/deployed-cloud.ts';

declare module 'vitest' {
  interface ProvidedContext extends CloudFacts {
    /** The local cloud of the integration tests, whose log and grants the iam-usage tests read. */
    usedCloud?: LocalCloudFacts;
  }
}

/** Starts one cloud for all integration tests. Each test works in an organization of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npm run test:localstack` deploys to a cloud of its own, which it also stops.
  const given = process.env[DEPLOYED_CLOUD];
  if (given !== undefined) {
    provide(project, JSON.parse(given) as CloudFacts);
    return async () => undefined;
  }
  await ensureBuilt({ stage: 'local' });
  const script = join(import.meta.dirname, '../support/cloud-process.ts');
  const cloud = fork(script, [JSON.stringify(PARAMETERS)], { execArgv: [] });
  const exited = once(cloud, 'exit');
  const ended = exited.then(([code]) =>
    Promise.reject(
      new Error(`The local cloud ended with code ${code} before it was ready: its log is .local/test.log.`),
    ),
  );
  const [facts] = (await Promise.race([once(cloud, 'message'), ended])) as [LocalCloudFacts];
  ended.catch(() => undefined);
  provide(project, facts);
  project.vitest.provide('usedCloud', facts);
  return async () => {
    cloud.disconnect();
    await exited;
  };
}

function provide(project: TestProject, facts: CloudFacts): void {
  project.provide('baseUrl', facts.baseUrl);
  project.provide('operatorEnvironment', facts.operatorEnvironment);
  project.provide('mailUrl', facts.mailUrl);
}
