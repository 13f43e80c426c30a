import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { ParkedModel } from '../../shared/webhook/parked.ts';
import type { DeliveryQueue } from '../../shared/webhook/queue.ts';
import { Bursts } from './bursts.ts';
import type { Chance } from './chance.ts';
import { type Call, type Fate, fates, type Interception } from './interceptor.ts';
import type { Attempt, Journal } from './journal.ts';
import type { StandInStream } from './stand-in-stream.ts';

type Item = Record<string, AttributeValue>;

export interface TableFaultOptions {
  chance: Chance;
  journal: Journal;
  stream: StandInStream;
  kill(process: string): void;
}

/** Share of a function's calls at which a burst of faults begins. */
const BURST_SHARE = 0.008;
const WRITES = ['PutItem', 'TransactWriteItems'];
const STREAM_OPERATIONS = ['DescribeStream', 'GetShardIterator', 'GetRecords'];

/**
 * Between the functions and the table: throttles it, breaks connections, ends processes at the moment between
 * two writes that is planned for them, and hands new events to the stream.
 */
export class TableFaults implements Interception {
  readonly #options: TableFaultOptions;
  readonly #bursts: Bursts;

  constructor(options: TableFaultOptions) {
    this.#options = options;
    this.#bursts = new Bursts(options.chance, BURST_SHARE);
  }

  before(call: Call): Fate {
    const { journal, stream } = this.#options;
    if (STREAM_OPERATIONS.includes(call.operation)) {
      return { kind: 'answer', body: stream.answer(call.operation, call.input) };
    }
    if (call.process === '') return fates.pass;
    const record = this.#recordOf(call);
    if (record) {
      const planned = this.#befallRecord(record);
      if (planned) return planned;
    }
    const fate = this.#randomFate(call);
    if (fate.kind === 'pass') return fate;
    journal.inject(`table: ${nameOf(fate)}`);
    if (record) record.disturbed = true;
    return fate;
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
        case 'PARKED':
          this.#noteParked(unmarshall(item) as ParkedModel);
          break;
        case 'DELIVERY_QUEUE':
          if (this.#befallLease(call, unmarshall(item) as DeliveryQueue)) answered = false;
      }
    }
    if (!record) return answered;
    record.recorded = true;
    if (record.mishap?.kind !== 'killed after the record') return answered;
    journal.inject(record.mishap.kind);
    kill(record.process);
    return false;
  }

  /** The attempt whose result a transaction records. */
  #recordOf(call: Call): Attempt | undefined {
    const { operation, process } = call;
    if (operation !== 'TransactWriteItems' || !tellsOfAttempt(call) || leaseIn(call)) return undefined;
    return deliveryQueueIn(call) ? this.#options.journal.attemptBy(process) : undefined;
  }

  #befallRecord(attempt: Attempt): Fate | undefined {
    const { journal, kill } = this.#options;
    const { mishap } = attempt;
    if (mishap?.kind !== 'killed before the record' && mishap?.kind !== 'record refused') return undefined;
    if (!attempt.taken) return undefined;
    // The client tries a refused record more than once.
    if (journal.hide(attempt)) journal.inject(mishap.kind);
    if (mishap.kind === 'killed before the record') kill(attempt.process);
    return fates.cut;
  }

  /** @returns whether the one who leased was ended for it. */
  #befallLease(call: Call, { inFlight }: DeliveryQueue): boolean {
    const { journal, kill } = this.#options;
    // Others keep the lease of a delivery queue that they change; whoever takes a dead holder's over says so in the log.
    if (inFlight?.lease === undefined || !(call.operation === 'PutItem' || tellsOfAttempt(call)))
      return false;
    const attempt = journal.leased(call.process, inFlight.webhookId, inFlight.lease.token);
    if (attempt?.mishap?.kind !== 'killed before the post') return false;
    journal.inject(attempt.mishap.kind);
    kill(call.process);
    return true;
  }

  #noteParked({ organizationId, error }: ParkedModel): void {
    if (error !== 'switched-off') this.#options.journal.parkedOrganizations.add(organizationId);
  }

  #randomFate({ process, operation }: Call): Fate {
    if (this.#options.journal.calm) return fates.pass;
    if (operation === 'TransactWriteItems') return this.#bursts.fateOf(process, TRANSACTION_FATES);
    return this.#bursts.fateOf(process, operation === 'PutItem' ? WRITE_FATES : READ_FATES);
  }
}

const READ_FATES: readonly Fate[] = [
  { kind: 'refuse', code: 'ThrottlingException' },
  { kind: 'refuse', code: 'ProvisionedThroughputExceededException' },
  fates.cut,
];
const WRITE_FATES = [...READ_FATES, fates.lose, fates.lose];
const TRANSACTION_FATES: readonly Fate[] = [
  ...WRITE_FATES,
  // How a transaction is refused when one of its items is written too often.
  {
    kind: 'refuse',
    code: 'TransactionCanceledException',
    details: { CancellationReasons: [{ Code: 'ThrottlingError', Message: 'Injected.' }] },
  },
];

function nameOf(fate: Fate): string {
  if (fate.kind === 'refuse') return fate.code;
  return fate.kind === 'lose' ? 'write done, answer lost' : 'connection cut';
}

function deliveryQueueIn(call: Call): DeliveryQueue | undefined {
  const item = putItems(call).find(({ entity }) => entity?.S === 'DELIVERY_QUEUE');
  return item && (unmarshall(item) as DeliveryQueue);
}

function leaseIn(call: Call) {
  return deliveryQueueIn(call)?.inFlight?.lease;
}

function tellsOfAttempt(call: Call): boolean {
  return putItems(call).some(({ entity }) => entity?.S === 'ATTEMPT');
}

function putItems({ operation, input }: Pick<Call, 'operation' | 'input'>): Item[] {
  if (operation === 'PutItem') return [input.Item as Item];
  const steps = (input.TransactItems ?? []) as { Put?: { Item: Item } }[];
  return steps.flatMap(({ Put }) => (Put ? [Put.Item] : []));
}
