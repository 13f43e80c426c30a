import type { Outcome } from './run.ts';
import type { Plan } from './world.ts';

/** Runs of one shrinking, at most: each takes about half a second. */
const RUNS_MAX = 150;

/** Whether an outcome shows the same fault of the service as another. */
function isSame(one: Outcome, other: Outcome): boolean {
  const rules = new Set(other.violations.map(({ rule }) => rule));
  return one.violations.some(({ rule }) => rules.has(rule));
}

/** Leaves out as many actions and faults of a run as it can, while the same rule stays broken. */
export async function shrunk(found: Outcome, again: (plan: Plan) => Promise<Outcome>): Promise<Outcome> {
  let best = found;
  let runs = 0;
  const without = async (names: readonly string[]): Promise<boolean> => {
    runs += 1;
    const outcome = await again({ ...best.plan, without: new Set([...best.plan.without, ...names]) });
    if (!isSame(outcome, found)) return false;
    best = outcome;
    return true;
  };
  await without(['provider']);
  for (const namesOf of [faultsOf, actionsOf, faultsOf]) {
    for (let size = namesOf(best).length; size >= 1 && runs < RUNS_MAX; size = Math.floor(size / 2)) {
      const names = namesOf(best);
      for (let first = 0; first < names.length && runs < RUNS_MAX; first += size) {
        await without(names.slice(first, first + size));
      }
    }
  }
  return best;
}

function actionsOf({ people }: Outcome): string[] {
  return people.done.map(({ name }) => name);
}

function faultsOf({ world }: Outcome): string[] {
  return world.faults.happened.map(({ name }) => name);
}

/** What people did and what went wrong, in its order. */
export function traceOf({ world, people, plan, violations }: Outcome): string {
  const lines = [
    ...people.done.map(({ at, name, what }) => ({ at, text: `${name}: ${what}` })),
    ...world.faults.happened.map(({ at, name }) => ({ at, text: `fault ${name}` })),
  ].sort((one, other) => one.at - other.at);
  return [
    `Seed ${plan.seed}, ${people.done.length} actions, ${world.faults.happened.length} faults:`,
    ...lines.map(({ at, text }) => `  ${new Date(at).toISOString()} ${text}`),
    ...violations.slice(0, 5).map(({ rule, sentence }) => `Broken: ${rule}. ${sentence}`),
  ].join('\n');
}
