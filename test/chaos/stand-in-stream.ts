import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Chance } from '../world/chance.ts';
import type { Journal } from './journal.ts';

type Item = Record<string, AttributeValue>;

interface StreamRecord {
  eventID: string;
  eventName: 'INSERT';
  dynamodb: { Keys: Item; NewImage: Item; SequenceNumber: string; StreamViewType: 'NEW_IMAGE' };
}

/** The share of reads that repeat earlier records. A stream delivers its records at least once. */
const REPEAT_SHARE = 0.02;
const LONGEST_REPEAT = 50;

/**
 * A replacement of the table's stream, with new events only. The engine's own stream adds milliseconds to
 * each read and write with a growing number of records, and a run creates a hundred thousand.
 */
export class StandInStream {
  readonly #chance: Chance;
  readonly #journal: Journal;
  readonly #records: StreamRecord[] = [];
  readonly #known = new Set<string>();
  #read = 0;

  constructor(chance: Chance, journal: Journal) {
    this.#chance = chance;
    this.#journal = journal;
  }

  append(item: Item): void {
    const key = `${item.PK?.S} ${item.SK?.S}`;
    // A transaction that is sent again inserts nothing.
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const SequenceNumber = String(this.#records.length + 1).padStart(21, '0');
    this.#records.push({
      eventID: SequenceNumber,
      eventName: 'INSERT',
      dynamodb: {
        Keys: { PK: item.PK ?? { NULL: true }, SK: item.SK ?? { NULL: true } },
        NewImage: item,
        SequenceNumber,
        StreamViewType: 'NEW_IMAGE',
      },
    });
  }

  /** True when every record was read and the batch of the last one has ended. */
  get drained(): boolean {
    return this.#read === this.#records.length;
  }

  /** Answers the API operations of DynamoDB Streams. */
  answer(operation: string, input: Record<string, unknown>): object {
    switch (operation) {
      case 'DescribeStream':
        return { StreamDescription: { Shards: [{ ShardId: 'shard' }] } };
      case 'GetShardIterator':
        return { ShardIterator: String(Number(input.SequenceNumber ?? 0)) };
      default:
        return this.#recordsFrom(Number(input.ShardIterator), Number(input.Limit));
    }
  }

  #recordsFrom(position: number, limit: number): object {
    // The reader requests more records when it has processed the former ones.
    this.#read = position;
    let first = position;
    if (!this.#journal.faultsStopped && position > 0 && this.#chance.happens(REPEAT_SHARE)) {
      first = Math.max(0, position - this.#chance.between(1, LONGEST_REPEAT));
      this.#journal.inject('stream: records repeated');
    }
    const Records = this.#records.slice(first, first + limit);
    return { Records, NextShardIterator: String(first + Records.length) };
  }
}
