import { setTimeout as pause } from 'node:timers/promises';
import type { Receiver } from '../local/partner/receiver.ts';
import { verifiedWebhook } from './webhook-check.ts';

const STATES = ['onboarding', 'waiting', 'pending', 'generatingHeadshots', 'active'];
const TIMEOUT_MILLISECONDS = 4 * 60_000;
const POLL_MILLISECONDS = 100;

/** The events of a model that does not fail, in the order in which they must arrive. */
const EXPECTED = [
  'model.created',
  'model.status.updated waiting',
  'model.status.updated pending',
  'model.status.updated generatingHeadshots',
  'model.status.updated active',
  'model.photos_ready',
  'model.favorite_selected',
];

export interface WebhookWatch {
  /**
   * Resolves when the event has arrived. @throws when a signature or the order is wrong, or after a timeout.
   */
  seen(event: string): Promise<void>;
  /** The number of webhooks that have arrived and were verified. */
  verified(): number;
}

/** The demo's output: one line per step, with the seconds since the start. */
export class Progress {
  readonly #startedAt = performance.now();

  say(line: string): void {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${line}`);
  }

  summary(rows: readonly (readonly [string, string])[]): void {
    const width = Math.max(...rows.map(([name]) => name.length));
    console.log(`\n${rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')}\n`);
  }

  /** Verifies every webhook when it arrives and prints the status of the model. */
  watch(receiver: Receiver, secret: string, modelId: string, timeout = TIMEOUT_MILLISECONDS): WebhookWatch {
    const arrived: string[] = [];
    const take = () => {
      while (arrived.length < receiver.received.length) {
        const webhook = receiver.received[arrived.length];
        if (!webhook) return;
        const { event, object } = verifiedWebhook(webhook, secret);
        if (object._id !== modelId)
          throw new Error(`A webhook is about ${object._id} instead of ${modelId}.`);
        const name = event === 'model.status.updated' ? `${event} ${object.status}` : event;
        const expected = EXPECTED[arrived.length];
        if (name !== expected) throw new Error(`The webhook ${name} arrived instead of ${expected}.`);
        arrived.push(name);
        this.say(`${bar(object.status)}  webhook ${name}, signatures verified`);
      }
    };
    const seen = async (event: string) => {
      const end = performance.now() + timeout;
      for (take(); !arrived.some((name) => name.startsWith(event)); take()) {
        if (performance.now() > end) throw new Error(`The webhook ${event} did not arrive in time.`);
        await pause(POLL_MILLISECONDS);
      }
    };
    return { seen, verified: () => arrived.length };
  }
}

/** A progress bar: `●●●○○ pending             `. */
function bar(status: string): string {
  const reached = STATES.indexOf(status) + 1;
  const width = Math.max(...STATES.map((state) => state.length));
  return `${'●'.repeat(reached)}${'○'.repeat(STATES.length - reached)} ${status.padEnd(width)}`;
}
