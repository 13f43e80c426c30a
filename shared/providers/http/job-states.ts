import type { WorkerJob } from '../../contract/worker/schemas.ts';
import { KEPT_ERROR } from '../errors.ts';
import type { Failed, Running, Usage } from '../provider.ts';

export function running(jobs: readonly WorkerJob[], pollSeconds: number): Running {
  const left = Math.max(...jobs.map(({ etaSeconds }) => etaSeconds ?? Number.NaN));
  return {
    status: 'running',
    pollSeconds,
    ...(!Number.isNaN(left) && { secondsLeft: left }),
  };
}

export function failed({ id, error }: WorkerJob): Failed {
  const reason = error ? `${error.code}: ${error.message.slice(0, KEPT_ERROR)}` : 'no error was given';
  return {
    status: 'failed',
    reason: `The worker ended ${id}: ${reason}`,
    ...(error?.retryable === false && { refused: true }),
  };
}

export function lost(id: string): Failed {
  return { status: 'failed', reason: `The worker has lost ${id}.` };
}

/** The sum, where all jobs have the same unit. */
export function usageOf(jobs: readonly WorkerJob[]): Usage | undefined {
  const usages = jobs.map(({ usage }) => usage ?? undefined).filter((usage) => usage !== undefined);
  const [first] = usages;
  if (!first || usages.length < jobs.length || usages.some(({ unit }) => unit !== first.unit))
    return undefined;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const usd = usages.map((usage) => usage.usd).filter((value) => value !== undefined);
  const seconds = usages.map((usage) => usage.seconds).filter((value) => value !== undefined);
  return {
    unit: first.unit,
    amount: sum(usages.map(({ amount }) => amount)),
    ...(usd.length === usages.length && { usd: sum(usd) }),
    ...(seconds.length === usages.length && { seconds: sum(seconds) }),
  };
}
