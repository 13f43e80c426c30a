import { ExecutionError, StateMachine } from 'aws-local-stepfunctions';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import { checkedSettings } from '../../infra/stage-settings.ts';
import type { ProviderName } from '../../shared/contract/providers.ts';
import type { ModelStatus } from '../../shared/contract/schemas.ts';
import type { DomainContext } from '../../shared/domain/context.ts';
import { awaitingCallback, type Job } from '../../shared/domain/flow/jobs.ts';
import { GENERATION_PACE, paced, TRAINING_PACE } from '../../shared/domain/flow/pace.ts';
import { BATCH_SIZE, HEADSHOTS } from '../../shared/domain/flow/plan.ts';
import { deadlineOf, JOB_TIME_LIMIT, RESTARTS_MAX } from '../../shared/domain/model/deadline.ts';
import type { Model } from '../../shared/domain/model/model.ts';
import { HOUR, SECOND } from '../../shared/platform/clock.ts';
import { historyOf, type StepCall } from '../aws/flow-history.ts';
import { type Definition, faultsOf, type State, statesOf } from './flow-lint.ts';
import { synthesized } from './synthesized.ts';

const service = synthesized(settingsOf('production'));
const [, , stateMachine] = service.resources('AWS::StepFunctions::StateMachine')[0] ?? [];
const definition = JSON.parse(service.text(stateMachine?.Properties.DefinitionString)) as Definition;
const interpreter = new StateMachine(
  interpreted() as unknown as ConstructorParameters<typeof StateMachine>[0],
  {
    validationOptions: { checkArn: false },
  },
);

const RUN = { organizationId: 'org_1', modelId: 'mdl_1', run: 2 };
const SUCCEEDED = { status: 'succeeded', pollSeconds: 1 };
/** The longest pause between two polls of a provider. */
const LONGEST_POLL_SECONDS = Math.max(
  ...[TRAINING_PACE, GENERATION_PACE].flatMap(({ longestSeconds, hosted }) => [
    longestSeconds,
    hosted.longestSeconds,
  ]),
);
const RUNNING = { status: 'running', pollSeconds: 1 };

