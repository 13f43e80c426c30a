import type { MailMessage } from '../../shared/contract/messages.ts';
import { Bursts } from './bursts.ts';
import type { Chance } from './chance.ts';
import { type Call, type Fate, fates, type Interception } from './interceptor.ts';
import type { Journal } from './journal.ts';

export interface QueueFaultOptions {
  chance: Chance;
  journal: Journal;
  kill(process: string): void;
}

/** Share of the functions' calls at which a burst of faults begins, and of the deletions that fail. */
const BURST_SHARE = 0.01;
/** Share of the messages sent at which their sender dies, just before or just after. */
const KILLED_SHARE = 0.0015;
/** Share of the messages that are handed out twice, and how many receives later at most. */
const COPIED_SHARE = 0.05;
const LATEST_COPY = 8;

/** Calls by the event source mappings, which are no function's and bear no name. */
const SOURCE = '';

const POSSIBLE: readonly Fate[] = [
  { kind: 'refuse', code: 'RequestThrottled' },
  { kind: 'refuse', code: 'ServiceUnavailable' },
  fates.cut,
  fates.lose,
];

/** What a receive was answered with, and how many receives are left until it is answered so again. */
interface Copy {
  queue: string;
  answer: object;
  receives: number;
}

/**
 * Between functions and queues: throttles them, breaks connections, hands messages out twice, and ends whoever
 * sends. A message is deleted by the mapping, not by a function: when that fails the message comes again.
 */
export class QueueFaults implements Interception {
  readonly #options: QueueFaultOptions;
  readonly #bursts: Bursts;
  /** Messages that are handed out once more. */
  #copies: Copy[] = [];

  constructor(options: QueueFaultOptions) {
    this.#options = options;
    this.#bursts = new Bursts(options.chance, BURST_SHARE);
  }

  before(call: Call): Fate {
    const { journal, kill } = this.#options;
    const { process, operation, input } = call;
    if (journal.calm) return fates.pass;
    if (operation === 'ReceiveMessage') return this.#copyFor(call);
    if (process === SOURCE && operation !== 'DeleteMessageBatch') return fates.pass;
    if (operation === 'SendMessage' && this.#strikes(KILLED_SHARE)) {
      journal.inject('killed before a message was sent');
      kill(process);
      return fates.cut;
    }
    // The tries of one message belong together: a client sends many messages side by side.
    const fate = this.#bursts.fateOf(String(input.MessageBody ?? process), POSSIBLE);
    if (fate.kind !== 'pass') journal.inject(`queue: ${operation} ${OUTCOMES[fate.kind]}`);
    return fate;
  }

  after(call: Call, answer: () => Record<string, unknown>): boolean {
    const { journal, kill } = this.#options;
    const { process, operation, input } = call;
    if (operation === 'ReceiveMessage') this.#copySome(call, answer());
    if (operation !== 'SendMessage') return true;
    this.#noteMail(String(input.MessageBody));
    if (process === SOURCE || !this.#strikes(KILLED_SHARE)) return true;
    journal.inject('killed after a message was sent');
    kill(process);
    return false;
  }

  #strikes(share: number): boolean {
    return !this.#options.journal.calm && this.#options.chance.happens(share);
  }

  #copyFor({ input }: Call): Fate {
    const waiting = this.#copies.filter(({ queue }) => queue === input.QueueUrl);
    for (const copy of waiting) copy.receives -= 1;
    const pending = waiting.find(({ receives }) => receives <= 0);
    if (pending === undefined) return fates.pass;
    this.#copies = this.#copies.filter((copy) => copy !== pending);
    this.#options.journal.inject('queue: message handed out twice');
    return { kind: 'answer', body: pending.answer };
  }

  #copySome({ input }: Call, answer: Record<string, unknown>): void {
    const { Messages } = answer as { Messages?: object[] };
    if (!Messages?.length || !this.#strikes(COPIED_SHARE)) return;
    const receives = this.#options.chance.between(1, LATEST_COPY);
    this.#copies.push({ queue: String(input.QueueUrl), answer, receives });
  }

  #noteMail(body: string): void {
    const order = JSON.parse(body) as Partial<MailMessage>;
    if (order.template !== 'webhooks-parked') return;
    const { organizationId = '', webhookId = '' } = order;
    const { mails } = this.#options.journal;
    mails.set(organizationId, new Set(mails.get(organizationId)).add(webhookId));
  }
}

const OUTCOMES = { refuse: 'throttled', cut: 'cut', lose: 'done, answer lost', answer: '' } as const;
