import type { ProviderName } from '../../contract/providers.ts';
import type { RunInput } from '../../contract/run.ts';
import { attributeAbsent, both, equals } from '../../table/condition.ts';
import { ifStill } from '../../table/conflict.ts';
import { collections, type Key, keys } from '../../table/keys.ts';
import { type Guard, onlyIf, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Model, PermitRef } from '../model/model.ts';

/** One of a provider's permits: each is an item, so that runs that begin or end together write different ones. */
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
  const permits = await readPermits(context, provider);
  const taken = new Set(permits.flatMap(({ holder, number }) => (holder ? [number] : [])));
  return Array.from({ length: capacity }, (_, number) => number).filter((number) => !taken.has(number));
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
    onlyIf(attributeAbsent('holder'), () => new PermitTaken(`The permit ${number} of ${provider} is taken.`)),
  );
}

/** Frees a model's permit, for the transaction that removes it there: another holder means that the model has changed. */
export function releaseWrite(permit: PermitRef, model: Pick<Model, 'organizationId' | 'id' | 'run'>): Write {
  return freeWrite(permit, { organizationId: model.organizationId, modelId: model.id, run: model.run });
}

export function freeWrite({ provider, number }: PermitRef, holder: RunInput): Write {
  return update(keys.permit(provider, number), { remove: ['holder'] }, heldBy(holder));
}

function heldBy({ organizationId, modelId, run }: RunInput): Guard {
  return ifStill(
    both(equals('holder', { organizationId, modelId, run })),
    `${modelId} no longer holds the permit.`,
  );
}
