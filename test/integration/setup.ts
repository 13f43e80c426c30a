import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/build/build.ts';
import type { CloudFacts } from '../support/cloud-process.ts';

declare module 'vitest' {
  interface ProvidedContext extends CloudFacts {}
}

/** Paces at which a test can wait for a model that is made, fails, and restarts. */
const PARAMETERS = {
  DevelopmentPaceSeconds: '1',
  RestartPauseSeconds: '1',
  WebhookRetrySeconds: '1,1,1',
  // All tests call from the one address of this machine.
  AddressRequestsPerMinute: '3000',
};

/** One local cloud for all integration tests; each test works in an organization of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt({ stage: 'local' });
  const script = join(import.meta.dirname, '../support/cloud-process.ts');
  const cloud = fork(script, [JSON.stringify(PARAMETERS)], { execArgv: [] });
  const exited = once(cloud, 'exit');
  const ended = exited.then(([code]) =>
    Promise.reject(new Error(`The local cloud ended with code ${code}.`)),
  );
  const [facts] = (await Promise.race([once(cloud, 'message'), ended])) as [CloudFacts];
  ended.catch(() => undefined);
  project.provide('baseUrl', facts.baseUrl);
  project.provide('operatorEnvironment', facts.operatorEnvironment);
  return async () => {
    cloud.disconnect();
    await exited;
  };
}
