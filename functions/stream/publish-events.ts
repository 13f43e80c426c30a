import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { publishEvents } from '../../shared/contract/tasks.ts';
import { deployedQueues } from '../../shared/deployed/queues.ts';
import { publishEvent } from '../../shared/events/publish.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { addToLog, log, logAbout, subjectsOf } from '../../shared/platform/log.ts';
import { currentSchema } from '../../shared/table/schema.ts';

/** Records that are published at the same time. Messages only name what to read, so their order is free. */
const CONCURRENCY = 10;

/**
 * The stream continues from the first record that failed, so later records that succeeded are published
 * twice.
 */
export async function handler(stream: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (let first = 0; first < stream.Records.length; first += CONCURRENCY) {
    const records = stream.Records.slice(first, first + CONCURRENCY);
    const published = await Promise.all(records.map(publish));
    const failed = records.find((_record, position) => !published[position]);
    if (failed) return { batchItemFailures: [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] };
  }
  return { batchItemFailures: [] };
}

/** @returns whether the event was published. */
async function publish(record: DynamoDBRecord): Promise<boolean> {
  const image = record.dynamodb?.NewImage as Record<string, AttributeValue> | undefined;
  if (!image) return true;
  return logAbout({ eventId: record.eventID }, async () => {
    try {
      const item = currentSchema.upToDate(unmarshall(image));
      addToLog(subjectsOf(item));
      await publishEvent(systemClock, deployedQueues(), publishEvents.input.parse(item));
      return true;
    } catch (error) {
      log.error('event not published', error);
      return false;
    }
  });
}
