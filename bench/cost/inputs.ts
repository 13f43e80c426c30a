/** What no count can tell, by its name; `--set name=value` gives another value. */
export interface Inputs {
  /** USD that a provider with GPUs asks for one model. The studio provider draws in Lambda and asks for nothing. */
  providerPricePerModel: number;
  /** How long images and items stay. */
  monthsKept: number;
  /** Of one upload: those of the bench are drawn, and smaller than what a phone takes. */
  uploadMegabytes: number;
  /** Seconds on Lambda for each second that was measured here. */
  durationFactor: number;
  /** Connections on which Lambda waits for messages of one queue when there are none. */
  idlePollers: number;
  /** Seconds that Lambda waits on one of them. */
  longPollSeconds: number;
  /** What logs take after compression, of what was taken in. */
  logCompression: number;
}

export const INPUTS: Inputs = {
  providerPricePerModel: 0,
  monthsKept: 12,
  uploadMegabytes: 3,
  durationFactor: 1,
  idlePollers: 5,
  longPollSeconds: 20,
  logCompression: 0.15,
};

/** The inputs with others in place of some, given as `name=value`. @throws when there is no such input, or no such value. */
export function inputsWith(changes: readonly string[], inputs: Inputs = INPUTS): Inputs {
  const changed = { ...inputs };
  for (const change of changes) {
    const [name = '', value = ''] = change.split('=');
    if (!isInput(name))
      throw new Error(`There is no input '${name}': known are ${Object.keys(INPUTS).join(', ')}.`);
    if (value === '' || !(Number(value) >= 0))
      throw new Error(`${name} must be a number from 0 upwards, not '${value}'.`);
    changed[name] = Number(value);
  }
  return changed;
}

function isInput(name: string): name is keyof Inputs {
  return Object.hasOwn(INPUTS, name);
}
