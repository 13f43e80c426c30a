import type { ProviderName } from '../../contract/providers.ts';
import type { RunInput } from '../../contract/run.ts';
import { isoTime } from '../../platform/clock.ts';
import { atLeast, atMost, attributeAbsent, both, either, equals } from '../../table/condition.ts';
import { ifStill, retryOnConflict } from '../../table/conflict.ts';
import { keys, queueIndex } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { findModel, type Model, type Queued } from '../model/model.ts';
import { findOrganization } from '../organization/organization.ts';

/**
 * The queue of a provider is a start-time fair queue
 * (https://www.cs.utexas.edu/~vin/pub/pdf/tr-96-02.pdf): a model that joins gets a start tag, and the lowest
 * one is next. The models of an organization get consecutive tags. The first one of an organization that was
 * away gets the virtual time, which is the tag of the model that was admitted last. So it joins the round that
 * the others are in, however many models they have waiting.
 */

/** The start tag of a model that is next, whatever its organization has had. Others have higher ones. */
const NEXT = 0;
const FIRST_VIRTUAL_TIME = NEXT + 1;

/** Puts a model in `waiting` into its provider's queue; safe to repeat. @returns the provider, if the model waits */
export async function joinQueue(
  context: DomainContext,
  { organizationId, modelId, run }: RunInput,
  defaultProvider: ProviderName,
): Promise<ProviderName | undefined> {
  return retryOnConflict(async () => {
    const model = await findModel(context, organizationId, modelId);
    if (model?.status !== 'waiting' || model.run !== run || model.permit) return undefined;
    if (model.queued) return model.queued.provider;
    const provider = model.provider ?? defaultProvider;
    const isNext = model.isDevelopment && (await findOrganization(context, organizationId))?.admittedFirst;
    const startTag = isNext ? NEXT : await drawStartTag(context, organizationId, provider);
    await context.table.commit([
      queueWrite(model, { provider, startTag, since: isoTime(context.clock.now()) }),
    ]);
    return provider;
  });
}

/** A model in the queue has no deadline, since how long it waits depends on the others. */
function queueWrite(model: Model, queued: Queued) {
  return update(
    keys.model(model.organizationId, model.id),
    { set: { queued, ...queueIndex(queued.provider).key(queued.startTag, model.id) }, remove: ['deadline'] },
    ifStill(
      both(
        equals('sequence', model.sequence),
        equals('status', 'waiting'),
        attributeAbsent('queued'),
        attributeAbsent('permit'),
      ),
      `The model ${model.id} has changed.`,
    ),
  );
}

/** Draws the next start tag of an organization, beside any transaction: a tag that stays unused does no harm. */
async function drawStartTag(
  context: DomainContext,
  organizationId: string,
  provider: ProviderName,
): Promise<number> {
  const counter = keys.queueTag(organizationId, provider);
  const virtualTime = await readVirtualTime(context, provider);
  for (;;) {
    const next = await context.table.updateAndGet<{ next: number }>(
      update(counter, { add: { next: 1 } }, onlyIf(atLeast('next', virtualTime))),
    );
    if (next.written && next.item) return next.item.next - 1;
    const first = await context.table.updateAndGet(
      update(
        counter,
        { set: { next: virtualTime + 1 } },
        onlyIf(either(attributeAbsent('next'), atMost('next', virtualTime - 1))),
      ),
    );
    if (first.written) return virtualTime;
  }
}

async function readVirtualTime(context: DomainContext, provider: ProviderName): Promise<number> {
  const stored = await context.table.get<{ now: number }>(keys.virtualTime(provider));
  return Math.max(stored?.now ?? 0, FIRST_VIRTUAL_TIME);
}

/** Advances the virtual time of a queue to the start tag of an admitted model. It never goes back. */
export async function advanceVirtualTime(
  context: DomainContext,
  provider: ProviderName,
  startTag: number,
): Promise<void> {
  await context.table.write(
    update(
      keys.virtualTime(provider),
      { set: { now: startTag } },
      onlyIf(either(attributeAbsent('now'), atMost('now', startTag - 1))),
    ),
  );
}

/** A model as the index of the queue had it a moment ago. */
export type Candidate = Model & { queued: Queued; GSI1SK: string };

/** The models of a queue that are next, in their order. Some may have left the queue a moment ago. */
export async function nextInQueue(
  context: DomainContext,
  provider: ProviderName,
  limit: number,
): Promise<Candidate[]> {
  const heads = await Promise.all(
    queueIndex(provider)
      .shards()
      .map((shard) => context.table.all<Candidate>(shard, { limit })),
  );
  const inOrder = heads.flat().sort((one, other) => (one.GSI1SK < other.GSI1SK ? -1 : 1));
  return inOrder.slice(0, limit);
}
