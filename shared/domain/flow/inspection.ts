import type { Progress } from '../../contract/run.ts';
import { UPLOAD_REQUIREMENTS } from '../../contract/upload-requirements.ts';
import { MINUTE, SECOND } from '../../platform/clock.ts';
import { ProviderRefused } from '../../providers/errors.ts';
import type { Provider } from '../../providers/provider.ts';
import { equals } from '../../table/condition.ts';
import type { Key } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { type Job, jobGone } from './jobs.ts';

type Inspection = NonNullable<Job['inspection']>;

/** Uploads that are inspected at the same time. */
const AT_ONCE = 4;
/** The time for which one step inspects uploads before it reports that the training is running. */
const STEP_BUDGET = 20 * SECOND;
/** The time after which a training begins without the inspections that a provider has not carried out. */
const TIME_LIMIT = 15 * MINUTE;

/**
 * Has the provider inspect each upload once, before a training is paid for, and leaves out those that are unfit.
 * @returns the job as it is to be requested, or when to go on
 * @throws ProviderRefused when too few uploads are fit, ModelGone when the job was removed with its model.
 */
export async function inspectUploads(
  context: DomainContext,
  provider: Provider,
  key: Key,
  job: Job,
): Promise<Job | Progress> {
  const { request } = job;
  const now = () => context.clock.now();
  if (!provider.inspect || now() - request.startedAt > TIME_LIMIT) return job;
  const inspection: Inspection = { ...job.inspection };
  const waiting = request.uploadIds.filter((id) => inspection[id] === undefined);
  const end = now() + STEP_BUDGET;
  while (waiting.length > 0) {
    if (now() >= end) return { status: 'running', pollSeconds: 1 };
    const next = waiting.splice(0, AT_ONCE);
    const faults = await Promise.all(next.map((id) => provider.inspect?.(request, id)));
    for (const [position, id] of next.entries()) inspection[id] = faults[position] ?? 'fit';
    await store(context, key, { inspection });
  }
  const fit = request.uploadIds.filter((id) => inspection[id] === 'fit');
  if (fit.length < UPLOAD_REQUIREMENTS.minPhotos)
    throw new ProviderRefused(messageOf(inspection, fit.length));
  if (fit.length === request.uploadIds.length) return job;
  const inspected = { ...request, uploadIds: fit };
  await store(context, key, { request: inspected });
  return { ...job, request: inspected };
}

async function store(context: DomainContext, key: Key, set: Partial<Job>): Promise<void> {
  await context.table.commit([
    update(key, { set: { ...set } }, onlyIf(equals('status', 'planned'), jobGone)),
  ]);
}

function messageOf(inspection: Inspection, fit: number): string {
  const faults = Object.values(inspection).filter((found) => found !== 'fit');
  return `${fit} uploads are fit for a training, and ${UPLOAD_REQUIREMENTS.minPhotos} are needed. The others: ${faults.join(', ')}.`;
}
