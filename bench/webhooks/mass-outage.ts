import { probeAtOnce } from '../../shared/webhook/breaker/breaker.ts';
import { RETRY_SCHEDULE_SECONDS } from '../../shared/webhook/send/retry.ts';
import type { BenchCloud } from './cloud.ts';
import { changeAtRate } from './load.ts';
import { alternating, type BenchOrganization, makeOrganization } from './models.ts';
import type { Receivers } from './receiver.ts';
import { p99 } from './statistics.ts';
import { latencyOf } from './throughput.ts';

export interface MassOutagePlan {
  organizations: number;
  /** The receivers that hang. */
  hung: number;
  changesPerSecond: number;
  secondsBefore: number;
  secondsOfOutage: number;
}

export interface MassOutageResult {
  /** p99 of the organizations whose receivers work during the outage, by p99 before it. */
  ratio: number;
  /** The seconds from the end of the outage until every webhook was accepted. */
  secondsToRecover: number;
}

export const MASS_OUTAGE: MassOutagePlan = {
  organizations: 100,
  hung: 50,
  changesPerSecond: 10,
  secondsBefore: 15,
  secondsOfOutage: 50,
};

const MODELS_EACH = 4;
/** The retries and probes of a deployed stage. Those of the local stage follow within seconds. */
export const DEPLOYED_RETRIES = { WebhookRetrySeconds: RETRY_SCHEDULE_SECONDS.join(',') };

/** Some receivers hang under a steady load of all organizations, and then work again. */
export async function measureMassOutage(
  { context }: BenchCloud,
  receivers: Receivers,
  plan: MassOutagePlan,
): Promise<MassOutageResult> {
  const organizations: BenchOrganization[] = [];
  for (let number = 0; number < plan.organizations; number++)
    organizations.push(await makeOrganization(context, receivers.url, MODELS_EACH));
  await receivers.arrival(
    organizations.flatMap(({ models }) => models.map((model) => model.created.webhookId)),
  );
  const hung = organizations.slice(0, plan.hung);
  const hungIds = new Set(hung.map(({ id }) => id));
  const models = alternating(organizations, MODELS_EACH);
  const all: string[] = [];
  const phase = async (seconds: number): Promise<number[]> => {
    const changes = await changeAtRate(models, plan.changesPerSecond, seconds);
    all.push(...changes.map(({ webhookId }) => webhookId));
    const others = changes.filter(({ organizationId }) => !hungIds.has(organizationId));
    await receivers.arrival(others.map(({ webhookId }) => webhookId));
    return others.map((change) => latencyOf(change, receivers));
  };

  const before = await phase(plan.secondsBefore);
  for (const { path } of hung) receivers.behave(path, 'hangs');
  const during = await phase(plan.secondsOfOutage);
  for (const { path } of hung) receivers.behave(path, 'well');
  const endedAt = performance.now();
  // As a test by the owner does.
  for (const { id } of hung) await probeAtOnce(context, id);
  await receivers.acceptance(all);
  return {
    ratio: p99(during) / p99(before),
    secondsToRecover: Math.round((performance.now() - endedAt) / 1000),
  };
}
