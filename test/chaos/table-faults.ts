import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Circuit } from '../../shared/webhook/breaker/circuit.ts';
import type { DeliveryQueue } from '../../shared/webhook/queue.ts';
import type { ParkedModel } from '../../shared/webhook/waiting.ts';
import type { Chance } from '../world/chance.ts';
import { Bursts } from './bursts.ts';
import { type Call, type Interception, type Outcome, outcomes } from './interceptor.ts';
import type { Attempt, Journal } from './journal.ts';
import type { StandInStream } from './stand-in-stream.ts';

type Item = Record<string, AttributeValue>;

export interface TableFaultOptions {
  chance: Chance;
  journal: Journal;
  stream: StandInStream;
  kill(process: string): void;
}

/** The share of calls by functions at which a burst of faults begins. */
const BURST_SHARE = 0.008;
/** The items that are put with a new lease. */
const LEASE_ENTITIES = ['DELIVERY_QUEUE', 'ATTEMPT'];
const WRITES = ['PutItem', 'TransactWriteItems'];
const STREAM_OPERATIONS = ['DescribeStream', 'GetShardIterator', 'GetRecords'];

/**
 * Injects faults between the functions and the table: throttling, broken connections, and processes that are
 * killed between two writes as planned. It also appends new events to the stream.
 */
export class TableFaults implements Interception {
  readonly #options: TableFaultOptions;
  readonly #bursts: Bursts;

  constructor(options: TableFaultOptions) {
    this.#options = options;
    this.#bursts = new Bursts(options.chance, BURST_SHARE);
  }

  before(call: Call): Outcome {
    const { journal, stream } = this.#options;
    if (STREAM_OPERATIONS.includes(call.operation)) {
      return { kind: 'answer', body: stream.answer(call.operation, call.input) };
    }
    if (call.process === '') return outcomes.pass;
    const record = this.#recordOf(call);
    if (record) {
      const planned = this.#faultAtRecord(record);
      if (planned) return planned;
    }
    const outcome = this.#randomOutcome(call);
    if (outcome.kind === 'pass') return outcome;
    journal.inject(`table: ${nameOf(outcome)}`);
    if (record) record.disturbed = true;
    return outcome;
  }

  after(call: Call): boolean {
    const { journal, stream, kill } = this.#options;
    if (!WRITES.includes(call.operation)) return true;
    const record = this.#recordOf(call);
    let answered = true;
    for (const item of putItems(call)) {
      switch (item.entity?.S) {
        case 'EVENT':
          stream.append(item);
          break;
        case 'WAITING':
          this.#noteWaiting(unmarshall(item) as ParkedModel);
          break;
        case 'CIRCUIT':
          this.#noteCircuit(unmarshall(item) as Circuit);
          break;
        case 'DELIVERY_QUEUE':
          if (this.#faultAtLease(call, unmarshall(item) as DeliveryQueue)) answered = false;
      }
    }
    if (!record) return answered;
    record.recorded = true;
    if (record.plannedFault?.kind !== 'killed after the record') return answered;
    journal.inject(record.plannedFault.kind);
    kill(record.process);
    return false;
  }

  /** The attempt whose result a transaction records. */
  #recordOf(call: Call): Attempt | undefined {
    const { operation, process } = call;
    if (operation !== 'TransactWriteItems' || !containsAttempt(call) || leaseIn(call)) return undefined;
    return deliveryQueueIn(call) ? this.#options.journal.attemptBy(process) : undefined;
  }

  #faultAtRecord(attempt: Attempt): Outcome | undefined {
    const { journal, kill } = this.#options;
    const { plannedFault } = attempt;
    if (plannedFault?.kind !== 'killed before the record' && plannedFault?.kind !== 'record rejected')
      return undefined;
    if (!attempt.taken) return undefined;
    // The client retries a rejected write, so the fault is counted once.
    if (journal.hide(attempt)) journal.inject(plannedFault.kind);
    if (plannedFault.kind === 'killed before the record') kill(attempt.process);
    return outcomes.cut;
  }

  /** Injects the planned fault of a new lease. @returns true when the process was killed. */
  #faultAtLease(call: Call, { inFlight }: DeliveryQueue): boolean {
    const { journal, kill } = this.#options;
    // A new lease is written alone, or with the log line of the dead process whose lease it replaces, and with the
    // removal of a held model. Other writes of a delivery queue leave its lease unchanged.
    const alone = putItems(call).every(({ entity }) => LEASE_ENTITIES.includes(entity?.S ?? ''));
    if (inFlight?.lease === undefined || !alone) return false;
    const attempt = journal.leased(call.process, inFlight.webhookId, inFlight.lease.token);
    if (attempt?.plannedFault?.kind !== 'killed before the post') return false;
    journal.inject(attempt.plannedFault.kind);
    kill(call.process);
    return true;
  }

  #noteWaiting({ organizationId, reason, error }: ParkedModel): void {
    if (reason === 'failed' && error !== 'switched-off')
      this.#options.journal.failingOrganizations.add(organizationId);
  }

  #noteCircuit({ organizationId, openedAt }: Circuit): void {
    if (openedAt !== undefined) this.#options.journal.failingOrganizations.add(organizationId);
  }

  #randomOutcome({ process, operation }: Call): Outcome {
    if (this.#options.journal.faultsStopped) return outcomes.pass;
    if (operation === 'TransactWriteItems') return this.#bursts.outcomeOf(process, TRANSACTION_OUTCOMES);
    return this.#bursts.outcomeOf(process, operation === 'PutItem' ? WRITE_OUTCOMES : READ_OUTCOMES);
  }
}

const READ_OUTCOMES: readonly Outcome[] = [
  { kind: 'reject', code: 'ThrottlingException' },
  { kind: 'reject', code: 'ProvisionedThroughputExceededException' },
  outcomes.cut,
];
const WRITE_OUTCOMES = [...READ_OUTCOMES, outcomes.lose, outcomes.lose];
const TRANSACTION_OUTCOMES: readonly Outcome[] = [
  ...WRITE_OUTCOMES,
  // The error of a transaction when one of its items is throttled.
  {
    kind: 'reject',
    code: 'TransactionCanceledException',
    details: { CancellationReasons: [{ Code: 'ThrottlingError', Message: 'Injected.' }] },
  },
];

function nameOf(outcome: Outcome): string {
  if (outcome.kind === 'reject') return outcome.code;
  return outcome.kind === 'lose' ? 'write done, response lost' : 'connection cut';
}

function deliveryQueueIn(call: Call): DeliveryQueue | undefined {
  const item = putItems(call).find(({ entity }) => entity?.S === 'DELIVERY_QUEUE');
  return item && (unmarshall(item) as DeliveryQueue);
}

function leaseIn(call: Call) {
  return deliveryQueueIn(call)?.inFlight?.lease;
}

function containsAttempt(call: Call): boolean {
  return putItems(call).some(({ entity }) => entity?.S === 'ATTEMPT');
}

function putItems({ operation, input }: Pick<Call, 'operation' | 'input'>): Item[] {
  if (operation === 'PutItem') return [input.Item as Item];
  const writes = (input.TransactItems ?? []) as { Put?: { Item: Item } }[];
  return writes.flatMap(({ Put }) => (Put ? [Put.Item] : []));
}
