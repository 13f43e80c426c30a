import { setTimeout as sleep } from 'node:timers/promises';
import { callAws } from '../engines/aws-json.ts';
import type { Invoke } from '../lambda/function-pool.ts';
import type { Log } from '../log.ts';
import { failedIdentifiers } from './batch-response.ts';
import type { EventFilter } from './event-pattern.ts';
import { type FailureDestination, reportGivenUp } from './failure-destination.ts';
import type { Source } from './source.ts';

export interface StreamMapping {
  endpoint: string;
  /** The engine's ARN of the stream. */
  streamArn: string;
  /** The template's ARN of the stream, which the function sees. */
  declaredStreamArn: string;
  functionArn: string;
  batchSize: number;
  startingPosition: string;
  reportBatchItemFailures: boolean;
  bisectBatchOnError: boolean;
  /** The retries of a batch before its records are given up; without it, a batch is retried until it succeeds. */
  retryAttempts?: number | undefined;
  /** Receives the place of records that are given up. */
  onFailure?: FailureDestination | undefined;
  filter: EventFilter;
}

interface StreamRecord {
  dynamodb: { SequenceNumber: string; ApproximateCreationDateTime?: number };
}

interface RecordsAnswer {
  Records: StreamRecord[];
  NextShardIterator?: string;
}

/** Pauses between two empty reads: short after activity, since writes come in bursts. */
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

/**
 * Feeds a function from a table's stream as Lambda does: each shard in order. A failed batch is retried from its first
 * failed record on, until it succeeds or is given up.
 */
export function startStreamSource(mapping: StreamMapping, region: string, invoke: Invoke, log: Log): Source {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {});
  // The engine answers at once, so a stop waits for the answer. A signal would take a fifth of the time of a request.
  const call = <Result>(operation: string, input: object) =>
    callAws<Result>(mapping.endpoint, `DynamoDBStreams_20120810.${operation}`, input);

  const unknownShards = async (known: Set<string>): Promise<string[]> => {
    const { StreamDescription } = await call<{ StreamDescription: { Shards?: { ShardId: string }[] } }>(
      'DescribeStream',
      { StreamArn: mapping.streamArn },
    );
    return (StreamDescription.Shards ?? []).map((shard) => shard.ShardId).filter((id) => !known.has(id));
  };

  /** Handles records in order; returns when all have succeeded or are given up, or the source is stopped. */
  const handle = async (records: StreamRecord[], shardId: string): Promise<void> => {
    let rest = records;
    let limit = records.length;
    for (let retry = 0; rest.length > 0 && !signal.aborted; ) {
      const batch = rest.slice(0, limit);
      const succeeded = await countSucceeded(batch);
      rest = rest.slice(succeeded);
      if (succeeded > 0) retry = 0;
      if (succeeded === batch.length) continue;
      log.report('warn', `${mapping.functionArn} failed with ${batch.length - succeeded} stream records`);
      if (mapping.bisectBatchOnError && succeeded === 0 && batch.length > 1) {
        // Halving a batch does not count as a retry.
        limit = Math.ceil(batch.length / 2);
        continue;
      }
      if (succeeded === 0 && retry === mapping.retryAttempts) {
        await giveUp(batch, shardId, retry + 1);
        rest = rest.slice(batch.length);
        limit = records.length;
        retry = 0;
        continue;
      }
      await pause(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** retry++));
    }
  };

  const giveUp = async (batch: StreamRecord[], shardId: string, invocations: number): Promise<void> => {
    log.report('error', `${mapping.functionArn} has given up ${batch.length} stream records`);
    if (mapping.onFailure === undefined) return;
    const writtenAt = (record: StreamRecord | undefined) =>
      record?.dynamodb.ApproximateCreationDateTime ?? Date.now() / 1000;
    await reportGivenUp(mapping.onFailure, {
      functionArn: mapping.functionArn,
      streamArn: mapping.declaredStreamArn,
      shardId,
      sequenceNumbers: batch.map(({ dynamodb }) => dynamodb.SequenceNumber),
      writtenAt: [writtenAt(batch[0]), writtenAt(batch.at(-1))],
      invocations,
    });
  };

  const countSucceeded = async (batch: StreamRecord[]): Promise<number> => {
    const identifiers = batch.map((record) => record.dynamodb.SequenceNumber);
    try {
      const Records = batch.map((record) => ({
        ...record,
        awsRegion: region,
        eventSource: 'aws:dynamodb',
        eventSourceARN: mapping.declaredStreamArn,
      }));
      const response = await invoke(mapping.functionArn, { Records });
      if (!mapping.reportBatchItemFailures) return batch.length;
      const failed = failedIdentifiers(response, identifiers);
      const first = identifiers.findIndex((identifier) => failed.has(identifier));
      return first === -1 ? batch.length : first;
    } catch (error) {
      log.report('warn', `${mapping.functionArn}: ${String(error)}`);
      return 0;
    }
  };

  const iteratorOf = async (shardId: string, lastSequenceNumber?: string): Promise<string | undefined> => {
    const position =
      lastSequenceNumber === undefined
        ? { ShardIteratorType: mapping.startingPosition }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: lastSequenceNumber };
    const input = { StreamArn: mapping.streamArn, ShardId: shardId, ...position };
    const { ShardIterator } = await call<{ ShardIterator?: string }>('GetShardIterator', input);
    return ShardIterator;
  };

  /** Reads a shard until the engine closes it. */
  const readShard = async (shardId: string): Promise<void> => {
    let idle = SHORTEST_PAUSE_MS;
    let last: string | undefined;
    let iterator = await iteratorOf(shardId);
    while (iterator !== undefined && !signal.aborted) {
      try {
        const { Records, NextShardIterator } = await call<RecordsAnswer>('GetRecords', {
          ShardIterator: iterator,
          Limit: mapping.batchSize,
        });
        await handle(Records.filter(mapping.filter), shardId);
        last = Records.at(-1)?.dynamodb.SequenceNumber ?? last;
        iterator = NextShardIterator;
        idle = Records.length > 0 ? SHORTEST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, idle * 1.3);
        if (Records.length < mapping.batchSize) await pause(idle);
      } catch (error) {
        if (signal.aborted) return;
        log.report('error', `${mapping.streamArn}: ${String(error)}`);
        await pause(LONGEST_RETRY_MS);
        iterator = await iteratorOf(shardId, last);
      }
    }
  };

  const run = async (): Promise<void> => {
    const known = new Set<string>();
    while (!signal.aborted) {
      try {
        const shards = await unknownShards(known);
        if (shards.length === 0) await pause(LONGEST_PAUSE_MS);
        for (const shard of shards) known.add(shard);
        await Promise.all(shards.map(readShard));
      } catch (error) {
        if (signal.aborted) break;
        log.report('error', `${mapping.streamArn}: ${String(error)}`);
        await pause(LONGEST_RETRY_MS);
      }
    }
  };

  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
