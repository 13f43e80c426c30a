import type { Mishap } from './plan.ts';

/** A webhook that the service has told its organization of, and what is known of its way there. */
export interface Told {
  id: string;
  organization: number;
  model: number;
  /** Its place among the webhooks of its model, from 0. */
  ordinal: number;
  body: string;
  /** The first moment at which it may arrive, in milliseconds since the epoch. */
  notBefore: number;
  /** What is still to happen to its attempts. */
  mishaps: Mishap[];
  receipts: number;
  /** Receipts that the receiver acted upon: it answered 200, or had no chance to answer. */
  taken: number;
  /** Whether a 200 was ever written for it. */
  answered: boolean;
  /** Attempts that were taken without a record of it, by a fault that was injected. */
  ambiguous: number;
}

/** One lease of a webhook, and the attempt made under it. */
export interface Attempt {
  webhook: Told;
  token: string;
  /** The name of the process that holds the lease. */
  process: string;
  mishap: Mishap | undefined;
  taken: boolean;
  recorded: boolean;
  /** A fault of the table met its record. */
  disturbed: boolean;
  ambiguous: boolean;
}

/** Everything seen from outside: what was told, leased, received and recorded, and every fault that was injected. */
export class Journal {
  /** True once nothing more is to go wrong. */
  calm = false;
  /** The webhooks of each model in order. */
  readonly told: Told[][] = [];
  readonly byId = new Map<string, Told>();
  /** Faults by kind. */
  readonly faults = new Map<string, number>();
  /** What must not happen, as it was seen to happen. */
  readonly violations: string[] = [];
  /** Mails ordered for parked webhooks: organization id → webhooks that they name. */
  readonly mails = new Map<string, Set<string>>();
  /** Organizations of which a model was parked after failed attempts. */
  readonly parkedOrganizations = new Set<string>();
  receipts = 0;
  readonly #byProcess = new Map<string, Attempt>();
  readonly #byWebhook = new Map<string, Attempt>();

  tell(webhook: Told): void {
    this.told[webhook.model] ??= [];
    this.told[webhook.model]?.push(webhook);
    this.byId.set(webhook.id, webhook);
  }

  inject(kind: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }

  violation(sentence: string): void {
    this.violations.push(sentence);
  }

  /** A process has been seen to write a lease; the same one twice when the first answer was lost. */
  leased(process: string, webhookId: string, token: string): Attempt | undefined {
    const webhook = this.byId.get(webhookId);
    if (webhook === undefined) {
      this.violation(`${webhookId} was leased, and nobody ever told of it.`);
      return undefined;
    }
    const known = this.#byWebhook.get(webhookId);
    if (known?.token === token) return known;
    const attempt: Attempt = {
      webhook,
      token,
      process,
      mishap: this.calm ? undefined : webhook.mishaps.shift(),
      taken: false,
      recorded: false,
      disturbed: false,
      ambiguous: false,
    };
    this.#byProcess.set(process, attempt);
    this.#byWebhook.set(webhookId, attempt);
    return attempt;
  }

  /** The attempt that a process is making, or made last. */
  attemptBy(process: string): Attempt | undefined {
    return this.#byProcess.get(process);
  }

  attemptAt(webhookId: string): Attempt | undefined {
    return this.#byWebhook.get(webhookId);
  }

  /** The receiver acts upon a webhook. */
  take(attempt: Attempt): void {
    attempt.taken = true;
    attempt.webhook.taken += 1;
  }

  /** A fault hides from the sender that the receiver has taken the webhook. @returns false when one did before */
  hide(attempt: Attempt): boolean {
    if (attempt.ambiguous) return false;
    attempt.ambiguous = true;
    attempt.webhook.ambiguous += 1;
    return true;
  }

  /** The process has answered its invocation, or died: what it has not recorded by now it never will. */
  ended(process: string): void {
    const attempt = this.#byProcess.get(process);
    this.#byProcess.delete(process);
    if (attempt?.taken && !attempt.recorded && attempt.disturbed) this.hide(attempt);
  }

  get webhooks(): Told[] {
    return this.told.flat();
  }

  /** How many faults were injected, of all kinds. */
  get faultCount(): number {
    return [...this.faults.values()].reduce((sum, count) => sum + count, 0);
  }
}
