import { setTimeout as sleep } from 'node:timers/promises';
import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AccessControl } from '../src/aws/authorization/access-control.ts';
import { Authorizer } from '../src/aws/authorization/authorizer.ts';
import { stepFunctionsAccesses } from '../src/aws/authorization/service-access.ts';
import { answerJsonProtocol } from '../src/aws/json-endpoint.ts';
import { KeyRing, OPERATOR } from '../src/aws/key-ring.ts';
import { systemClock } from '../src/clock.ts';
import { readDefinition, type State, type StatesDefinition } from '../src/flow/definition.ts';
import { stepFunctionsOperations } from '../src/flow/endpoint.ts';
import { Executions } from '../src/flow/executions.ts';
import { Machine } from '../src/flow/machine.ts';
import { TaskTokens } from '../src/flow/task-tokens.ts';
import { OriginServer } from '../src/http/server.ts';
import { InvocationError } from '../src/lambda/invocation-error.ts';
import { createLog } from '../src/log.ts';
import { eventually } from './eventually.ts';

type Handler = (input: Record<string, unknown>, nth: number) => unknown;

const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

function task(name: string, rest: Partial<State> = {}): State {
  return { Type: 'Task', Resource: arnOf(name), TimeoutSeconds: 5, ...rest } as State;
}

function failure(errorType: string, errorMessage = 'no'): InvocationError {
  return new InvocationError({ errorType, errorMessage, trace: [] });
}

/** A machine whose functions are the given handlers; `calls` notes who was called with what. */
function machineOf(states: Record<string, State>, handlers: Readonly<Record<string, Handler>>, rest = {}) {
  const definition: StatesDefinition = { StartAt: Object.keys(states)[0] ?? '', States: states, ...rest };
  const calls: string[] = [];
  const machine = new Machine(
    readDefinition(JSON.stringify(definition), 'here'),
    async (arn, event, onStart) => {
      const name = arn.split(':').at(-1) ?? '';
      calls.push(name);
      onStart?.();
      const nth = calls.filter((call) => call === name).length;
      return (await handlers[name]?.(event as Record<string, unknown>, nth)) ?? {};
    },
  );
  return { machine, calls };
}

