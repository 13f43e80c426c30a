import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import type { ProviderName } from '../../shared/contract/providers.ts';
import type { Progress } from '../../shared/contract/run.ts';
import { domainContext } from '../../shared/domain/context.ts';
import { awaitingCallback, type Job } from '../../shared/domain/flow/jobs.ts';
import { GENERATION_PACE, paced, TRAINING_PACE } from '../../shared/domain/flow/pace.ts';
import { JOB_TIME_LIMIT } from '../../shared/domain/model/deadline.ts';
import { SECOND } from '../../shared/platform/clock.ts';
import { systemRandomness } from '../../shared/platform/randomness.ts';
import type { Table } from '../../shared/table/table.ts';
import type { Definition } from '../infra/flow-lint.ts';
import { synthesized } from '../infra/synthesized.ts';
import { freshTable } from '../support/fresh-table.ts';
import { webhookSecretKey } from '../support/webhook-secret-key.ts';
import { historyOf, type StepCall } from './flow-history.ts';

/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const MAX_EVENTS = 25_000;
const MAX_PAYLOAD_BYTES = 262_144;
/** A share of the history is left for retries, and for the failure of the run. */
const PLANNED_SHARE = 0.8;
/** The pause that a provider asks for in every answer. */
const PROVIDER_POLL_SECONDS = 15;
const BATCHES = 10;

const service = synthesized(settingsOf('production'));
const [, , machine] = service.resources('AWS::StepFunctions::StateMachine')[0] ?? [];
const definition = JSON.parse(service.text(machine?.Properties.DefinitionString)) as Definition;

const RUN = { organizationId: `org_${'x'.repeat(32)}`, modelId: `mdl_${'x'.repeat(32)}`, run: 6 };

/** An execution at a provider whose training takes as long as a job may, and then each of its batches as well. */
async function longestExecution(provider: ProviderName) {
  const { table } = freshTable();
  const startedAt = new Map<string, number>();
  return historyOf(definition, RUN, (call) => {
    if (call.state === 'BeginGeneration') {
      return { batches: Array.from({ length: BATCHES }, (_, batch) => ({ ...RUN, batch })) };
    }
    if (call.timeoutSeconds !== undefined) return undefined;
    if (!call.state.startsWith('Advance')) return RUN;
    return answerOf(table, provider, call, startedAt);
  });
}

/** The answer of a step that polls a job, at the pace of the flow. */
function answerOf(
  table: Table,
  provider: ProviderName,
  { state, data, seconds }: StepCall,
  startedAt: Map<string, number>,
): Progress {
  const name = `${state} ${String(data.batch)}`;
  const began = startedAt.get(name) ?? seconds;
  startedAt.set(name, began);
  if (seconds - began >= JOB_TIME_LIMIT / SECOND) return { status: 'succeeded', pollSeconds: 1 };
  const context = domainContext(table, { now: () => seconds * SECOND }, systemRandomness, webhookSecretKey);
  const request = {
    ...RUN,
    key: name,
    uploadIds: [],
    trigger: 'person' as const,
    scenario: 'succeeds' as const,
    startedAt: began * SECOND,
    callbackUrl: '',
  };
  const pace = state === 'AdvanceTraining' ? TRAINING_PACE : GENERATION_PACE;
  const answer = { status: 'running' as const, pollSeconds: PROVIDER_POLL_SECONDS };
  const job: Job = { provider, status: 'running', request, callbackToken: '' };
  return awaitingCallback(job, paced(context, job, answer, pace));
}

describe.each<ProviderName>(['studio', 'astria'])(
  'the longest execution of the flow at %s',
  async (provider) => {
    const history = await longestExecution(provider);

    it('takes as long as training and generation may', () => {
      expect(history.seconds).toBeGreaterThanOrEqual((2 * JOB_TIME_LIMIT) / SECOND);
    });

    it('stays within the events that Step Functions keeps of an execution', () => {
      expect(history.events).toBeLessThan(MAX_EVENTS * PLANNED_SHARE);
    });

    it('passes no more data between states than Step Functions allows', () => {
      expect(history.payloadBytes).toBeGreaterThan(500);
      expect(history.payloadBytes).toBeLessThan(MAX_PAYLOAD_BYTES);
    });
  },
);

describe('the count of events', () => {
  it('is that of the history of a run that succeeds at once', async () => {
    const { events } = await historyOf(definition, RUN, ({ state }) => {
      if (state === 'BeginGeneration') return { batches: [{ ...RUN, batch: 0 }] };
      return state.startsWith('Advance') ? { status: 'succeeded', pollSeconds: 1 } : RUN;
    });
    // The execution, five tasks, two choices, the map with one iteration, and the ends of the batch and the run.
    expect(events).toBe(2 + 5 * 5 + 2 * 2 + (4 + 2) + 2 * 2);
  });
});
