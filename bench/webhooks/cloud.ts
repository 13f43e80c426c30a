import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { deployedWebhookSecretKey } from '../../shared/deployed/context.ts';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { environment } from '../../shared/platform/environment.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { connectTable } from '../../shared/table/table.ts';
import type { CloudFacts } from '../../test/support/cloud-process.ts';

const PROGRAM = join(import.meta.dirname, '../../test/support/cloud-process.ts');
const PRELOADED = (name: string) => ['--import', join(import.meta.dirname, name)];

export interface BenchCloud {
  /** A context with the operator's access to the table. */
  context: DomainContext;
  facts: CloudFacts;
  process: ChildProcess;
  stop(): Promise<void>;
}

export interface BenchCloudOptions {
  /** Additional modules to load before the cloud starts, as paths relative to this folder. */
  preloaded?: readonly string[];
  /** Values of the templates' parameters, over those of the local stage. */
  parameters?: Readonly<Record<string, string>>;
}

/** Starts a local cloud in a child process, on free ports. */
export async function startCloud({
  preloaded = [],
  parameters = {},
}: BenchCloudOptions = {}): Promise<BenchCloud> {
  const cloud = fork(PROGRAM, ['bench', JSON.stringify(parameters)], {
    execArgv: preloaded.flatMap(PRELOADED),
  });
  const exited = once(cloud, 'exit');
  const ended = exited.then(([code]) =>
    Promise.reject(new Error(`The local cloud ended with code ${code}.`)),
  );
  const [facts] = (await Promise.race([once(cloud, 'message'), ended])) as [CloudFacts];
  ended.catch(() => undefined);
  Object.assign(process.env, facts.operatorEnvironment);
  const table = connectTable(environment('TABLE_NAME'), systemRandomness);
  return {
    context: domainContext(table, systemClock, systemRandomness, deployedWebhookSecretKey),
    facts,
    process: cloud,
    stop: async () => {
      cloud.disconnect();
      await exited;
    },
  };
}