describe('errors', () => {
  const retry = (errors: string[], rest = {}) => [
    { ErrorEquals: errors, IntervalSeconds: 0.01, MaxAttempts: 3, BackoffRate: 1, ...rest },
  ];

  test('are retried by the name that the function gave them', async () => {
    const { machine, calls } = machineOf(
      { Work: task('work', { End: true, Retry: retry(['Throttled']) }) },
      {
        work: (_input, nth) => {
          if (nth < 3) throw failure('Throttled');
          return { nth };
        },
      },
    );
    expect(await machine.run({}).outcome).toEqual({ status: 'SUCCEEDED', output: { nth: 3 } });
    expect(calls).toHaveLength(3);
  });

  test('of another name are not retried, and fail the execution with name and cause', async () => {
    const { machine, calls } = machineOf(
      { Work: task('work', { End: true, Retry: retry(['Throttled']) }) },
      {
        work: () => {
          throw failure('Broken', 'in two');
        },
      },
    );
    const outcome = await machine.run({}).outcome;
    expect(outcome).toMatchObject({ status: 'FAILED', error: 'Broken' });
    expect(JSON.parse((outcome as { cause: string }).cause)).toEqual({
      errorType: 'Broken',
      errorMessage: 'in two',
      trace: [],
    });
    expect(calls).toHaveLength(1);
  });

  test('are caught, the more special catcher first, with the failure beside the input', async () => {
    const states = {
      Work: task('work', {
        Next: 'Fine',
        Catch: [
          { ErrorEquals: ['ModelGone'], Next: 'Gone', ResultPath: '$.failure' },
          { ErrorEquals: ['States.ALL'], Next: 'Failed', ResultPath: '$.failure' },
        ],
      }),
      Fine: { Type: 'Succeed' } as State,
      Gone: { Type: 'Succeed' } as State,
      Failed: task('report', { End: true, Parameters: { 'id.$': '$.id', 'cause.$': '$.failure' } }),
    };
    const handlers = (errorType: string) => ({
      work: () => {
        throw failure(errorType, 'why');
      },
      report: (input: object) => input,
    });
    const gone = machineOf(states, handlers('ModelGone'));
    expect(await gone.machine.run({ id: 7 }).outcome).toMatchObject({
      status: 'SUCCEEDED',
      output: { id: 7, failure: { Error: 'ModelGone' } },
    });
    expect(gone.calls).toEqual(['work']);
    const failed = machineOf(states, handlers('Other'));
    expect(await failed.machine.run({ id: 7 }).outcome).toMatchObject({
      output: { id: 7, cause: { Error: 'Other', Cause: expect.stringContaining('why') } },
    });
  });

  test('of a task that exceeds its time limit have the name States.Timeout', async () => {
    const { machine } = machineOf(
      { Work: task('work', { End: true, TimeoutSeconds: 1 }) },
      { work: () => sleep(1500) },
    );
    expect(await machine.run({}).outcome).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
  });

  test('at the time limit of an execution end it as TIMED_OUT', async () => {
    const { machine } = machineOf(
      { Work: task('work', { End: true }) },
      { work: () => sleep(1500) },
      { TimeoutSeconds: 1 },
    );
    expect(await machine.run({}).outcome).toEqual({ status: 'TIMED_OUT' });
  });

  test('of a Fail state have the name and the cause from its input', async () => {
    const states = {
      Work: task('work', {
        Next: 'End',
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'End', ResultPath: '$.failure' }],
      }),
      End: { Type: 'Fail', ErrorPath: '$.failure.Error', CausePath: '$.failure.Cause' } as State,
    };
    const { machine } = machineOf(states, {
      work: () => {
        throw failure('Deep');
      },
    });
    expect(await machine.run({}).outcome).toMatchObject({
      status: 'FAILED',
      error: 'Deep',
      cause: expect.any(String),
    });
  });

  test('of a result above 256 KiB end the execution and cannot be caught', async () => {
    const { machine } = machineOf(
      { Work: task('work', { End: true, Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Work' }] }) },
      { work: () => ({ text: 'x'.repeat(300_000) }) },
    );
    expect(await machine.run({}).outcome).toMatchObject({
      status: 'FAILED',
      error: 'States.DataLimitExceeded',
    });
  });
});

describe('data of an execution', () => {
  test('passes through payload, result path, choice and wait in a polling loop', async () => {
    const states = {
      Advance: task('advance', {
        Parameters: { 'id.$': '$.id', fixed: [1, { a: null }] },
        ResultPath: '$.progress',
        Next: 'Done?',
      }),
      'Done?': {
        Type: 'Choice',
        Choices: [{ Variable: '$.progress.status', StringEquals: 'succeeded', Next: 'Finish' }],
        Default: 'Pause',
      } as State,
      Pause: { Type: 'Wait', SecondsPath: '$.progress.pollSeconds', Next: 'Advance' } as State,
      Finish: task('finish', { ResultPath: null, Next: 'End' }),
      End: { Type: 'Succeed' } as State,
    };
    const inputs: unknown[] = [];
    const { machine, calls } = machineOf(states, {
      advance: (input, nth) => {
        inputs.push(input);
        return { status: nth < 3 ? 'running' : 'succeeded', pollSeconds: 0 };
      },
    });
    expect(await machine.run({ id: 'm1' }).outcome).toEqual({
      status: 'SUCCEEDED',
      output: { id: 'm1', progress: { status: 'succeeded', pollSeconds: 0 } },
    });
    expect(inputs[0]).toEqual({ id: 'm1', fixed: [1, { a: null }] });
    expect(calls).toEqual(['advance', 'advance', 'advance', 'finish']);
  });

  test('may be false or null', async () => {
    const states = {
      One: task('one', { ResultPath: '$.one', Next: 'Two' }),
      Two: task('two', { ResultPath: '$.two', End: true }),
    };
    const { machine } = machineOf(states, { one: () => false, two: () => 0 });
    expect(await machine.run({ a: 1 }).outcome).toMatchObject({ output: { a: 1, one: false, two: 0 } });
  });
});

describe('maps', () => {
  const map = (concurrency: number, item: Record<string, State>, rest: Partial<State> = {}): State => ({
    Type: 'Map',
    ItemsPath: '$.work.batches',
    MaxConcurrency: concurrency,
    ItemProcessor: { StartAt: 'Item', States: item, ...{ ProcessorConfig: { Mode: 'INLINE' } } },
    ResultPath: '$.results',
    ...rest,
  });
  const input = (count: number) => ({
    id: 1,
    work: { batches: Array.from({ length: count }, (_, batch) => ({ batch })) },
  });

  test('keep the order of results and the bound on concurrency', async () => {
    let busy = 0;
    let most = 0;
    const { machine } = machineOf(
      { Batches: map(2, { Item: task('item', { End: true }) }, { End: true }) },
      {
        item: async ({ batch }) => {
          most = Math.max(most, ++busy);
          await sleep(batch === 0 ? 40 : 5);
          busy--;
          return batch;
        },
      },
    );
    expect(await machine.run(input(5)).outcome).toMatchObject({
      output: { id: 1, results: [0, 1, 2, 3, 4] },
    });
    expect(most).toBe(2);
  });

  test('start no further item after a failed one, stop the items in progress, and can be caught', async () => {
    const started: unknown[] = [];
    const polled: unknown[] = [];
    const item = {
      Item: task('item', { ResultPath: '$.progress', Next: 'Pause' }),
      Pause: { Type: 'Wait', SecondsPath: '$.progress.seconds', Next: 'Poll' } as State,
      Poll: task('poll', { End: true }),
    };
    const states = {
      Batches: map(2, item, {
        Next: 'Fine',
        Catch: [{ ErrorEquals: ['Broken'], Next: 'Repair', ResultPath: '$.failure' }],
      }),
      Fine: { Type: 'Succeed' } as State,
      Repair: task('repair', { End: true }),
    };
    const { machine, calls } = machineOf(states, {
      item: async ({ batch }) => {
        started.push(batch);
        if (batch === 1) {
          await sleep(30);
          throw failure('Broken');
        }
        return { seconds: 1 };
      },
      poll: ({ batch }) => void polled.push(batch),
      repair: () => 'repaired',
    });
    expect(await machine.run(input(6)).outcome).toEqual({ status: 'SUCCEEDED', output: 'repaired' });
    await sleep(1200);
    expect(started).toEqual([0, 1]);
    expect(polled).toEqual([]);
    expect(calls).toEqual(['item', 'item', 'repair']);
  });

  test('start no further item after one that ends at the moment of the failure', async () => {
    const started: unknown[] = [];
    const moment = sleep(30);
    const { machine } = machineOf(
      { Batches: map(3, { Item: task('item', { End: true }) }, { End: true }) },
      {
        item: async ({ batch }) => {
          started.push(batch);
          await moment;
          if (batch === 1) throw failure('Broken');
          return batch;
        },
      },
    );
    expect(await machine.run(input(9)).outcome).toMatchObject({ status: 'FAILED', error: 'Broken' });
    await sleep(50);
    expect(started.filter((batch) => Number(batch) > 3)).toEqual([]);
  });

  test('have the error of a Fail state inside', async () => {
    const item = {
      Item: task('item', {
        Next: 'Never',
        Catch: [{ ErrorEquals: ['ModelGone'], Next: 'Stop', ResultPath: '$.failure' }],
      }),
      Never: { Type: 'Succeed' } as State,
      Stop: { Type: 'Fail', Error: 'ModelGone' } as State,
    };
    const states = {
      Batches: map(1, item, {
        Next: 'Never2',
        Catch: [{ ErrorEquals: ['ModelGone'], Next: 'Gone', ResultPath: '$.failure' }],
      }),
      Never2: { Type: 'Fail' } as State,
      Gone: { Type: 'Succeed' } as State,
    };
    const { machine } = machineOf(states, {
      item: () => {
        throw failure('ModelGone');
      },
    });
    expect(await machine.run(input(2)).outcome).toMatchObject({
      output: { failure: { Error: 'ModelGone' } },
    });
  });

  test('of an empty list end at once', async () => {
    const { machine, calls } = machineOf(
      { Batches: map(2, { Item: task('item', { End: true }) }, { End: true }) },
      {},
    );
    expect(await machine.run(input(0)).outcome).toMatchObject({ output: { results: [] } });
    expect(calls).toEqual([]);
  });

  test('end when the execution is aborted', async () => {
    const { machine, calls } = machineOf(
      {
        Batches: map(
          3,
          {
            Item: task('item', { Next: 'Pause' }),
            Pause: { Type: 'Wait', Seconds: 1, Next: 'Poll' } as State,
            Poll: task('poll', { End: true }),
          },
          { Next: 'After' },
        ),
        After: task('after', { End: true }),
      },
      {},
    );
    const run = machine.run(input(5));
    await eventually(() => expect(calls).toHaveLength(3));
    run.abort();
    expect(await run.outcome).toEqual({ status: 'ABORTED' });
    await sleep(1200);
    expect(calls).toEqual(['item', 'item', 'item']);
  });
});

test('an aborted execution invokes no function any more, not even for a retry', async () => {
  const { machine, calls } = machineOf(
    {
      Work: task('work', {
        End: true,
        Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxAttempts: 5 }],
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Repair' }],
      }),
      Repair: task('repair', { End: true }),
    },
    {
      work: async () => {
        await sleep(60);
        throw failure('Throttled');
      },
    },
  );
  const run = machine.run({});
  await sleep(20);
  run.abort();
  expect(await run.outcome).toEqual({ status: 'ABORTED' });
  await sleep(200);
  expect(calls).toEqual(['work']);
});

