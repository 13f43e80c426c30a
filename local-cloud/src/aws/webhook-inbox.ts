/** A request to `/_local/webhooks`. */
export interface ReceivedWebhook {
  /** Milliseconds since the epoch. */
  receivedAt: number;
  headers: Record<string, string>;
  body: string;
}

const CAPACITY = 200;

/** The webhooks of this run, newest first. */
export class WebhookInbox {
  readonly #received: ReceivedWebhook[] = [];

  accept(webhook: ReceivedWebhook): void {
    this.#received.unshift(webhook);
    this.#received.length = Math.min(this.#received.length, CAPACITY);
  }

  list(): readonly ReceivedWebhook[] {
    return this.#received;
  }
}
