import type { Chance } from '../../chaos/chance.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The process that ran a step was killed. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A process of Lambda that runs one step: once it is killed, none of its calls reaches anything. */
export class StepProcess {
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  readonly #killed: number;
  #isDead = false;

  /** @param killed the probability that the process is killed before, during and after a call */
  constructor(time: VirtualTime, chance: Chance, killed: number) {
    this.#time = time;
    this.#chance = chance;
    this.#killed = killed;
  }

  /** The same object, whose methods take time and end with the process. Values that are no methods stay. */
  around<Target extends object>(target: Target): Target {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const call = () => Reflect.apply(value, object, args) as unknown;
          return isGenerator(value) ? this.#items(call) : this.#call(call);
        };
      },
    });
  }

  async #call(call: () => unknown): Promise<unknown> {
    await this.#live();
    const called = Promise.resolve(call());
    // The call goes on without the process, if that is killed meanwhile.
    called.catch(() => undefined);
    this.#isDead ||= this.#chance.happens(this.#killed);
    await this.#live();
    const result = await called;
    await this.#live();
    return result;
  }

  async *#items(call: () => unknown): AsyncGenerator<unknown> {
    await this.#live();
    yield* call() as AsyncGenerator<unknown>;
  }

  async #live(): Promise<void> {
    await this.#time.sleep(this.#chance.between(1, 40));
    this.#isDead ||= this.#chance.happens(this.#killed);
    if (this.#isDead) throw new Killed('The process was killed.');
  }
}

function isGenerator(method: object): boolean {
  return method.constructor.name === 'AsyncGeneratorFunction';
}
