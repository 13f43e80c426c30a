import type { SQSRecord } from 'aws-lambda';

interface ReceivedMessage {
  body: string;
  id?: string;
  receipt?: string | undefined;
  /** How often the message has been received, this time included. */
  receives?: number;
  group?: string | undefined;
  /** Milliseconds since the epoch. */
  sentAt?: number;
}

/** A message as a function receives it from SQS. */
export function sqsRecord({
  body,
  id = '1',
  receipt = 'receipt',
  receives = 1,
  group,
  sentAt = 0,
}: ReceivedMessage): SQSRecord {
  return {
    messageId: id,
    receiptHandle: receipt,
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: String(sentAt),
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: String(sentAt),
      ...(group !== undefined && { MessageGroupId: group }),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:test',
    awsRegion: 'us-east-1',
  };
}
