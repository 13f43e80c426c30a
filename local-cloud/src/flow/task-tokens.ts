import { randomUUID } from 'node:crypto';
import { AwsError } from '../engines/aws-json.ts';

interface Waiting {
  token: string;
  /** Resolves with the output of SendTaskSuccess; rejects when the wait is given up. */
  answer: Promise<unknown>;
  end(): void;
}

/** The tasks of all executions that wait for an answer to their token, as Step Functions keeps them. */
export class TaskTokens {
  readonly #waiting = new Map<string, (output: unknown) => void>();

  /** @param stateMachineArn what a caller needs a permission for */
  wait(stateMachineArn: string): Waiting {
    const token = Buffer.from(`${stateMachineArn} ${randomUUID()}`).toString('base64url');
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#waiting.set(token, resolve);
    return { token, answer: promise, end: () => this.#waiting.delete(token) };
  }

  /** @throws AwsError with Step Functions' codes */
  succeed(token: string, output: string): void {
    stateMachineOf(token);
    const resolve = this.#waiting.get(token);
    if (!resolve) {
      throw new AwsError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
    }
    let parsed: unknown;
    try {
      parsed = JSON.parse(output);
    } catch {
      throw new AwsError('InvalidOutput', "Invalid Output: 'The output is not valid JSON'");
    }
    this.#waiting.delete(token);
    resolve(parsed);
  }
}

/** The state machine whose execution a token belongs to. @throws AwsError when it is not a token */
export function stateMachineOf(token: string): string {
  const [arn = '', id] = Buffer.from(token, 'base64url').toString().split(' ');
  if (arn.startsWith('arn:aws:states:') && id !== undefined) return arn;
  throw new AwsError('InvalidToken', "Invalid Token: 'Invalid token'");
}
