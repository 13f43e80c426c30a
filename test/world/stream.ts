import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { SECOND } from '../../shared/platform/clock.ts';
import type { Item } from '../support/memory-items.ts';
import type { StreamDeclaration } from './deployment.ts';
import type { Scheduler } from './scheduler.ts';

export type InvokeStream = (
  operation: string,
  event: { Records: DynamoDBRecord[] },
  name: string,
) => Promise<unknown>;

const SHARDS = 2;
/** The time until records are read, at most. */
const READ_AFTER = SECOND;
const LONGEST_PAUSE = 30 * SECOND;

/** The table's stream, in shards of which each mapping reads every record in order. */
export class Stream {
  readonly #readers: Reader[];
  #sequence = 0;

  constructor(declarations: readonly StreamDeclaration[], scheduler: Scheduler, invoke: InvokeStream) {
    this.#readers = declarations.flatMap((declaration) =>
      Array.from({ length: SHARDS }, (_, shard) => new Reader(declaration, shard, scheduler, invoke)),
    );
  }

  /** The records that are still to be read. */
  get busy(): number {
    return this.#readers.reduce((sum, { size }) => sum + size, 0);
  }

  /** The records that were given up. */
  get givenUp(): DynamoDBRecord[] {
    return this.#readers.flatMap(({ givenUp }) => givenUp);
  }

  add(after: Item | undefined, before: Item | undefined): void {
    // Both mappings get new items only.
    if (!after || before) return;
    const wanted = this.#readers.filter((reader) => reader.wants(after));
    if (wanted.length === 0) return;
    this.#sequence += 1;
    const record = streamRecord(this.#sequence, after, before);
    for (const reader of wanted) reader.add(record);
  }
}

/** One mapping's reader of one shard. */
class Reader {
  readonly givenUp: DynamoDBRecord[] = [];
  readonly #declaration: StreamDeclaration;
  readonly #shard: number;
  readonly #scheduler: Scheduler;
  readonly #invoke: InvokeStream;
  readonly #records: DynamoDBRecord[] = [];
  #isReading = false;
  #batches = 0;

  constructor(declaration: StreamDeclaration, shard: number, scheduler: Scheduler, invoke: InvokeStream) {
    this.#declaration = declaration;
    this.#shard = shard;
    this.#scheduler = scheduler;
    this.#invoke = invoke;
  }

  get size(): number {
    return this.#records.length + (this.#isReading ? 1 : 0);
  }

  wants(item: Item): boolean {
    const shard = item.PK.charCodeAt(item.PK.length - 1) % SHARDS;
    const { attributes } = this.#declaration;
    return shard === this.#shard && Object.entries(attributes).every(([name, value]) => item[name] === value);
  }

  add(record: DynamoDBRecord): void {
    this.#records.push(record);
    if (this.#isReading) return;
    this.#isReading = true;
    const name = `${this.#declaration.operation}(shard ${this.#shard} from ${record.eventID})`;
    this.#scheduler.detached(() => {
      this.#scheduler.start(name, ({ chance }) => {
        this.#scheduler.wake(chance.between(1, READ_AFTER), () => void this.#read());
      });
    });
  }

  async #read(): Promise<void> {
    while (this.#records.length > 0) {
      await this.#deliver(this.#records.splice(0, this.#declaration.batchSize), 0);
    }
    this.#isReading = false;
  }

  /** Hands a batch over until it is done: from the first record that failed, or by halves where the invocation failed. */
  async #deliver(batch: DynamoDBRecord[], tries: number): Promise<void> {
    const { operation, retries } = this.#declaration;
    this.#batches += 1;
    const name = `${operation}(${batch[0]?.eventID} batch ${this.#shard}.${this.#batches})`;
    const result = await this.#invoke(operation, { Records: batch }, name).then(
      (response) => response as DynamoDBBatchResponse | undefined,
      () => 'failed' as const,
    );
    const first = result === 'failed' ? 0 : failedFrom(batch, result);
    if (first === undefined) return;
    const left = batch.slice(first);
    if (tries >= retries) {
      this.givenUp.push(...left);
      return;
    }
    await this.#scheduler.sleep(Math.min(LONGEST_PAUSE, SECOND * 2 ** tries));
    if (result !== 'failed' || left.length === 1) return this.#deliver(left, tries + 1);
    const half = Math.ceil(left.length / 2);
    await this.#deliver(left.slice(0, half), tries + 1);
    await this.#deliver(left.slice(half), tries + 1);
  }
}

function failedFrom(
  batch: DynamoDBRecord[],
  response: DynamoDBBatchResponse | undefined,
): number | undefined {
  const failures = (response?.batchItemFailures ?? []).map(({ itemIdentifier }) =>
    batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === itemIdentifier),
  );
  return failures.length === 0 ? undefined : Math.max(0, Math.min(...failures));
}

/** A record of the table's stream. */
function streamRecord(sequence: number, after: Item | undefined, before: Item | undefined): DynamoDBRecord {
  const image = after && (marshall(after, { removeUndefinedValues: true }) as Record<string, AttributeValue>);
  return {
    eventID: `event${sequence}`,
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      SequenceNumber: String(sequence).padStart(21, '0'),
      ...(image && { NewImage: image as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'] }),
    },
  } as DynamoDBRecord;
}
