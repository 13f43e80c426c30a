import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { deployedContext } from '../../shared/domain/context.ts';
import { publishEvent, type StoredEvent } from '../../shared/events/publish.ts';
import { addToLog, log, logAbout, subjectsOf } from '../../shared/platform/log.ts';
import { currentSchema } from '../../shared/table/schema.ts';

/** Messages only say where to look, so their order is free; this many are sent side by side. */
const CONCURRENCY = 10;

/** The stream goes on from the first record that failed; what succeeded behind it is published twice. */
export async function handler(stream: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (let first = 0; first < stream.Records.length; first += CONCURRENCY) {
    const records = stream.Records.slice(first, first + CONCURRENCY);
    const published = await Promise.all(records.map(publish));
    const failed = records.find((_record, position) => !published[position]);
    if (failed) return { batchItemFailures: [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] };
  }
  return { batchItemFailures: [] };
}

/** @returns whether it succeeded. */
async function publish(record: DynamoDBRecord): Promise<boolean> {
  const image = record.dynamodb?.NewImage as Record<string, AttributeValue> | undefined;
  if (!image) return true;
  return logAbout({ eventId: record.eventID }, async () => {
    try {
      const event = currentSchema.upToDate(unmarshall(image)) as StoredEvent;
      addToLog(subjectsOf(event));
      await publishEvent(deployedContext(), event);
      return true;
    } catch (error) {
      log.error('event not published', error);
      return false;
    }
  });
}
