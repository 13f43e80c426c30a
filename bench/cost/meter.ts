import { type Counts, noCounts, type Purpose } from './counts.ts';

/** A function as the meter knows it. */
export interface MeteredFunction {
  operation: string;
  memoryMB: number;
  accessKeyId: string;
}

/** A request of the AWS JSON protocol. */
export interface ServiceCall {
  service: string;
  operation: string;
  /** Of the signature. */
  accessKeyId: string;
  body: Buffer;
}

const QUEUE_PART_BYTES = 64 * 1024;
const HTTP_PART_BYTES = 512 * 1024;
const PURPOSE_OF_SUFFIX: Readonly<Record<string, Purpose>> = {
  RATE: 'rateLimit',
  USAGE: 'keyUse',
  IDEMPOTENCY: 'idempotency',
};
/** What Step Functions writes of a state that is entered and left, and of one that calls a function meanwhile. */
const EVENTS_OF_STATE = 2;
const EVENTS_OF_TASK = 5;

/** Counts what the services of one local cloud are asked. What the operator asks is not counted. */
export class Meter {
  #counts = noCounts();
  readonly #byKey = new Map<string, MeteredFunction>();

  /** From now on calls by this function's key are counted as its own. */
  know(metered: MeteredFunction): void {
    this.#byKey.set(metered.accessKeyId, metered);
  }

  /** What was counted since this was last asked. */
  take(): Counts {
    const counts = this.#counts;
    this.#counts = noCounts();
    return counts;
  }

  countInvocation({ operation, memoryMB }: MeteredFunction, milliseconds: number, cold: boolean): void {
    const counts = this.#functionCounts({ operation, memoryMB });
    counts.invocations += 1;
    counts.coldStarts += cold ? 1 : 0;
    counts.milliseconds += Math.ceil(milliseconds);
  }

  /** A call of SQS, Secrets Manager, SES or Step Functions; DynamoDB's are counted by their units. */
  countCall({ service, operation, accessKeyId, body }: ServiceCall): void {
    if (!this.#byKey.has(accessKeyId)) return;
    if (service === 'secretsmanager') this.#counts.secretCalls += 1;
    if (service === 'ses') this.#counts.mails += 1;
    if (service === 'states' && operation === 'StartExecution') this.#counts.flow.executions += 1;
    // How often Lambda asks for messages depends on its pollers, not on what the local cloud does.
    if (service === 'sqs' && operation !== 'ReceiveMessage') {
      const { QueueUrl } = JSON.parse(body.toString()) as { QueueUrl: string };
      const kind = QueueUrl.endsWith('.fifo') ? 'fifo' : 'standard';
      this.#counts.queues[kind] += Math.ceil(body.length / QUEUE_PART_BYTES);
    }
  }

  /** @param partitionKey of the item or collection, where the call names one */
  countUnits(accessKeyId: string, partitionKey: string | undefined, read: number, write: number): void {
    const caller = this.#byKey.get(accessKeyId);
    if (caller === undefined) return;
    const purpose = PURPOSE_OF_SUFFIX[partitionKey?.split('#').at(-1) ?? ''] ?? 'data';
    for (const units of [this.#counts.units[purpose], this.#functionCounts(caller).units]) {
      units.read += read;
      units.write += write;
    }
  }

  /** @param writes 1, or twice the steps of a transaction */
  countRefusedWrites(accessKeyId: string, writes: number): void {
    if (this.#byKey.has(accessKeyId)) this.#counts.refusedWrites += writes;
  }

  /** @param url with the query, which tells a list from an object and a link from a function's call */
  countObjectRequest(method: string, url: URL, bytesOut: number): void {
    const { objects } = this.#counts;
    if (method === 'GET' && url.searchParams.has('list-type')) objects.lists += 1;
    else if (method === 'GET' || method === 'HEAD') objects.gets += 1;
    else if (method === 'PUT' || (method === 'POST' && !url.searchParams.has('delete'))) objects.puts += 1;
    if (url.searchParams.has('X-Amz-Signature')) objects.bytesOut += bytesOut;
  }

  countHttp(method: string, bytesIn: number, bytesOut: number): void {
    const { http } = this.#counts;
    http.requests += 1;
    http.parts += Math.ceil(Math.max(bytesIn, bytesOut, 1) / HTTP_PART_BYTES);
    http.bytesIn += method === 'GET' ? 0 : bytesIn;
    http.bytesOut += bytesOut;
  }

  /** @param type `StateEntered` and its like; @param stateType `Task` and its like, where it is of a state */
  countFlowEvent(type: string, stateType: string | undefined): void {
    const { flow } = this.#counts;
    if (type === 'StateEntered' || type === 'StateRetried') {
      flow.transitions += 1;
      flow.historyEvents += stateType === 'Task' ? EVENTS_OF_TASK : EVENTS_OF_STATE;
    }
    if (/^Execution/.test(type)) flow.historyEvents += 1;
  }

  #functionCounts({ operation, memoryMB }: Pick<MeteredFunction, 'operation' | 'memoryMB'>) {
    const fresh = { memoryMB, invocations: 0, coldStarts: 0, milliseconds: 0, units: { read: 0, write: 0 } };
    const counts = this.#counts.functions[operation] ?? fresh;
    this.#counts.functions[operation] = counts;
    return counts;
  }
}