describe('a definition that would run differently from AWS is an error:', () => {
  const good = task('work', { End: true });
  const read =
    (state: Partial<State>, machine = {}) =>
    () =>
      readDefinition(
        JSON.stringify({ StartAt: 'S', States: { S: { ...good, ...state } }, ...machine }),
        'stack app',
      );

  test.each<[string, Partial<State>]>([
    ['the field Assign is not supported', { Assign: {} }],
    ['the field HeartbeatSeconds is not supported', { HeartbeatSeconds: 3 }],
    ['the field QueryLanguage is not supported', { QueryLanguage: 'JSONata' }],
    ['states of type Parallel are not supported', { Type: 'Parallel' as 'Map' }],
    ['a result cannot replace the whole input', { ResultPath: '$' }],
    [
      '"$$.Execution.Id" is not a plain reference path',
      { Parameters: { a: [{ 'b.$': '$$.Execution.Id' }] } },
    ],
    [
      '"States.Format(\'{}\', $.a)" is not a plain reference path',
      { Parameters: { 'b.$': "States.Format('{}', $.a)" } },
    ],
    ['"$.a[*]" is not a plain reference path', { InputPath: '$.a[*]' }],
    [
      'the resource arn:aws:states:::sqs:sendMessage is not a Lambda function',
      { Resource: 'arn:aws:states:::sqs:sendMessage' },
    ],
    ['the field Foo is not supported', { Retry: [{ ErrorEquals: ['States.ALL'], Foo: 1 }] }],
  ])('%s', (problem, state) => {
    expect(read(state)).toThrow(problem);
    expect(read(state)).toThrow('stack app, state S');
  });

  test('a task without a time limit, JSONata throughout, a distributed map, a name used twice', () => {
    const { TimeoutSeconds: _, ...endless } = good;
    expect(() => readDefinition(JSON.stringify({ StartAt: 'S', States: { S: endless } }), 'x')).toThrow(
      'needs TimeoutSeconds',
    );
    expect(read({}, { QueryLanguage: 'JSONata' })).toThrow('the field QueryLanguage is not supported');
    const mapOf = (name: string, mode: string) => ({
      Type: 'Map' as const,
      End: true,
      ItemProcessor: { StartAt: name, States: { [name]: good }, ProcessorConfig: { Mode: mode } },
    });
    const machine = (state: object) => () =>
      readDefinition(JSON.stringify({ StartAt: 'S', States: { S: state } }), 'x');
    expect(machine(mapOf('T', 'DISTRIBUTED'))).toThrow('only inline maps are supported');
    expect(machine(mapOf('S', 'INLINE'))).toThrow('the state name S is used twice');
    expect(machine(mapOf('T', 'INLINE'))).not.toThrow();
  });
});

