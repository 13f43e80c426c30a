import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Behaviour, BehaviourMessage, ReceiverReport } from './receiver-process.ts';

const PROGRAM = join(import.meta.dirname, 'receiver-process.ts');
const TIMEOUT_MS = 120_000;
const POLL_MS = 50;

/** Controls the process with the receivers of all organizations. */
export class Receivers {
  readonly url: string;
  /** The time of each webhook's first arrival, in milliseconds since the epoch. */
  readonly #receivedAt = new Map<string, number>();
  readonly #answered = new Set<string>();
  readonly #send: (message: BehaviourMessage) => void;
  readonly close: () => Promise<void>;

  static async start(): Promise<Receivers> {
    const child = fork(PROGRAM, { execArgv: [] });
    const [port] = (await once(child, 'message')) as [number];
    const receivers = new Receivers(
      `http://127.0.0.1:${port}`,
      (message) => child.send(message),
      async () => {
        const exited = once(child, 'exit');
        child.disconnect();
        await exited;
      },
    );
    child.on('message', (report) => receivers.#take(report as ReceiverReport));
    return receivers;
  }

  private constructor(url: string, send: (message: BehaviourMessage) => void, close: () => Promise<void>) {
    this.url = url;
    this.#send = send;
    this.close = close;
  }

  #take({ received, answered }: ReceiverReport): void {
    for (const { webhookId, at } of received) {
      if (!this.#receivedAt.has(webhookId)) this.#receivedAt.set(webhookId, at);
    }
    for (const webhookId of answered) this.#answered.add(webhookId);
  }

  behave(path: string, behaviour: Behaviour): void {
    this.#send({ path, behaviour });
  }

  receivedAt(webhookId: string): number {
    const at = this.#receivedAt.get(webhookId);
    if (at === undefined) throw new Error(`${webhookId} has not arrived.`);
    return at;
  }

  /** Resolves when all webhooks have arrived. @throws when one is missing after two minutes. */
  arrival(webhookIds: Iterable<string>): Promise<void> {
    return waitFor(webhookIds, (id) => this.#receivedAt.has(id));
  }

  /** Resolves when all webhooks were answered 200. @throws when one was not after two minutes. */
  acceptance(webhookIds: Iterable<string>): Promise<void> {
    return waitFor(webhookIds, (id) => this.#answered.has(id));
  }
}

async function waitFor(webhookIds: Iterable<string>, holds: (id: string) => boolean): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  let missing = [...webhookIds];
  while (missing.length > 0) {
    missing = missing.filter((id) => !holds(id));
    if (performance.now() > end)
      throw new Error(`${missing.length} webhooks did not arrive, or were not answered, within two minutes.`);
    if (missing.length > 0) await pause(POLL_MS);
  }
}
