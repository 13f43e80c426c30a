import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  type CatchProps,
  Choice,
  Condition,
  DefinitionBody,
  Errors,
  Fail,
  type IChainable,
  IntegrationPattern,
  JsonPath,
  LogLevel,
  Map as MapState,
  StateMachine,
  StateMachineType,
  Succeed,
  TaskInput,
  Timeout,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { ContractFunction } from './contract-function.ts';
import { MODEL_GONE, POLL_NOW, RETRIES, RETRIES_OF_PAUSE } from './flow-retries.ts';
import { FlowRole } from './flow-role.ts';

/** The names of the flow's tasks, without the prefix `flow/`. */
export const STEPS = [
  'begin-training',
  'advance-training',
  'begin-generation',
  'advance-generation',
  'await-callback',
  'finish-generation',
  'fail-model',
  'restart-model',
] as const;
export type Step = (typeof STEPS)[number];

export interface ModelFlowProps {
  steps: Readonly<Record<Step, ContractFunction>>;
  generationConcurrency: number;
  logRetentionDays: number;
}

/**
 * Longer than any run: two jobs of three hours, all retries, and the longest pause before a restart. A step that
 * is throttled is retried until then.
 */
const EXECUTION_TIMEOUT = Duration.days(7);
/** Added to a function's timeout: the state times out only when Lambda sends no response at all. */
const RESPONSE_GRACE_SECONDS = 10;

const RUN_INPUT = {
  organizationId: JsonPath.stringAt('$.organizationId'),
  modelId: JsonPath.stringAt('$.modelId'),
  run: JsonPath.numberAt('$.run'),
};

interface StepOptions {
  step: Step;
  /** The function's input beside the identity of the run. */
  input?: Readonly<Record<string, unknown>>;
  /** The path at which the function's output is stored. Without it, the output is discarded. */
  resultPath?: string;
}

/**
 * The state machine of a model's run: training, generation in batches, and the failure path that restarts the
 * model. One execution serves one run. Every state's input carries the identity of the run, and outputs are
 * stored beside it.
 */
export class ModelFlow extends Construct {
  readonly stateMachine: StateMachine;
  readonly #steps: ModelFlowProps['steps'];

  constructor(
    scope: Construct,
    id: string,
    { steps, generationConcurrency, logRetentionDays }: ModelFlowProps,
  ) {
    super(scope, id);
    this.#steps = steps;
    const gone = new Succeed(this, 'ModelIsGone');
    const failureHandling = this.#failureHandling(gone);
    const guarded = <State extends LambdaInvoke | MapState>(state: State) =>
      withCatch(state, gone, failureHandling);

    const beginTraining = guarded(this.#task('BeginTraining', { step: 'begin-training' }));
    const advanceTraining = guarded(
      this.#task('AdvanceTraining', { step: 'advance-training', resultPath: '$.training' }),
    );
    const beginGeneration = guarded(
      this.#task('BeginGeneration', { step: 'begin-generation', resultPath: '$.generation' }),
    );
    const generateBatches = guarded(
      new MapState(this, 'GenerateBatches', {
        itemsPath: '$.generation.batches',
        maxConcurrency: generationConcurrency,
        resultPath: JsonPath.DISCARD,
      }).itemProcessor(this.#batch()),
    );
    const finishGeneration = guarded(this.#task('FinishGeneration', { step: 'finish-generation' }));

    beginTraining.next(advanceTraining);
    this.#pollUntilDone('Training', '$.training', advanceTraining, beginGeneration, {});
    beginGeneration.next(generateBatches);
    generateBatches.next(finishGeneration);
    finishGeneration.next(new Succeed(this, 'ModelIsActive'));

    const handlers = Object.values(steps).map(({ handler }) => handler);
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineType: StateMachineType.STANDARD,
      timeout: EXECUTION_TIMEOUT,
      definitionBody: DefinitionBody.fromChainable(beginTraining),
      role: new FlowRole(this, 'StateMachineRole', handlers).role.withoutPolicyUpdates(),
      tracingEnabled: true,
      logs: {
        level: LogLevel.ALL,
        includeExecutionData: false,
        destination: new LogGroup(this, 'Log', {
          // The prefix /aws/vendedlogs/ keeps the account's resource policy for log delivery below its size
          // limit.
          logGroupName: `/aws/vendedlogs/states/${Stack.of(this).stackName}`,
          retention: logRetentionDays as RetentionDays,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      },
    });
  }

  /** One batch of photos. An error of one batch fails the map state, which stops the other batches. */
  #batch(): IChainable {
    const batch = { batch: JsonPath.numberAt('$.batch') };
    const advance = this.#task('AdvanceGeneration', {
      step: 'advance-generation',
      input: batch,
      resultPath: '$.progress',
    });
    const gone = new Fail(this, 'BatchModelIsGone', { error: MODEL_GONE });
    const failed = new Fail(this, 'BatchFailed', {
      errorPath: '$.failure.Error',
      causePath: '$.failure.Cause',
    });
    withCatch(advance, gone, failed);
    this.#pollUntilDone('Batch', '$.progress', advance, new Succeed(this, 'BatchIsDone'), batch);
    return advance;
  }

