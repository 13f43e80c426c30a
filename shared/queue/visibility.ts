import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** The longest visibility time-out of SQS. */
const LONGEST_SECONDS = 12 * 60 * 60;

/** The visibility time-outs of one queue's messages. */
export class MessageVisibility {
  readonly #client: SQSClient;
  readonly #queueUrl: () => string;

  constructor(client: SQSClient, queueUrl: () => string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  /** Has a message that failed received again after `seconds`, and not when its time-out ends. */
  async change(receiptHandle: string, seconds: number): Promise<void> {
    await this.#client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: this.#queueUrl(),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: Math.min(seconds, LONGEST_SECONDS),
      }),
    );
  }
}