describe('the definition of the flow', () => {
  it('has no faults', () => {
    expect(faultsOf(definition)).toEqual([]);
    expect(stateMachine?.Properties.StateMachineType).toBe('STANDARD');
  });

  it('times out after the function of every task, and retries errors that a retry can resolve', () => {
    const tasks = statesOf(definition).filter(
      ([, state]) => state.Type === 'Task' && !waitsForCallback(state),
    );
    expect(tasks).toHaveLength(7);
    for (const [name, task] of tasks) {
      const run = service.functions.find(
        ({ logicalId }) => `${logicalId.replace(/[0-9A-F]{8}$/, '')}.Arn` === task.Resource,
      );
      expect(Number(task.TimeoutSeconds), name).toBeGreaterThan(Number(run?.properties.Timeout));
      expect(task.Retry, name).toMatchObject([
        { ErrorEquals: ['ModelGone', 'ProviderFailed', 'ProviderRefused', 'JobTimedOut'], MaxAttempts: 0 },
        {
          ErrorEquals: ['Throttled', 'Lambda.TooManyRequestsException', 'Lambda.ServiceException'],
          MaxAttempts: 99_999_999,
          ...{ JitterStrategy: 'FULL', BackoffRate: 2, MaxDelaySeconds: 1800 },
        },
        { ErrorEquals: ['States.ALL'], MaxAttempts: 6, JitterStrategy: 'FULL', BackoffRate: 2 },
      ]);
    }
  });

  it('times out after the longest run, with the longest pause before a restart', () => {
    const run =
      2 * (JOB_TIME_LIMIT / SECOND) +
      longest(
        'BeginTraining',
        'AdvanceTraining',
        'BeginGeneration',
        'AdvanceGeneration',
        'FinishGeneration',
      ) +
      longest('FailModel', 'RestartModel');
    const longestPause = 14_400 * 2 ** (RESTARTS_MAX - 1);
    expect(() =>
      checkedSettings('production', { ...settingsOf('production'), restartPauseSeconds: 14_401 }),
    ).toThrow('restartPauseSeconds');
    expect(Number(definition.TimeoutSeconds)).toBeGreaterThan(run + longestPause);
  });

  it('leaves every status of a model before the model counts as stuck', () => {
    const job = JOB_TIME_LIMIT / SECOND + LONGEST_POLL_SECONDS;
    // The worst case: a step changes the status, all its retries time out, and the run fails.
    const pending = longest(
      'BeginTraining',
      'AdvanceTraining',
      'AdvanceTraining',
      'BeginGeneration',
      'FailModel',
    );
    const generating = longest('BeginGeneration', 'AdvanceGeneration', 'FinishGeneration', 'FailModel');
    expect(job + pending).toBeLessThan(stuckAfterSeconds('pending'));
    expect(job + generating).toBeLessThan(stuckAfterSeconds('generatingHeadshots'));
    expect(longest('FailModel', 'RestartModel')).toBeLessThan(stuckAfterSeconds('failed'));
    const models = service.resources('AWS::SQS::Queue').find(([, id]) => id.startsWith('ModelsQueue'));
    const { VisibilityTimeout } = models?.[2].Properties ?? {};
    // One message that was lost in the middle is received again after the visibility time-out.
    expect(Number(VisibilityTimeout) + longest('BeginTraining', 'FailModel')).toBeLessThan(
      stuckAfterSeconds('waiting'),
    );
  });

  /** The history of an hour of training and then an hour of generation, in seconds of the provider's answers. */
  const hours = (
    provider: ProviderName,
    { state, data, seconds, timeoutSeconds }: StepCall,
    began: Map<string, number>,
  ) => {
    if (state === 'BeginGeneration')
      return { batches: Array.from({ length: HEADSHOTS / BATCH_SIZE }, (_, batch) => ({ ...RUN, batch })) };
    if (timeoutSeconds !== undefined) return undefined;
    if (!state.startsWith('Advance')) return RUN;
    const name = `${state} ${String(data.batch)}`;
    const startedAt = began.get(name) ?? seconds;
    began.set(name, startedAt);
    if (seconds - startedAt >= HOUR / SECOND) return SUCCEEDED;
    const job = { provider, status: 'running', request: { startedAt: startedAt * SECOND } } as Job;
    const context = { clock: { now: () => seconds * SECOND } } as DomainContext;
    const pace = state === 'AdvanceTraining' ? TRAINING_PACE : GENERATION_PACE;
    return awaitingCallback(job, paced(context, job, { status: 'running', pollSeconds: 15 }, pace));
  };

  it.each<[ProviderName, number]>([
    ['development', TRAINING_PACE.longestSeconds + GENERATION_PACE.longestSeconds],
    ['astria', TRAINING_PACE.hosted.longestSeconds + GENERATION_PACE.hosted.longestSeconds],
  ])(
    'stays below a tenth of the history that Step Functions allows with an hour of training and an hour of generation at %s, without a callback',
    async (provider, late) => {
      const HISTORY_MAX = 25_000;
      const began = new Map<string, number>();
      const { events, seconds } = await historyOf(definition, RUN, (call) => hours(provider, call, began));
      expect(seconds).toBeGreaterThanOrEqual(2 * (HOUR / SECOND));
      // The end of a job is noticed at the next poll.
      expect(seconds).toBeLessThan((2 * HOUR) / SECOND + late);
      expect(seconds).toBeLessThan(Number(definition.TimeoutSeconds));
      expect(events).toBeLessThan(HISTORY_MAX / 10);
    },
  );

  it('waits for a callback as long as it would wait without one, and polls after an error of that wait', () => {
    const callbacks = statesOf(definition).filter(([, state]) => waitsForCallback(state));
    expect(
      callbacks.map(([name, { TimeoutSecondsPath, Next, Catch }]) => [name, TimeoutSecondsPath, Next, Catch]),
    ).toEqual(
      [
        ['Training', '$.training.pollSeconds', 'AdvanceTraining'],
        ['Batch', '$.progress.pollSeconds', 'AdvanceGeneration'],
      ].map(([name, path, advance]) => [
        `WaitFor${name}Callback`,
        path,
        advance,
        [
          { ErrorEquals: ['PollNow', 'States.Timeout'], ResultPath: null, Next: advance },
          { ErrorEquals: ['States.ALL'], ResultPath: null, Next: `WaitFor${name}` },
        ],
      ]),
    );
    for (const [name, { Retry }] of callbacks) {
      expect(Retry, name).toMatchObject([
        { ErrorEquals: ['PollNow', 'States.Timeout'], MaxAttempts: 0 },
        { ErrorEquals: ['States.ALL'], MaxAttempts: 2 },
      ]);
    }
  });

  it('waits for the number of seconds that the previous step returned', () => {
    const waits = statesOf(definition).filter(([, { Type }]) => Type === 'Wait');
    expect(Object.fromEntries(waits.map(([name, { SecondsPath }]) => [name, SecondsPath]))).toEqual({
      WaitForTraining: '$.training.pollSeconds',
      WaitForBatch: '$.progress.pollSeconds',
      PauseBeforeRestart: '$.restarting.pauseSeconds',
    });
  });

  it.each<[string, (states: Record<string, State>) => void]>([
    ['BeginTraining: a task has TimeoutSeconds', ({ BeginTraining }) => delete BeginTraining?.TimeoutSeconds],
    ['BeginTraining: a task has Retry', ({ BeginTraining }) => delete BeginTraining?.Retry],
    ['BeginTraining: a task has Catch for all errors', ({ BeginTraining }) => delete BeginTraining?.Catch],
    ["BeginTraining: ResultPath is not '$'", ({ BeginTraining }) => set(BeginTraining, 'ResultPath', '$')],
    ['BeginTraining: Assign is not used', ({ BeginTraining }) => set(BeginTraining, 'Assign', {})],
    [
      'BeginTraining: HeartbeatSeconds is not used',
      ({ BeginTraining }) => set(BeginTraining, 'HeartbeatSeconds', 5),
    ],
    [
      'BeginTraining: JSONata is not used',
      ({ BeginTraining }) => set(BeginTraining, 'QueryLanguage', 'JSONata'),
    ],
    [
      'item.$: $$.Map.Item is not used',
      ({ GenerateBatches }) => set(GenerateBatches, 'ItemSelector', { 'item.$': '$$.Map.Item.Value' }),
    ],
    [
      'GenerateBatches: a map has ItemProcessor',
      ({ GenerateBatches }) => delete GenerateBatches?.ItemProcessor,
    ],
    [
      'Inner: the name is used twice',
      (states) => {
        states.Inner = { Type: 'Succeed' };
        const { ItemProcessor } = states.GenerateBatches as unknown as { ItemProcessor: Definition };
        ItemProcessor.States.Inner = { Type: 'Succeed' };
      },
    ],
  ])('would be rejected with "%s"', (fault, spoil) => {
    const spoilt = structuredClone(definition);
    spoil(spoilt.States);
    expect(faultsOf(spoilt)).toContain(fault);
  });
});

