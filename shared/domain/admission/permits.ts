import type { ProviderName } from '../../contract/providers.ts';
import type { RunInput } from '../../contract/run.ts';
import { attributeAbsent, both, equals } from '../../table/condition.ts';
import { ConcurrencyConflict } from '../../table/conflict.ts';
import { collections, type Key, keys } from '../../table/keys.ts';
import { type Guard, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Model, PermitRef } from '../model/model.ts';

/**
 * A permit as it is stored. A provider's capacity is the number of its permits, and each is an item of its
 * own, so that runs that begin or end at the same time write different items.
 */
export interface Permit extends PermitRef {
  /** The run that holds the permit; absent while it is free. */
  holder?: RunInput;
}

/** The permits of a provider that were ever used, free ones too. */
export function readPermits(context: DomainContext, provider: ProviderName): Promise<(Permit & Key)[]> {
  return context.table.all<Permit & Key>(collections.permits(provider));
}

/** The numbers of a provider's free permits, the lowest first. */
export async function freePermits(
  context: DomainContext,
  provider: ProviderName,
  capacity: number,
): Promise<number[]> {
  const held = new Set((await readPermits(context, provider)).flatMap(numberIfHeld));
  return Array.from({ length: capacity }, (_, number) => number).filter((number) => !held.has(number));
}

/** Another run holds the permit. */
export class PermitTaken extends Error {
  override readonly name = 'PermitTaken';
}

/** Takes a free permit for a run. @throws PermitTaken, when committed. */
export function acquireWrite({ provider, number }: PermitRef, holder: RunInput): Write {
  return update(
    keys.permit(provider, number),
    { set: { provider, number, holder } },
    {
      condition: attributeAbsent('holder'),
      onConditionFailed: () => new PermitTaken(`The permit ${number} of ${provider} is taken.`),
    },
  );
}

/**
 * Frees the permit of a model, whose transaction also has to remove it from the model. The permits of a model
 * and the models of permits agree at all times, so another holder means that the model has changed.
 */
export function releaseWrite(permit: PermitRef, model: Pick<Model, 'organizationId' | 'id' | 'run'>): Write {
  return freeWrite(permit, { organizationId: model.organizationId, modelId: model.id, run: model.run });
}

export function freeWrite({ provider, number }: PermitRef, holder: RunInput): Write {
  return update(keys.permit(provider, number), { remove: ['holder'] }, heldBy(holder));
}

function heldBy({ organizationId, modelId, run }: RunInput): Guard {
  return {
    condition: both(equals('holder', { organizationId, modelId, run })),
    onConditionFailed: () => new ConcurrencyConflict(`${modelId} no longer holds the permit.`),
  };
}

function numberIfHeld({ holder, number }: Permit): number[] {
  return holder ? [number] : [];
}
