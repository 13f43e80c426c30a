import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { publishEvents } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedQueues } from '../../shared/deployed/queues.ts';
import { countEvent, publishEvent } from '../../shared/events/publish.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { addToLog, log, logAbout, subjectsOf } from '../../shared/platform/log.ts';
import { currentSchema } from '../../shared/table/schema.ts';

/** Records that are published at the same time. Messages only name what to read, so their order is free. */
const CONCURRENCY = 10;

/**
 * The stream continues from the first record that failed, so later records that succeeded are published twice. When
 * that is the first of several, the invocation fails: then Lambda halves the batch, until a record that can never
 * be published is alone in its batch and goes to the queue of failed events without others.
 * @throws when the first of several records was not published
 */
export async function handler(stream: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (let first = 0; first < stream.Records.length; first += CONCURRENCY) {
    const records = stream.Records.slice(first, first + CONCURRENCY);
    const published = await Promise.all(records.map(publish));
    const failed = records.find((_record, position) => !published[position]);
    if (!failed) continue;
    if (failed === stream.Records[0] && stream.Records.length > 1) {
      throw new Error('The first record of the batch was not published: its error is in the log.');
    }
    return { batchItemFailures: [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] };
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
      const event = publishEvents.input.parse(item);
      await publishEvent(deployedQueues(), deployedContext(), event);
      countEvent(systemClock, event);
      return true;
    } catch (error) {
      log.error('event not published', error);
      return false;
    }
  });
}
