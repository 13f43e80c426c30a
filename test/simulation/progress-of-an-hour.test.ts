import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import type { RunProgress } from '../../shared/contract/run-progress.ts';
import { progressOf } from '../../shared/domain/flow/run-progress.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import { HOUR, SECOND } from '../../shared/platform/clock.ts';
import { historyOf, type StepCall } from '../aws/flow-history.ts';
import type { Definition } from '../infra/flow-lint.ts';
import { synthesized } from '../infra/synthesized.ts';
import { flowSteps, type HostedPace, PacedProvider } from '../support/hosted-flow.ts';
import { inviteWorld } from '../support/invite-world.ts';

const service = synthesized(settingsOf('production'));
const [, , machine] = service.resources('AWS::StepFunctions::StateMachine')[0] ?? [];
const definition = JSON.parse(service.text(machine?.Properties.DefinitionString)) as Definition;

/** A tenth of the history that Step Functions allows. */
const EVENTS_MAX = 2500;
const SAMPLE_SECONDS = 60;

interface Sample extends RunProgress {
  seconds: number;
}

/** The arrival of callbacks at the end of jobs. */
type Callbacks = 'in time' | 'never';

/** Runs a model at a hosted provider in simulated time, and samples its progress all the while. */
async function run(pace: HostedPace, callbacks: Callbacks) {
  const world = inviteWorld();
  const { context } = world;
  const organizationId = await world.newOrganization();
  const { id: modelId } = await world.waitingModel(organizationId);
  const input = { organizationId, modelId, run: 1 };
  const provider = new PacedProvider(context.clock, pace);
  const steps = flowSteps(context, provider);
  const samples: Sample[] = [];
  let sampled = 0;
  let passed = 0;
  const passTo = (seconds: number) => {
    world.pass((seconds - passed) * SECOND);
    passed = seconds;
  };
  const sample = async () => {
    const progress = await progressOf(context, await readModel(context, organizationId, modelId));
    if (progress) samples.push({ seconds: passed, ...progress });
  };
  const perform = async ({ state, data, seconds, timeoutSeconds }: StepCall): Promise<unknown> => {
    for (; sampled <= seconds; sampled += SAMPLE_SECONDS) {
      passTo(Math.max(passed, sampled));
      await sample();
    }
    passTo(seconds);
    const batch = data.batch === undefined ? {} : { batch: data.batch };
    if (timeoutSeconds !== undefined) {
      const { callbacks: before } = (data.batch === undefined ? data.training : data.progress) as {
        callbacks: number;
      };
      await steps['await-callback']?.({ ...input, ...batch, callbacks: before, taskToken: 'token' } as never);
      const key = `${modelId}-1-${data.batch === undefined ? 'training' : `generation-${String(data.batch)}`}`;
      const left = provider.secondsLeft(key);
      return callbacks === 'never' || left === undefined || left <= 0 ? undefined : left;
    }
    const name = state.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    const result = await steps[name]?.({ ...input, ...batch } as never);
    await sample();
    return result;
  };
  const history = await historyOf(definition, input, perform);
  const model = await readModel(context, organizationId, modelId);
  return { history, samples, model, provider };
}

const accurate = (left: number) => left;
const PACES: Record<string, HostedPace> = {
  'an hour of training, with an accurate estimate': {
    trainingSeconds: 3300,
    batchSeconds: 300,
    estimate: accurate,
  },
  'an hour of training, without an estimate': { trainingSeconds: 3300, batchSeconds: 300 },
  'an hour of training and an hour of generation, without an estimate': {
    trainingSeconds: 3600,
    batchSeconds: 3600,
  },
  'an hour of training and an hour of generation, each call in three in vain': {
    trainingSeconds: 3600,
    batchSeconds: 3600,
    fault: (call) => (call % 3 === 0 ? (call % 2 === 0 ? 'busy' : 'unavailable') : undefined),
  },
  'a provider that does not answer for an hour': {
    trainingSeconds: 3600,
    batchSeconds: 600,
    fault: (_call, seconds) => (seconds > 600 && seconds < 4200 ? 'unavailable' : undefined),
  },
  'an estimate that is twice too long at first': {
    trainingSeconds: 3000,
    batchSeconds: 600,
    estimate: (left, total) => left * (1 + left / total),
  },
  'an estimate that is too short and grows': {
    trainingSeconds: 3000,
    batchSeconds: 600,
    estimate: (left, total) => Math.min(left, total / 4),
  },
  'an estimate that always says five seconds': {
    trainingSeconds: 3600,
    batchSeconds: 1800,
    estimate: () => 5,
  },
  'two minutes': { trainingSeconds: 100, batchSeconds: 20, estimate: accurate },
};

const cases = Object.entries(PACES).flatMap(([name, pace], number) =>
  (number < 2 ? (['in time', 'never'] as const) : (['never'] as const)).map(
    (callbacks) => [name, callbacks, pace] as const,
  ),
);

describe.each(cases)('%s, callbacks %s', async (_name, callbacks, pace) => {
  const { history, samples, model } = await run(pace, callbacks);

  test('ends with the photos, below a tenth of the history limit', () => {
    expect(model.status).toBe('active');
    expect(history.events).toBeLessThan(EVENTS_MAX);
  });

  test('progress never runs backwards, and is 100 % with the photos only', () => {
    const percents = samples.map(({ percent }) => percent);
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
    expect(percents.slice(0, -1).every((percent) => percent < 100)).toBe(true);
    expect(samples.at(-1)).toMatchObject({ percent: 100, secondsLeft: 0 });
    expect(new Set(percents).size).toBeGreaterThan(Math.min(15, history.seconds / 200));
  });

  test('a callback ends the pause before the next poll', () => {
    const ideal = pace.trainingSeconds + pace.batchSeconds;
    if (callbacks === 'in time' && !pace.fault) expect(history.seconds).toBeLessThan(ideal + 5);
    else expect(history.seconds).toBeLessThan(ideal * 1.5 + 600);
  });
});

describe('with an accurate estimate, throughout an hour', async () => {
  const { samples, history } = await run(
    { trainingSeconds: 3300, batchSeconds: 300, estimate: accurate },
    'in time',
  );

  test('percent is the share of time that has passed, up to nine tenths', () => {
    for (const { seconds, percent } of samples) {
      const share = (100 * seconds) / history.seconds;
      if (share < 90) expect(Math.abs(percent - share), `at ${seconds} s`).toBeLessThan(3);
    }
  });

  test('the time left is right within a tenth of it, or fifteen seconds', () => {
    const told = samples.filter(({ secondsLeft }) => secondsLeft !== null);
    expect(told.length).toBeGreaterThan(samples.length * 0.8);
    for (const { seconds, secondsLeft } of told) {
      const left = history.seconds - seconds;
      expect(Math.abs((secondsLeft ?? 0) - left), `at ${seconds} s`).toBeLessThan(
        Math.max(15, left * 0.11) + 3,
      );
    }
  });

  test('takes as long as the jobs', () => {
    expect(history.seconds).toBeGreaterThanOrEqual(HOUR / SECOND);
  });
});
