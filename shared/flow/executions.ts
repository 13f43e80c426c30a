import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  SFNServiceException,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { RunInput } from '../contract/run.ts';
import { environment } from '../platform/environment.ts';

let client: SFNClient | undefined;

function sfnClient(): SFNClient {
  client ??= new SFNClient({});
  return client;
}

/** One run has one name, so that asking a second time starts nothing. */
function executionName({ modelId, run }: Pick<RunInput, 'modelId' | 'run'>): string {
  return `${modelId}-${run}`;
}

export async function startExecution(input: RunInput): Promise<void> {
  try {
    await sfnClient().send(
      new StartExecutionCommand({
        stateMachineArn: environment('STATE_MACHINE_ARN'),
        name: executionName(input),
        input: JSON.stringify(input),
      }),
    );
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/** Stops the execution of a run; one that has ended, or never was, is left as it is. */
export async function stopExecution(input: Pick<RunInput, 'modelId' | 'run'>): Promise<void> {
  const machine = environment('STATE_MACHINE_ARN').replace(':stateMachine:', ':execution:');
  try {
    await sfnClient().send(
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

/** AWS documents no error for a stop after the end; a LocalStack-compatible cloud refuses it as not valid. */
function isOver(error: unknown): boolean {
  return (
    error instanceof SFNServiceException &&
    error.name === 'ValidationException' &&
    error.message.includes('not running')
  );
}