describe('an execution', () => {
  it('waits for a callback only where the provider of a job posts callbacks', async () => {
    const run = await execute({
      AdvanceTraining: [{ ...RUNNING, callbacks: 2 }, RUNNING, SUCCEEDED],
      AdvanceGeneration: ({ batch }, calls) =>
        batch === 1 && calls.filter(({ input }) => input.batch === 1).length < 2
          ? { ...RUNNING, callbacks: 0 }
          : SUCCEEDED,
    });
    expect(run.ended).toBe('succeeded');
    expect(run.calls.filter(({ state }) => state.endsWith('Callback'))).toEqual([
      {
        state: 'WaitForTrainingCallback',
        input: { FunctionName: expect.any(String), Payload: { ...RUN, callbacks: 2, taskToken: 'token' } },
      },
      {
        state: 'WaitForBatchCallback',
        input: {
          FunctionName: expect.any(String),
          Payload: { ...RUN, batch: 1, callbacks: 0, taskToken: 'token' },
        },
      },
    ]);
    expect(run.states().slice(0, 5)).toEqual([
      'BeginTraining',
      'AdvanceTraining',
      'WaitForTrainingCallback',
      'AdvanceTraining',
      'AdvanceTraining',
    ]);
  });

  it.each(['PollNow', 'States.Timeout', 'SomethingNew', 'ModelGone'])(
    'polls again after %s of a wait for a callback',
    async (error) => {
      const run = await execute({
        AdvanceTraining: [{ ...RUNNING, callbacks: 0 }, SUCCEEDED],
        WaitForTrainingCallback: new StepError(error),
      });
      expect(run.ended).toBe('succeeded');
      expect(run.states().filter((state) => state === 'AdvanceTraining')).toHaveLength(2);
    },
  );

  it('trains, generates every batch and finishes, and polls while the provider works', async () => {
    const run = await execute({
      AdvanceTraining: [RUNNING, RUNNING, SUCCEEDED],
      AdvanceGeneration: ({ batch }, calls) =>
        calls.filter((call) => call.state === 'AdvanceGeneration' && call.input.batch === batch).length < 2
          ? RUNNING
          : SUCCEEDED,
    });
    expect(run.ended).toBe('succeeded');
    expect(run.states()).toEqual([
      'BeginTraining',
      ...Array(3).fill('AdvanceTraining'),
      'BeginGeneration',
      ...Array(6).fill('AdvanceGeneration'),
      'FinishGeneration',
    ]);
  });

  it('passes the identity of the run to every step, and to a batch its number as well', async () => {
    const run = await execute({});
    for (const { state, input } of run.calls) {
      expect(input, state).toEqual(
        state === 'AdvanceGeneration' ? { ...RUN, batch: expect.any(Number) } : RUN,
      );
    }
    const batches = run.calls
      .filter(({ state }) => state === 'AdvanceGeneration')
      .map(({ input }) => input.batch);
    expect(batches.sort()).toEqual([0, 1, 2]);
  });

  it.each(['BeginTraining', 'AdvanceTraining', 'BeginGeneration', 'AdvanceGeneration', 'FinishGeneration'])(
    'succeeds without further steps when %s finds the model gone',
    async (state) => {
      const run = await execute({ [state]: new StepError('ModelGone') });
      expect(run.ended).toBe('succeeded');
      expect(run.states()).not.toContain('FailModel');
      expect(run.states().at(-1)).toBe(state);
    },
  );

  it.each(['BeginTraining', 'AdvanceTraining', 'BeginGeneration', 'AdvanceGeneration', 'FinishGeneration'])(
    'records a failure of %s with its cause, pauses and restarts the model',
    async (state) => {
      const run = await execute({ [state]: new StepError('ProviderFailed', 'no face in the image') });
      expect(run.ended).toBe('succeeded');
      expect(run.states().slice(-2)).toEqual(['FailModel', 'RestartModel']);
      expect(run.calls.at(-2)?.input).toEqual({
        ...RUN,
        cause: { Error: 'ProviderFailed', Cause: 'no face in the image' },
      });
      expect(run.calls.at(-1)?.input).toEqual(RUN);
    },
  );

  it('fails with ModelFailedForGood when no restart is left', async () => {
    const run = await execute({
      BeginTraining: new StepError('ProviderFailed'),
      FailModel: [{ restart: false, pauseSeconds: 1 }],
    });
    expect(run.ended).toBe('failed: ModelFailedForGood');
    expect(run.states()).toEqual(['BeginTraining', 'FailModel']);
  });

  it('fails with the error of FailModel when the failure cannot be recorded', async () => {
    const run = await execute({
      BeginTraining: new StepError('ProviderFailed'),
      FailModel: new StepError('TableLost'),
    });
    expect(run.ended).toBe('failed: TableLost');
  });

  it.each([
    'Throttled',
    'Lambda.TooManyRequestsException',
    'TimeoutError',
    'Sandbox.Timedout',
    'SomethingNew',
  ])('retries a step after %s', async (error) => {
    const run = await execute({ BeginTraining: [new StepError(error), new StepError(error), RUN] });
    expect(run.ended).toBe('succeeded');
    expect(run.states().slice(0, 4)).toEqual([...Array(3).fill('BeginTraining'), 'AdvanceTraining']);
  });

  it.each(['ModelGone', 'ProviderFailed', 'JobTimedOut'])('does not retry a step after %s', async (error) => {
    const run = await execute({ AdvanceTraining: new StepError(error) });
    expect(run.states().filter((state) => state === 'AdvanceTraining')).toHaveLength(1);
  });

  it('retries a throttled step for as long as it takes, and so does the handling of a failure', async () => {
    const busy = Array(200).fill(new StepError('Throttled'));
    const run = await execute({
      BeginTraining: [...busy, new StepError('ProviderFailed')],
      FailModel: [...busy, { restart: true, pauseSeconds: 1 }],
      RestartModel: [...busy, RUN],
    });
    expect(run.ended).toBe('succeeded');
    expect(run.states()).toHaveLength(603);
  });
});

