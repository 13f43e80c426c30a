import type { PriceName } from './prices.ts';

/**
 * Sums of what a stretch of a run has used, by the names of the price table; GB are counted in bytes. Beside them: GB
 * of memory of all functions invoked, objects posted by forms, and bytes of the cut-outs and headshots stored.
 */
export type Counts = Partial<Record<CountName, number>>;
export type CountName = PriceName | 'invokedGb' | 'uploads' | 'cutoutBytes' | 'photoBytes';

/** Counts what the services of one local cloud are asked. */
export class Meter {
  #counts: Counts = {};

  /** Counts since the last call of this method. */
  take(): Counts {
    const counts = this.#counts;
    this.#counts = {};
    return counts;
  }

  add(name: CountName, amount = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + amount;
  }

  addInvocation(operation: string, memoryMB: number, milliseconds: number): void {
    const gb = memoryMB / 1024;
    this.add('invocations');
    this.add('invokedGb', gb);
    // Lambda bills whole milliseconds.
    this.add('gbSeconds', (gb * Math.ceil(milliseconds)) / 1000);
    // Functions of queues and of the flow go on with the trace that has caused them; all others begin one.
    if (!/^(queue|flow)\//.test(operation)) this.add('traces');
  }

  /** A call of SQS, Secrets Manager or SES, as signatures name them. Units of DynamoDB are counted at its engine. */
  addCall(service: string, operation: string, body: Buffer): void {
    if (service === 'secretsmanager') this.add('secretCalls');
    if (service === 'ses') this.add('mails');
    // Polls of empty queues are billed by the month; the receive of a batch is counted when Lambda deletes the batch.
    if (service !== 'sqs' || operation === 'ReceiveMessage') return;
    const { QueueUrl } = JSON.parse(body.toString()) as { QueueUrl: string };
    const requests = operation === 'DeleteMessageBatch' ? 2 : 1;
    this.add(QueueUrl.endsWith('.fifo') ? 'fifoRequests' : 'standardRequests', requests);
  }

  /** @param url path `/<bucket>/<key>`, and the query, which tells a link from a call of a function */
  addObjectRequest(method: string, { pathname, searchParams }: URL, bytesIn: number, bytesOut: number): void {
    const isForm = method === 'POST' && !searchParams.has('delete');
    if (method === 'PUT' || isForm || searchParams.has('list-type')) this.add('s3Puts');
    else if (method === 'GET' || method === 'HEAD') this.add('s3Gets');
    if (isForm) this.add('uploads');
    if (method === 'PUT')
      this.add(/^\/[^/]+\/photos\//.test(pathname) ? 'photoBytes' : 'cutoutBytes', bytesIn);
    if (searchParams.has('X-Amz-Signature')) this.add('internetBytes', bytesOut);
  }
}
