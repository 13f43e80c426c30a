import { SECOND } from '../../shared/platform/clock.ts';
import type { SendInput } from '../../shared/webhook/send/http.ts';
import type { Reception } from './edges/gate.ts';
import type { Scheduler } from './scheduler.ts';

/** How a receiver answers. */
export const MOODS = ['well', 'failing', 'hanging', 'refusing', 'flaky'] as const;
export type Mood = (typeof MOODS)[number];

/** A webhook that a receiver has got, whatever it has answered. */
export interface Received {
  readonly host: string;
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
  readonly isAccepted: boolean;
}

const PATIENCE = 10 * SECOND;

/** The partners' servers. */
export class Receivers {
  readonly received: Received[] = [];
  readonly moods = new Map<string, Mood>();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  async receive({ url, headers, body }: SendInput): Promise<Reception> {
    const { host } = new URL(url);
    const chance = this.#scheduler.activity?.chance;
    const mood = this.moods.get(host) ?? 'well';
    const isFlaky = mood === 'flaky' && chance?.happens(0.4);
    if (mood === 'refusing') return { failure: 'connect' };
    const isAccepted = mood === 'well' || (mood === 'flaky' && !isFlaky);
    // A receiver that hangs has got the webhook, and may have done its work.
    const at = this.#scheduler.now();
    this.received.push({
      host,
      id: headers['webhook-id'] ?? '',
      body: String(body),
      headers,
      at,
      isAccepted,
    });
    if (mood === 'hanging' || (isFlaky && chance?.happens(0.3))) {
      await this.#scheduler.sleep(PATIENCE);
      return { failure: 'timeout' };
    }
    await this.#scheduler.sleep(chance?.below(chance.happens(0.1) ? PATIENCE : 200) ?? 0);
    return { status: isAccepted ? 200 : 503 };
  }
}