class StepError extends Error {
  constructor(name: string, message = '') {
    super(message);
    this.name = name;
  }
}

interface Input {
  batch?: number;
  [field: string]: unknown;
}
interface Call {
  state: string;
  input: Input;
}
/**
 * The outcomes of a step: a list whose last entry repeats, one error for every call, or a function of the
 * input.
 */
type Behaviour = unknown[] | StepError | ((input: Input, calls: Call[]) => unknown);

const ANSWERS: Record<string, Behaviour> = {
  BeginTraining: [RUN],
  AdvanceTraining: [SUCCEEDED],
  BeginGeneration: [{ batches: [0, 1, 2].map((batch) => ({ ...RUN, batch })) }],
  AdvanceGeneration: [SUCCEEDED],
  FinishGeneration: [RUN],
  FailModel: [{ restart: true, pauseSeconds: 1 }],
  RestartModel: [RUN],
  WaitForTrainingCallback: [{}],
  WaitForBatchCallback: [{}],
};

/** Runs the flow in the interpreter of the local cloud, without pauses. */
async function execute(behaviours: Record<string, Behaviour>) {
  const calls: Call[] = [];
  const handlers = Object.entries({ ...ANSWERS, ...behaviours }).map(([state, behaviour]) => [
    state,
    async (input: Input) => {
      calls.push({ state, input });
      const answer = answerOf(behaviour, input, calls, state);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  ]);
  const states = statesOf(definition);
  const named = (type: string, value: number) =>
    Object.fromEntries(states.filter(([, { Type }]) => Type === type).map(([name]) => [name, value]));
  const { result } = interpreter.run(RUN, {
    context: { Task: { Token: 'token' } },
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(handlers),
      waitTimeOverrides: named('Wait', 0),
      retryIntervalOverrides: named('Task', 0),
    },
  });
  const ended = await result.then(
    () => 'succeeded',
    (error: unknown) => `failed: ${nameOf(error)}`,
  );
  return { ended, calls, states: () => calls.map(({ state }) => state) };
}

