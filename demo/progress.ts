import { setTimeout as pause } from 'node:timers/promises';
import type { Receiver } from '../local/partner/receiver.ts';
import { verifiedWebhook } from './webhook-check.ts';

const STATES = ['onboarding', 'waiting', 'pending', 'generatingHeadshots', 'active'];
const PATIENCE_MILLISECONDS = 4 * 60_000;
const LOOK_MILLISECONDS = 100;

/** The events of an undisturbed model, in the only order in which they may arrive. */
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
  /** Resolves once the event has arrived. @throws when a signature or the order is wrong, or none comes in time. */
  seen(event: string): Promise<void>;
  /** How many have arrived and were verified. */
  verified(): number;
}

/** What the demo shows while it runs: a line for everything that happens, with the seconds since its start. */
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

  /** Verifies every webhook as it arrives, and draws how far the model has come. */
  watch(receiver: Receiver, secret: string, modelId: string): WebhookWatch {
    const arrived: string[] = [];
    const take = () => {
      while (arrived.length < receiver.received.length) {
        const webhook = receiver.received[arrived.length];
        if (!webhook) return;
        const { event, object } = verifiedWebhook(webhook, secret);
        if (object._id !== modelId) throw new Error(`A webhook tells of ${object._id}.`);
        const name = event === 'model.status.updated' ? `${event} ${object.status}` : event;
        const expected = EXPECTED[arrived.length];
        if (name !== expected) throw new Error(`The webhook ${name} arrived where ${expected} was due.`);
        arrived.push(name);
        this.say(`${bar(object.status)}  webhook ${name}, signatures verified`);
      }
    };
    const seen = async (event: string) => {
      const end = performance.now() + PATIENCE_MILLISECONDS;
      for (take(); !arrived.some((name) => name.startsWith(event)); take()) {
        if (performance.now() > end) throw new Error(`The webhook ${event} did not arrive.`);
        await pause(LOOK_MILLISECONDS);
      }
    };
    return { seen, verified: () => arrived.length };
  }
}

/** `●●●○○ pending             `: how many of the states lie behind. */
function bar(status: string): string {
  const reached = STATES.indexOf(status) + 1;
  const width = Math.max(...STATES.map((state) => state.length));
  return `${'●'.repeat(reached)}${'○'.repeat(STATES.length - reached)} ${status.padEnd(width)}`;
}
