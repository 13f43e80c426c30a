import { PROVIDER_NAMES } from '../contract/providers.ts';
import { readPermits } from '../domain/admission/permits.ts';
import type { DomainContext } from '../domain/context.ts';
import { isStuck } from '../domain/model/deadline.ts';
import type { Model } from '../domain/model/model.ts';

/**
 * The violations in the permits of an organization's models, a sentence each: every run in progress holds the
 * permit that its model names, and no other permit is held.
 */
export async function auditPermits(
  context: DomainContext,
  organizationId: string,
  models: readonly Model[],
): Promise<string[]> {
  const permits = await Promise.all(PROVIDER_NAMES.map((provider) => readPermits(context, provider)));
  const held = new Map(
    permits
      .flat()
      .flatMap(({ provider, number, holder }) =>
        holder?.organizationId === organizationId ? [[`${provider} ${number}`, holder] as const] : [],
      ),
  );
  const violations: string[] = [];
  for (const model of models) {
    const { id, status, run, permit, queued } = model;
    const holds = permit && held.get(`${permit.provider} ${permit.number}`);
    if (permit) held.delete(`${permit.provider} ${permit.number}`);
    if (permit && (holds?.modelId !== id || holds.run !== run)) {
      violations.push(
        `${id} (${status}): it does not hold its permit ${permit.number} of ${permit.provider}.`,
      );
    }
    if (permit && !isRunning(model) && status !== 'waiting')
      violations.push(`${id} (${status}): it holds a permit.`);
    if (queued && (status !== 'waiting' || permit)) {
      violations.push(`${id} (${status}): it is in the queue of ${queued.provider}.`);
    }
    // A stuck model loses its permit, and is a violation already.
    if (!permit && isRunning(model) && !isStuck(model, context.clock.now())) {
      violations.push(`${id} (${status}): it runs without a permit.`);
    }
  }
  for (const [name, { modelId }] of held)
    violations.push(`${modelId}: it holds the permit ${name} unknowingly.`);
  return violations;
}

function isRunning({ status }: Model): boolean {
  return status === 'pending' || status === 'generatingHeadshots';
}