describe('the Step Functions endpoint', () => {
  async function endpoint() {
    const log = createLog('silent');
    const origin = await OriginServer.listen(0, log);
    const keys = new KeyRing();
    const { accessKeyId, secretAccessKey } = keys.keyOf(OPERATOR, 'AKIA');
    const executions = new Executions();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { machine } = machineOf({ Work: task('work', { End: true }) }, { work: () => released });
    const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:flow';
    executions.define(stateMachineArn, machine);
    const operations = stepFunctionsOperations(executions);
    const service = { name: 'states', operations, accessesOf: stepFunctionsAccesses };
    const authority = { keys, region: 'us-east-1', clock: systemClock };
    const accessControl = new AccessControl(authority, new Authorizer([], log));
    origin.serve(
      {
        '/_aws/states': (request, response) => answerJsonProtocol(request, response, service, accessControl),
      },
      () => {},
    );
    const connect = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
      new SFNClient({ region: 'us-east-1', endpoint: `${origin.url}/_aws/states`, credentials });
    onTestFinished(async () => {
      executions.stopAll();
      await origin.close();
    });
    return { client: connect({ accessKeyId, secretAccessKey }), connect, stateMachineArn, release };
  }

  test('answers a repeated start with the running execution, and with an error once it has ended', async () => {
    const { client, stateMachineArn, release } = await endpoint();
    const start = (input: string) =>
      client.send(new StartExecutionCommand({ stateMachineArn, name: 'mdl_1-1', input }));
    const { executionArn } = await start('{"a":1}');
    expect(executionArn).toBe('arn:aws:states:us-east-1:000000000000:execution:flow:mdl_1-1');
    expect((await start('{"a":1}')).executionArn).toBe(executionArn);
    await expect(start('{"a":2}')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
    release();
    await eventually(async () => {
      const execution = await client.send(new DescribeExecutionCommand({ executionArn }));
      expect(execution).toMatchObject({
        status: 'SUCCEEDED',
        output: '{}',
        input: '{"a":1}',
        name: 'mdl_1-1',
      });
      expect(execution.stopDate).toBeInstanceOf(Date);
    });
    await expect(start('{"a":1}')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  });

  test('stops, describes and lists', async () => {
    const { client, stateMachineArn } = await endpoint();
    const { executionArn } = await client.send(new StartExecutionCommand({ stateMachineArn, name: 'one' }));
    await client.send(new StartExecutionCommand({ stateMachineArn, name: 'two' }));
    await client.send(
      new StopExecutionCommand({ executionArn, error: 'ModelDeleted', cause: 'by its owner' }),
    );
    const stopped = await client.send(new DescribeExecutionCommand({ executionArn }));
    expect(stopped).toMatchObject({ status: 'ABORTED', error: 'ModelDeleted', cause: 'by its owner' });
    const running = await client.send(
      new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING' }),
    );
    expect(running.executions?.map(({ name }) => name)).toEqual(['two']);
    const first = await client.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 1 }));
    const { nextToken } = first;
    const second = await client.send(
      new ListExecutionsCommand({ stateMachineArn, maxResults: 1, nextToken }),
    );
    expect([first, second].flatMap(({ executions }) => executions?.map(({ name }) => name))).toEqual([
      'two',
      'one',
    ]);
    expect(second.nextToken).toBeUndefined();
  });

  test('rejects unknown ARNs, invalid names and input, and callers without a grant', async () => {
    const { client, connect, stateMachineArn } = await endpoint();
    const start = (command: ConstructorParameters<typeof StartExecutionCommand>[0]) =>
      client.send(new StartExecutionCommand(command));
    await expect(start({ stateMachineArn: `${stateMachineArn}x` })).rejects.toMatchObject({
      name: 'StateMachineDoesNotExist',
    });
    await expect(start({ stateMachineArn, name: 'a b' })).rejects.toMatchObject({ name: 'InvalidName' });
    await expect(start({ stateMachineArn, input: '{' })).rejects.toMatchObject({
      name: 'InvalidExecutionInput',
    });
    const executionArn = 'arn:aws:states:us-east-1:000000000000:execution:flow:none';
    await expect(client.send(new StopExecutionCommand({ executionArn }))).rejects.toMatchObject({
      name: 'ExecutionDoesNotExist',
    });
    const stranger = connect({ accessKeyId: 'AKIASTRANGER', secretAccessKey: 'x' });
    await expect(stranger.send(new StopExecutionCommand({ executionArn }))).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
  });
});

