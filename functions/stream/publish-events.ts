import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { publishEvent, type StoredEvent } from '../../shared/domain/publish.ts';
import { log } from '../../shared/platform/log.ts';

/**
 * Records are handled in order, and the stream goes on from the first that failed: events of one model never
 * overtake each other.
 */
export async function handler(stream: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of stream.Records) {
    const image = record.dynamodb?.NewImage as Record<string, AttributeValue> | undefined;
    if (!image) continue;
    try {
      await publishEvent(unmarshall(image) as StoredEvent);
    } catch (error) {
      log.error('event not published', error, { eventId: record.eventID });
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}
