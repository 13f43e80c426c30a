import type { MailMessage } from '../../shared/contract/messages.ts';
import type { Chance } from '../world/chance.ts';
import { Bursts } from './bursts.ts';
import { type Call, type Interception, type Outcome, outcomes } from './interceptor.ts';
import type { Journal } from './journal.ts';

export interface QueueFaultOptions {
  chance: Chance;
  journal: Journal;
  kill(process: string): void;
}

/** The share of calls by functions, and of deletions by mappings, at which a burst of faults begins. */
const BURST_SHARE = 0.01;
/** The share of sent messages whose sender is killed, before and after sending. */
const KILLED_SHARE = 0.0015;
/** The share of messages that are received twice, and the maximum number of receives in between. */
const COPIED_SHARE = 0.05;
const LATEST_COPY = 8;

/** Calls by event source mappings have no process name. */
const SOURCE = '';

const POSSIBLE: readonly Outcome[] = [
  { kind: 'reject', code: 'RequestThrottled' },
  { kind: 'reject', code: 'ServiceUnavailable' },
  outcomes.cut,
  outcomes.lose,
];

/** The response of a receive, and the number of receives until it is repeated. */
interface Copy {
  queue: string;
  answer: object;
  receives: number;
}

/**
 * Injects faults between functions and queues: throttling, broken connections, repeated messages and killed
 * senders. It also fails deletions by event source mappings, after which messages are received again.
 */
export class QueueFaults implements Interception {
  readonly #options: QueueFaultOptions;
  readonly #bursts: Bursts;
  /** Responses that will be repeated. */
  #copies: Copy[] = [];

  constructor(options: QueueFaultOptions) {
    this.#options = options;
    this.#bursts = new Bursts(options.chance, BURST_SHARE);
  }

  before(call: Call): Outcome {
    const { journal, kill } = this.#options;
    const { process, operation, input } = call;
    if (journal.faultsStopped) return outcomes.pass;
    if (operation === 'ReceiveMessage') return this.#copyFor(call);
    if (process === SOURCE && operation !== 'DeleteMessageBatch') return outcomes.pass;
    if (operation === 'SendMessage' && this.#happens(KILLED_SHARE)) {
      journal.inject('killed before a message was sent');
      kill(process);
      return outcomes.cut;
    }
    // Tries of one message share a burst, as a client sends many messages concurrently.
    const outcome = this.#bursts.outcomeOf(String(input.MessageBody ?? process), POSSIBLE);
    if (outcome.kind !== 'pass') journal.inject(`queue: ${operation} ${OUTCOMES[outcome.kind]}`);
    return outcome;
  }

  after(call: Call, answer: () => Record<string, unknown>): boolean {
    const { journal, kill } = this.#options;
    const { process, operation, input } = call;
    if (operation === 'ReceiveMessage') this.#copySome(call, answer());
    if (operation !== 'SendMessage') return true;
    this.#noteMail(String(input.MessageBody));
    if (process === SOURCE || !this.#happens(KILLED_SHARE)) return true;
    journal.inject('killed after a message was sent');
    kill(process);
    return false;
  }

  #happens(share: number): boolean {
    return !this.#options.journal.faultsStopped && this.#options.chance.happens(share);
  }

  #copyFor({ input }: Call): Outcome {
    const waiting = this.#copies.filter(({ queue }) => queue === input.QueueUrl);
    for (const copy of waiting) copy.receives -= 1;
    const pending = waiting.find(({ receives }) => receives <= 0);
    if (pending === undefined) return outcomes.pass;
    this.#copies = this.#copies.filter((copy) => copy !== pending);
    this.#options.journal.inject('queue: message received twice');
    return { kind: 'answer', body: pending.answer };
  }

  #copySome({ input }: Call, answer: Record<string, unknown>): void {
    const { Messages } = answer as { Messages?: object[] };
    if (!Messages?.length || !this.#happens(COPIED_SHARE)) return;
    const receives = this.#options.chance.between(1, LATEST_COPY);
    this.#copies.push({ queue: String(input.QueueUrl), answer, receives });
  }

  #noteMail(body: string): void {
    const message = JSON.parse(body) as MailMessage;
    if (message.template !== 'webhooks-parked' && message.template !== 'circuit-opened') return;
    const { organizationId } = message;
    const subject = message.template === 'circuit-opened' ? message.openedAt : message.webhookId;
    const { mails } = this.#options.journal;
    mails.set(organizationId, new Set(mails.get(organizationId)).add(subject));
  }
}

const OUTCOMES = { reject: 'throttled', cut: 'cut', lose: 'done, response lost', answer: '' } as const;