describe('a task that waits for its token', () => {
  const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:waiting';
  const wait = (rest: Partial<State> = {}): State => ({
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Parameters: {
      FunctionName: arnOf('store'),
      Payload: { 'id.$': '$.id', 'taskToken.$': '$$.Task.Token' },
    },
    TimeoutSecondsPath: '$.pause.seconds',
    ResultPath: '$.answer',
    End: true,
    ...rest,
  });
  const retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 0.01, MaxAttempts: 3, BackoffRate: 1 }];

  function waiting(
    states: Record<string, State>,
    store: (input: { id: string; taskToken: string }) => unknown,
  ) {
    const tokens = new TaskTokens();
    const machine = new Machine(
      readDefinition(JSON.stringify({ StartAt: Object.keys(states)[0], States: states }), 'here'),
      async (_arn, event) => store(event as { id: string; taskToken: string }),
      () => tokens.wait(MACHINE),
    );
    return { machine, tokens };
  }

  test('ends with the output of SendTaskSuccess, and not with that of its function', async () => {
    const { machine, tokens } = waiting({ Pause: wait() }, ({ id, taskToken }) => {
      setTimeout(() => tokens.succeed(taskToken, JSON.stringify({ woken: id })), 20);
      return { returned: true };
    });
    expect(await machine.run({ id: 'a', pause: { seconds: 60 } }).outcome).toMatchObject({
      status: 'SUCCEEDED',
      output: { id: 'a', answer: { woken: 'a' } },
    });
  });

  test('ends at once when the token is answered before the function has returned', async () => {
    const { machine, tokens } = waiting({ Pause: wait() }, ({ taskToken }) =>
      tokens.succeed(taskToken, '{}'),
    );
    expect(await machine.run({ id: 'a', pause: { seconds: 60 } }).outcome).toMatchObject({
      output: { answer: {} },
    });
  });

  test('times out after the seconds of its input, and its token is worth nothing afterwards', async () => {
    let stored = '';
    const caught = {
      Pause: wait({ Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'Late', ResultPath: null }] as never }),
      Late: { Type: 'Succeed' } as State,
    };
    const { machine, tokens } = waiting(caught, ({ taskToken }) => {
      stored = taskToken;
    });
    expect(await machine.run({ id: 'a', pause: { seconds: 0.05 } }).outcome).toMatchObject({
      output: { id: 'a', pause: { seconds: 0.05 } },
    });
    expect(() => tokens.succeed(stored, '{}')).toThrow(expect.objectContaining({ name: 'TaskTimedOut' }));
    expect(() => tokens.succeed('nonsense', '{}')).toThrow(expect.objectContaining({ name: 'InvalidToken' }));
  });

  test('gets another token with each try, and fails with the error of its function', async () => {
    const given: string[] = [];
    const { machine } = waiting({ Pause: wait({ Retry: retry as never }) }, ({ taskToken }) => {
      given.push(taskToken);
      throw failure('PollNow');
    });
    expect(await machine.run({ id: 'a', pause: { seconds: 60 } }).outcome).toMatchObject({
      error: 'PollNow',
    });
    expect(new Set(given).size).toBe(4);
  });

  test('ends when its execution is aborted', async () => {
    const begun = Promise.withResolvers<void>();
    const { machine } = waiting({ Pause: wait({ Retry: retry as never }) }, () => begun.resolve());
    const run = machine.run({ id: 'a', pause: { seconds: 60 } });
    await begun.promise;
    run.abort();
    expect(await run.outcome).toMatchObject({ status: 'ABORTED' });
  });

  test('may have the token in its payload, and no other task may', () => {
    const read = (state: State) => () =>
      readDefinition(JSON.stringify({ StartAt: 'A', States: { A: state } }), 'here');
    expect(read(wait())).not.toThrow();
    expect(read(task('a', { End: true, Parameters: { 'token.$': '$$.Task.Token' } }))).toThrow(
      'reference path',
    );
    expect(read(wait({ TimeoutSecondsPath: undefined as never }))).toThrow('TimeoutSeconds');
  });
});
