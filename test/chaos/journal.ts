import type { PlannedFault } from './plan.ts';

/** A webhook of an event that the run has stored, and the observations of its delivery. */
export interface TrackedWebhook {
  id: string;
  organization: number;
  model: number;
  /** The position among the webhooks of its model, from 0. */
  ordinal: number;
  body: string;
  /** The earliest time at which it may arrive, in milliseconds since the epoch. */
  notBefore: number;
  /** The faults of its next attempts. */
  plannedFaults: PlannedFault[];
  receipts: number;
  /** Receipts that the receiver processed: it answered 200, or a fault prevented the answer. */
  taken: number;
  /** True when the receiver has answered 200 at least once. */
  answered: boolean;
  /** Attempts that the receiver processed but whose result an injected fault hid from the sender. */
  ambiguous: number;
}

/** A lease of a webhook, and the attempt under this lease. */
export interface Attempt {
  webhook: TrackedWebhook;
  token: string;
  /** The name of the process that holds the lease. */
  process: string;
  plannedFault: PlannedFault | undefined;
  taken: boolean;
  recorded: boolean;
  /** True when an injected fault affected the write of its result, or killed its process. */
  disturbed: boolean;
  ambiguous: boolean;
  /** True when its process has ended its invocation or died. */
  over: boolean;
}

/**
 * Observations of the run from outside: stored events, leases, receipts, recorded results and injected
 * faults.
 */
export class Journal {
  /** True in the second part of the run, without faults. */
  faultsStopped = false;
  /** The webhooks of each model in order. */
  readonly byModel: TrackedWebhook[][] = [];
  readonly byId = new Map<string, TrackedWebhook>();
  /** Faults by kind. */
  readonly faults = new Map<string, number>();
  /** Observations that contradict the guarantees of deliveries. */
  readonly violations: string[] = [];
  /** Mail messages about webhooks that do not arrive: organization id → webhooks or times that they name. */
  readonly mails = new Map<string, Set<string>>();
  /** Organizations with a model that was parked after failed attempts, or whose circuit was opened. */
  readonly failingOrganizations = new Set<string>();
  receipts = 0;
  readonly #byProcess = new Map<string, Attempt>();
  readonly #byWebhook = new Map<string, Attempt>();

  track(webhook: TrackedWebhook): void {
    this.byModel[webhook.model] ??= [];
    this.byModel[webhook.model]?.push(webhook);
    this.byId.set(webhook.id, webhook);
  }

  inject(kind: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }

  violation(sentence: string): void {
    this.violations.push(sentence);
  }

  /**
   * Records that a process wrote a lease. It writes the same lease twice when the first response was lost.
   */
  leased(process: string, webhookId: string, token: string): Attempt | undefined {
    const webhook = this.byId.get(webhookId);
    if (webhook === undefined) {
      this.violation(`${webhookId} was leased, but no event has such a webhook.`);
      return undefined;
    }
    const known = this.#byWebhook.get(webhookId);
    if (known?.token === token) return known;
    const attempt: Attempt = {
      webhook,
      token,
      process,
      plannedFault: this.faultsStopped ? undefined : webhook.plannedFaults.shift(),
      taken: false,
      recorded: false,
      disturbed: false,
      ambiguous: false,
      over: false,
    };
    this.#byProcess.set(process, attempt);
    this.#byWebhook.set(webhookId, attempt);
    return attempt;
  }

  /** The current or last attempt of a process. */
  attemptBy(process: string): Attempt | undefined {
    return this.#byProcess.get(process);
  }

  attemptAt(webhookId: string): Attempt | undefined {
    return this.#byWebhook.get(webhookId);
  }

  /** Records that the receiver processed the webhook, which may be after the process of the attempt has died. */
  take(attempt: Attempt): void {
    attempt.taken = true;
    attempt.webhook.taken += 1;
    if (attempt.over) this.#hideUnrecorded(attempt);
  }

  /**
   * Records that a fault hides a receipt from the sender. @returns false when an earlier fault did already.
   */
  hide(attempt: Attempt): boolean {
    if (attempt.ambiguous) return false;
    attempt.ambiguous = true;
    attempt.webhook.ambiguous += 1;
    return true;
  }

  /**
   * Records that a fault kills a process, whatever it was doing: a slow post is detached by calls that have faults of their
   * own.
   */
  killed(process: string): void {
    const attempt = this.#byProcess.get(process);
    if (attempt) attempt.disturbed = true;
  }

  /**
   * Records that a process has ended its invocation or died. A result that is not recorded by now never will
   * be.
   */
  ended(process: string): void {
    const attempt = this.#byProcess.get(process);
    this.#byProcess.delete(process);
    if (!attempt) return;
    attempt.over = true;
    this.#hideUnrecorded(attempt);
  }

  #hideUnrecorded(attempt: Attempt): void {
    if (attempt.taken && !attempt.recorded && attempt.disturbed) this.hide(attempt);
  }

  get webhooks(): TrackedWebhook[] {
    return this.byModel.flat();
  }

  /** The number of injected faults of all kinds. */
  get faultCount(): number {
    return [...this.faults.values()].reduce((sum, count) => sum + count, 0);
  }
}
