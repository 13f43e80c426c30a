import type { DomainContext } from '../../domain/context.ts';
import { together } from '../../platform/together.ts';
import { type Circuit, readCircuit, stateOf } from './circuit.ts';
import { countHeld } from './held.ts';

/**
 * The circuit of an organization's receiver, as its owner sees it. Held models are counted beside a change that is in
 * progress: its reset lets them be released later.
 * @param read the circuit, when the caller reads or changes it
 */
export async function describeCircuit(
  context: DomainContext,
  organizationId: string,
  read: Promise<Circuit> = readCircuit(context, organizationId),
) {
  const [circuit, heldModels] = await together(read, countHeld(context, organizationId));
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