function answerOf(behaviour: Behaviour, input: Input, calls: Call[], state: string): unknown {
  if (behaviour instanceof StepError) return behaviour;
  if (typeof behaviour === 'function') return behaviour(input, calls);
  const turn = calls.filter((call) => call.state === state).length - 1;
  return behaviour[Math.min(turn, behaviour.length - 1)];
}

/** The name of the error that a state ended with. */
function nameOf(error: unknown): string {
  const cause = error instanceof ExecutionError ? error.cause : error;
  return cause instanceof Error ? cause.name : String(cause);
}

/** The seconds that consecutive steps take when all their tries time out. */
function longest(...names: string[]): number {
  const seconds = names.map((wanted) => {
    const [, step] = statesOf(definition).find(([name]) => name === wanted) ?? [];
    // A step that is throttled takes longer, and its model then counts as stuck.
    const retry = ((step?.Retry ?? []) as Record<string, number>[]).at(-1);
    const { IntervalSeconds = 0, BackoffRate = 0, MaxAttempts = 0, MaxDelaySeconds = 0 } = retry ?? {};
    const pauses = Array.from({ length: MaxAttempts }, (_, retried) =>
      Math.min(IntervalSeconds * BackoffRate ** retried, MaxDelaySeconds),
    );
    return pauses.reduce((sum, pause) => sum + pause, (MaxAttempts + 1) * Number(step?.TimeoutSeconds));
  });
  return seconds.reduce((sum, each) => sum + each, 0);
}

/** The seconds after which a model with this status counts as stuck. */
function stuckAfterSeconds(status: ModelStatus): number {
  return Date.parse(deadlineOf({ status, tries: 1 } as Model, 0) ?? '') / SECOND;
}

/** The definition for the library, which would read the path of a time-out in the payload of the function. */
function interpreted(): Definition {
  const copy = structuredClone(definition);
  for (const [, state] of statesOf(copy)) {
    if ('TimeoutSecondsPath' in state) {
      delete state.TimeoutSecondsPath;
      state.TimeoutSeconds = 60;
    }
  }
  return copy;
}

function waitsForCallback({ Resource }: State): boolean {
  return String(Resource).endsWith(':lambda:invoke.waitForTaskToken');
}

function set(state: State | undefined, field: string, value: State[string]): void {
  if (state) state[field] = value;
}
