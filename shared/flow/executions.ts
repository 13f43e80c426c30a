import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidToken,
  SendTaskSuccessCommand,
  type SFNClient,
  SFNServiceException,
  StartExecutionCommand,
  StopExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { RunInput } from '../contract/run.ts';

/** Executions of the state machine that is the flow of models. */
export class Executions {
  readonly #client: SFNClient;
  readonly #stateMachineArn: string;

  constructor(client: SFNClient, stateMachineArn: string) {
    this.#client = client;
    this.#stateMachineArn = stateMachineArn;
  }

  /** Starts the execution of a run, once. */
  async start(input: RunInput): Promise<void> {
    try {
      await this.#client.send(
        new StartExecutionCommand({
          stateMachineArn: this.#stateMachineArn,
          name: executionName(input),
          input: JSON.stringify(input),
        }),
      );
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  }

  /** Stops the execution of a run. It has no effect on one that has ended or was never started. */
  async stop(input: Pick<RunInput, 'modelId' | 'run'>): Promise<void> {
    const machine = this.#stateMachineArn.replace(':stateMachine:', ':execution:');
    try {
      await this.#client.send(
        new StopExecutionCommand({
          executionArn: `${machine}:${executionName(input)}`,
          error: 'ModelGone',
          cause: 'The model was deleted.',
        }),
      );
    } catch (error) {
      if (!(error instanceof ExecutionDoesNotExist) && !isOver(error)) throw error;
    }
  }

  /** Ends the pause of an execution. It has no effect on a pause that has ended. */
  async resume(taskToken: string): Promise<void> {
    try {
      await this.#client.send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
    } catch (error) {
      const hasEnded =
        error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;
      if (!hasEnded) throw error;
    }
  }
}

/** The name of a run's execution. Names are unique, so a second request for the same run starts nothing. */
function executionName({ modelId, run }: Pick<RunInput, 'modelId' | 'run'>): string {
  return `${modelId}-${run}`;
}

/**
 * AWS documents no error for stopping an execution that has ended. LocalStack answers with a
 * ValidationException.
 */
function isOver(error: unknown): boolean {
  return (
    error instanceof SFNServiceException &&
    error.name === 'ValidationException' &&
    error.message.includes('not running')
  );
}