  /** Moves the model to failed after any error. While restarts are left, restarts it after a pause. */
  #failureHandling(gone: Succeed): IChainable {
    const broken = new Fail(this, 'FailureHandlingFailed', {
      errorPath: '$.failure.Error',
      causePath: '$.failure.Cause',
    });
    const failModel = this.#task('FailModel', {
      step: 'fail-model',
      input: { cause: JsonPath.objectAt('$.failure') },
      resultPath: '$.restarting',
    });
    const restartModel = this.#task('RestartModel', { step: 'restart-model' });
    withCatch(failModel, gone, broken);
    withCatch(restartModel, gone, broken);

    const pause = new Wait(this, 'PauseBeforeRestart', {
      time: WaitTime.secondsPath('$.restarting.pauseSeconds'),
    });
    failModel.next(
      new Choice(this, 'IsRestartLeft')
        .when(Condition.booleanEquals('$.restarting.restart', true), pause)
        .otherwise(new Fail(this, 'ModelFailedForGood', { error: 'ModelFailedForGood' })),
    );
    pause.next(restartModel);
    restartModel.next(new Succeed(this, 'ModelIsRestarted'));
    return failModel;
  }

  /**
   * Polls a job until it has succeeded. The pause between two polls is a plain wait, or ends early with a callback where
   * the job's provider posts one.
   */
  #pollUntilDone(
    name: string,
    progressPath: string,
    advance: LambdaInvoke,
    done: IChainable,
    job: Readonly<Record<string, unknown>>,
  ): void {
    const wait = new Wait(this, `WaitFor${name}`, {
      time: WaitTime.secondsPath(`${progressPath}.pollSeconds`),
    });
    const callback = this.#waitForCallback(name, progressPath, job);
    // A callback is a hint only: where one cannot be waited for, the job is polled after the pause.
    callback.addCatch(advance, { errors: [POLL_NOW, Errors.TIMEOUT], resultPath: JsonPath.DISCARD });
    callback.addCatch(wait, { errors: [Errors.ALL], resultPath: JsonPath.DISCARD });
    callback.next(advance);
    advance.next(
      new Choice(this, `Is${name}Done`)
        .when(Condition.stringEquals(`${progressPath}.status`, 'succeeded'), done)
        .when(Condition.isPresent(`${progressPath}.callbacks`), callback)
        .otherwise(wait),
    );
    wait.next(advance);
  }

  /** Pauses until the time is over, or until the task token that the function stores is answered. */
  #waitForCallback(name: string, progressPath: string, job: Readonly<Record<string, unknown>>): LambdaInvoke {
    const callback = new LambdaInvoke(this, `WaitFor${name}Callback`, {
      lambdaFunction: this.#steps['await-callback'].handler,
      integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
      payload: TaskInput.fromObject({
        ...RUN_INPUT,
        ...job,
        callbacks: JsonPath.numberAt(`${progressPath}.callbacks`),
        taskToken: JsonPath.taskToken,
      }),
      resultPath: JsonPath.DISCARD,
      taskTimeout: Timeout.at(`${progressPath}.pollSeconds`),
      retryOnServiceExceptions: false,
    });
    for (const retry of RETRIES_OF_PAUSE) callback.addRetry(retry);
    return callback;
  }

  #task(name: string, { step, input = {}, resultPath = JsonPath.DISCARD }: StepOptions): LambdaInvoke {
    const { handler, timeoutSeconds } = this.#steps[step];
    const task = new LambdaInvoke(this, name, {
      lambdaFunction: handler,
      payload: TaskInput.fromObject({ ...RUN_INPUT, ...input }),
      payloadResponseOnly: true,
      resultPath,
      taskTimeout: Timeout.duration(Duration.seconds(timeoutSeconds + RESPONSE_GRACE_SECONDS)),
      retryOnServiceExceptions: false,
    });
    for (const retry of RETRIES) task.addRetry(retry);
    return task;
  }
}

function withCatch<State extends LambdaInvoke | MapState>(
  state: State,
  gone: IChainable,
  failed: IChainable,
): State {
  const failure: CatchProps = { resultPath: '$.failure' };
  state.addCatch(gone, { ...failure, errors: [MODEL_GONE] });
  state.addCatch(failed, { ...failure, errors: [Errors.ALL] });
  return state;
}
