import { ChangeMessageVisibilityCommand, DeleteMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** The longest visibility time-out of SQS. */
const LONGEST_SECONDS = 12 * 60 * 60;

/** The messages of one queue that its consumer has received. */
export class ReceivedMessages {
  readonly #client: SQSClient;
  readonly #queueUrl: () => string;

  constructor(client: SQSClient, queueUrl: () => string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  /** Has a message that failed received again after `seconds`, and not when its time-out ends. */
  async retryIn(receiptHandle: string, seconds: number): Promise<void> {
    await this.#client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: this.#queueUrl(),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: Math.min(seconds, LONGEST_SECONDS),
      }),
    );
  }

  /** Deletes a message while it is being handled, so that SQS hands out the next message of its FIFO group. */
  async delete(receiptHandle: string): Promise<void> {
    await this.#client.send(
      new DeleteMessageCommand({ QueueUrl: this.#queueUrl(), ReceiptHandle: receiptHandle }),
    );
  }
}
