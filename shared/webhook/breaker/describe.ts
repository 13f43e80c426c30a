import type { DomainContext } from '../../domain/context.ts';
import { readCircuit, stateOf } from './circuit.ts';
import { countHeld } from './held.ts';

/** The circuit of an organization's receiver, as its owner sees it. */
export async function describeCircuit(context: DomainContext, organizationId: string) {
  const [circuit, heldModels] = await Promise.all([
    readCircuit(context, organizationId),
    countHeld(context, organizationId),
  ]);
  const now = context.clock.now();
  const state = stateOf(circuit, now);
  return {
    state,
    openedAt: circuit.openedAt ?? null,
    nextProbeAt: state === 'open' ? (circuit.nextStepAt ?? null) : null,
    failedProbes: state === 'closed' ? 0 : circuit.failedProbes,
    heldModels,
  };
}
