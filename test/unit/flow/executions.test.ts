import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidToken,
  SFNClient,
  SFNServiceException,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { Executions } from '../../../shared/flow/executions.ts';
import { mockedClient } from '../../support/mocked-client.ts';

const client = new SFNClient({ region: 'us-east-1' });
const mock = mockedClient(client);
const executions = new Executions(client, 'arn:aws:states:us-east-1:1:stateMachine:models');
const RUN = { organizationId: 'org_1', modelId: 'mdl_1', run: 1 };
const CALLS = {
  start: () => executions.start(RUN),
  stop: () => executions.stop(RUN),
  resume: () => executions.resume('token'),
};
const said = { $metadata: {}, message: 'Execution is not running' };

test.each([
  ['start', new ExecutionAlreadyExists(said)],
  ['stop', new ExecutionDoesNotExist(said)],
  ['stop', new SFNServiceException({ ...said, name: 'ValidationException', $fault: 'client' })],
  ['resume', new TaskTimedOut(said)],
  ['resume', new TaskDoesNotExist(said)],
  ['resume', new InvalidToken(said)],
] as const)(
  'to %s an execution for which that was done or is too late has no effect',
  async (call, error) => {
    mock.onAnyCommand().rejects(error);
    await CALLS[call]();
    for (const other of Object.keys(CALLS).filter((name) => name !== call) as (keyof typeof CALLS)[])
      await expect(CALLS[other]()).rejects.toBe(error);
  },
);
