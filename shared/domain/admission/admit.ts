import type { ProviderName } from '../../contract/providers.ts';
import { countMetric } from '../../platform/metrics.ts';
import type { DomainContext } from '../context.ts';
import type { Model } from '../model/model.ts';
import { changeModel, transitionWrites } from '../model/transition.ts';
import { acquireWrite, freePermits, PermitTaken } from './permits.ts';
import { advanceVirtualTime, type Candidate, nextInQueue } from './queue.ts';

/** Candidates read in addition to the free permits, since some may have left the queue meanwhile. */
const SPARE_CANDIDATES = 25;
/** Models that one process admits at the same time. */
const CONCURRENCY = 8;

/** Gives the free permits of a provider to the models next in its queue. @returns the number of models admitted */
export async function admitWaiting(
  context: DomainContext,
  provider: ProviderName,
  capacity: number,
): Promise<number> {
  let admitted = 0;
  for (;;) {
    const free = await freePermits(context, provider, capacity);
    if (free.length === 0) return admitted;
    const candidates = await nextInQueue(context, provider, free.length + SPARE_CANDIDATES);
    const tags = await admitInOrder(context, provider, candidates, free);
    // Without any, either none waits or other processes are admitting the same models.
    if (tags.length === 0) return admitted;
    await advanceVirtualTime(context, provider, Math.max(...tags));
    admitted += tags.length;
  }
}

/** @returns the start tags of the admitted models. */
async function admitInOrder(
  context: DomainContext,
  provider: ProviderName,
  candidates: Candidate[],
  free: number[],
): Promise<number[]> {
  const tags: number[] = [];
  const takeSome = async () => {
    for (;;) {
      const [number] = free;
      const [candidate] = candidates;
      if (number === undefined || !candidate) return;
      free.shift();
      candidates.shift();
      const outcome = await admit(context, candidate, { provider, number });
      if (outcome === 'admitted') tags.push(candidate.queued.startTag);
      if (outcome === 'permit taken') candidates.unshift(candidate);
      if (outcome === 'left the queue') free.unshift(number);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, takeSome));
  return tags;
}

/** Admits one model: it gets its permit and leaves the queue. The event's effect starts the execution. */
async function admit(
  context: DomainContext,
  { organizationId, id }: Candidate,
  permit: { provider: ProviderName; number: number },
): Promise<'admitted' | 'permit taken' | 'left the queue'> {
  let since: string | undefined;
  try {
    await changeModel(context, organizationId, id, (model) => {
      since = waitsFor(model, permit.provider)?.since;
      if (since === undefined) return { next: model, writes: [] };
      const { next, writes } = transitionWrites(context, model, {
        change: { status: 'waiting', permit },
        webhooks: [],
        effect: 'start-flow',
      });
      return {
        next,
        writes: [...writes, acquireWrite(permit, { organizationId, modelId: id, run: model.run })],
      };
    });
  } catch (error) {
    if (error instanceof PermitTaken) return 'permit taken';
    throw error;
  }
  if (since === undefined) return 'left the queue';
  countMetric(context.clock, 'AdmissionWait', context.clock.now() - Date.parse(since), permit.provider);
  return 'admitted';
}

function waitsFor({ status, queued }: Model, provider: ProviderName) {
  return status === 'waiting' && queued?.provider === provider ? queued : undefined;
}
