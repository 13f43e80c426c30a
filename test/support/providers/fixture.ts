import type { StandIn } from '../../../local/providers/stand-in.ts';
import type { ProviderName } from '../../../shared/contract/providers.ts';
import type { Trigger } from '../../../shared/contract/schemas.ts';
import type { ImageStore } from '../../../shared/images/store.ts';
import type { Clock } from '../../../shared/platform/clock.ts';
import type { HostedTimeouts, ReadProviderKey } from '../../../shared/providers/hosted/client.ts';
import type { Provider } from '../../../shared/providers/provider.ts';
import { drawBlocks } from '../draw-blocks.ts';

/** The facts about a provider that the conformance suite needs. */
export interface ProviderFixture {
  readonly name: ProviderName;
  /** True for a provider that is reached over HTTP: it has a stand-in. */
  readonly isHosted?: true;
  /** True for a provider that works on the uploads themselves, and needs portraits: drawing them takes seconds. */
  readonly needsPortraits?: true;
  /** The number of uploads of each model. Default: 4. */
  readonly uploads?: number;
  /** The gender of each model. Default: `person`. */
  readonly trigger?: Trigger;
  /** True when its stand-in posts callbacks to `request.callbackUrl`, which is a URL of this machine in the suite. */
  readonly postsCallbacks?: true;
  /** True when a busy provider does not say for how long. */
  readonly namesNoPause?: true;
  /** True when the provider may keep something that it cannot be asked to delete. */
  readonly retains?: true;
  start(world: FixtureWorld): Promise<StartedProvider>;
}

export interface FixtureWorld {
  /** The clock of the test. A stand-in runs by it, and with `TRAINING_SECONDS` and `GENERATION_SECONDS`. */
  clock: Clock;
  /** Has the uploads of the model that the test trains. */
  store: ImageStore;
}

export interface StartedProvider {
  provider: Provider;
  /** Absent for a provider that reaches no outside service. It stops with `stop`. */
  standIn?: StandIn;
  stop(): Promise<void>;
}

export const TRAINING_SECONDS = 600;
export const GENERATION_SECONDS = 60;

/** Short, as stand-ins that hang are waited for, and long enough for a busy machine. In milliseconds. */
export const SHORT_TIMEOUTS: HostedTimeouts = { call: 3000, image: 3000 };

/** How every stand-in of the suite is started. */
export function standInOptions(clock: Clock) {
  return {
    clock,
    trainingSeconds: TRAINING_SECONDS,
    generationSeconds: GENERATION_SECONDS,
    draw: drawBlocks,
  };
}

/** The settings that all hosted providers of the suite share. */
export function hostedSettings(standIn: StandIn, { clock, store }: FixtureWorld) {
  return { key: keyOfStandIn(standIn), store, clock, timeouts: SHORT_TIMEOUTS };
}

/** The key of a stand-in as a deployed function reads it: a rotated key is seen by a fresh read only. */
function keyOfStandIn(standIn: StandIn): ReadProviderKey {
  let kept = standIn.key;
  return async (fresh = false) => {
    if (fresh) kept = standIn.key;
    return kept;
  };
}
