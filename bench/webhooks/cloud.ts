import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type DomainContext, domainContext } from '../../shared/domain/context.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { environment } from '../../shared/platform/environment.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import { connectTable } from '../../shared/table/table.ts';
import type { CloudFacts } from '../../test/support/cloud-process.ts';

const PROGRAM = join(import.meta.dirname, '../../test/support/cloud-process.ts');
const PRELOADED = (name: string) => ['--import', join(import.meta.dirname, name)];

export interface BenchCloud {
  /** The operator's hands on its table. */
  context: DomainContext;
  stop(): Promise<void>;
}

/**
 * Starts a local cloud in a process of its own, on free ports.
 * @param sharedGroups breaks the isolation on purpose: all organizations share one set of message groups.
 */
export async function startCloud({ sharedGroups = false } = {}): Promise<BenchCloud> {
  const cloud = fork(PROGRAM, ['{}'], {
    execArgv: [...PRELOADED('indexed-stream.ts'), ...(sharedGroups ? PRELOADED('shared-groups.ts') : [])],
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
    context: domainContext(table, systemClock, systemRandomness),
    stop: async () => {
      cloud.disconnect();
      await exited;
    },
  };
}
