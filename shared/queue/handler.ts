import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type LogFields, log, logAbout, subjectsOf } from '../platform/log.ts';

/**
 * Handles the messages of a batch side by side, except that messages of one group go one after another: after
 * the first that is to come again the rest of its group comes again too, so that order is kept.
 * `handle` answers false, or throws, for a message that is to come again.
 */
export async function handleBatch(
  event: SQSEvent,
  handle: (record: SQSRecord) => Promise<boolean>,
): Promise<SQSBatchResponse> {
  const groups = Map.groupBy(event.Records, (record) => record.attributes.MessageGroupId ?? record.messageId);
  const again = await Promise.all([...groups.values()].map((group) => handleGroup(group, handle)));
  return { batchItemFailures: again.flat().map((itemIdentifier) => ({ itemIdentifier })) };
}

/** @returns the messages that are to come again. */
async function handleGroup(
  group: readonly SQSRecord[],
  handle: (record: SQSRecord) => Promise<boolean>,
): Promise<string[]> {
  for (const [position, record] of group.entries()) {
    const done = await logAbout({ messageId: record.messageId, ...subjectsIn(record.body) }, () =>
      handle(record).catch((error) => {
        log.error('message failed', error);
        return false;
      }),
    );
    if (!done) return group.slice(position).map(({ messageId }) => messageId);
  }
  return [];
}

function subjectsIn(body: string): LogFields {
  try {
    return subjectsOf(JSON.parse(body));
  } catch {
    // What is wrong with it is the handler's to say.
    return {};
  }
}
