import { type Quantities, scaled, sum, totalOf } from './bill.ts';
import { type CallName, MIX } from './calls.ts';
import type { FunctionCounts } from './counts.ts';
import { added } from './metered.ts';
import {
  type Measured,
  monthlyOf,
  quantitiesOf,
  type Stored,
  storageOf,
  uploadedBytes,
} from './quantities.ts';
import type { CostResults } from './results.ts';

/** What the results come to, in the units of the document. */

export const MODELS = 1000;
export const CALLS = 1_000_000;
const GB = 2 ** 30;

/** Both runs together. */
interface Pooled {
  models: number;
  measured: Measured;
  stored: Stored;
}

export function pooled({ runs: [one, other] }: CostResults): Pooled {
  return {
    models: one.models + other.models,
    measured: added(one.measured, other.measured),
    stored: {
      uploads: one.stored.uploads + other.stored.uploads,
      subjects: one.stored.subjects + other.stored.subjects,
      photos: one.stored.photos + other.stored.photos,
      items: one.stored.items + other.stored.items,
    },
  };
}

/** What 1,000 models use. */
export function modelQuantities(results: CostResults): Quantities {
  return quantitiesOfRun(results, pooled(results));
}

function quantitiesOfRun({ facts, inputs }: CostResults, { models, measured, stored }: Pooled): Quantities {
  const used = sum(quantitiesOf(measured, facts, inputs), storageOf(stored, inputs));
  return sum(scaled(used, MODELS / models), { provider: MODELS * inputs.providerPricePerModel });
}

/** For each quantity, what a model used in the larger run by what one used in the smaller. */
export function linearity(results: CostResults): Quantities {
  const [fewer, more] = results.runs.map((run) => quantitiesOfRun(results, run)) as [Quantities, Quantities];
  return Object.fromEntries(
    Object.entries(fewer).map(([name, quantity]) => [name, (more[name as keyof Quantities] ?? 0) / quantity]),
  );
}

/** What a million calls of a kind use. */
export function callQuantities(
  { calls, callsOfEachKind, facts, inputs }: CostResults,
  name: CallName,
): Quantities {
  return scaled(quantitiesOf(calls[name], facts, inputs), CALLS / callsOfEachKind);
}

export function callNames(): CallName[] {
  return Object.keys(MIX) as CallName[];
}

/** What a million calls of the mix use. */
export function mixQuantities(results: CostResults): Quantities {
  const shares = callNames().reduce((total, name) => total + MIX[name].share, 0);
  return sum(...callNames().map((name) => scaled(callQuantities(results, name), MIX[name].share / shares)));
}

/** Of all runs: what alarms and dashboards are made of would be the same for any number of models. */
export function metricNames(results: CostResults): string[] {
  const logs = [pooled(results).measured, ...Object.values(results.calls)].map(({ log }) => log);
  return [...new Set(logs.flatMap(({ metrics }) => metrics))].sort();
}

export function monthlyQuantities(results: CostResults) {
  const { facts, schedules, inputs } = results;
  return monthlyOf(facts, schedules, metricNames(results).length, inputs);
}

export interface FunctionShare extends FunctionCounts {
  operation: string;
  /** USD per 1,000 models: running it, and what it asks of the table. */
  running: number;
  table: number;
}

/** What each function costs per 1,000 models, the dearest first. */
export function functionShares(results: CostResults): FunctionShare[] {
  const { models, measured } = pooled(results);
  return Object.entries(measured.counts.functions)
    .map(([operation, counts]) => {
      const { invocations, memoryMB, milliseconds, units } = counts;
      const lambdaGbSeconds = (memoryMB / 1024) * (milliseconds / 1000) * results.inputs.durationFactor;
      const perThousand = (quantities: Quantities) => totalOf(scaled(quantities, MODELS / models));
      return {
        ...counts,
        operation,
        running: perThousand({ lambdaRequests: invocations, lambdaGbSeconds }),
        table: perThousand({ dynamodbReads: units.read, dynamodbWrites: units.write }),
      };
    })
    .sort((one, other) => other.running + other.table - one.running - one.table);
}

export interface Lever {
  what: string;
  /** USD, of what `of` says. */
  saves: number;
  of: '1,000 models' | 'a million calls of the mix' | 'a month';
}

const LEAST_SAVING = 0.01;
const TEN_PERCENT = 0.1;

/** What would lower the bill, and by how much at most: the largest saving first. */
export function levers(results: CostResults): Lever[] {
  const { inputs } = results;
  const { models, measured, stored } = pooled(results);
  const { functions, units } = measured.counts;
  const perThousand = (quantities: Quantities) => totalOf(scaled(quantities, MODELS / models));
  const invocations = (operation: string) => functions[operation]?.invocations ?? 0;
  const [dearest] = functionShares(results).toSorted((one, other) => other.running - one.running);
  const mixCounts = callNames().map((name) => ({ share: MIX[name].share, ...results.calls[name].counts }));
  const rateLimitOfMix = mixCounts.map(({ share, units: { rateLimit } }) =>
    scaled({ dynamodbReads: rateLimit.read, dynamodbWrites: rateLimit.write }, share / 100),
  );
  const ofModels = '1,000 models';
  const all: Lever[] = [
    {
      what: 'Removing uploads and cut-outs once the model is active, so that only photos are kept',
      saves: perThousand({
        s3Storage: ((uploadedBytes(stored, inputs) + stored.subjects) / GB) * inputs.monthsKept,
      }),
      of: ofModels,
    },
    {
      what: 'Of it, removing what the studio has cut out of uploads, which nothing reads any more',
      saves: perThousand({ s3Storage: (stored.subjects / GB) * inputs.monthsKept }),
      of: ofModels,
    },
    {
      what: `A tenth less time in \`${dearest?.operation}\`, the function that costs most`,
      saves: (dearest?.running ?? 0) * TEN_PERCENT,
      of: ofModels,
    },
    {
      what: 'A state less in each batch of the flow, such as the one that ends it',
      saves: perThousand({ stateTransitions: invocations('flow/advance-generation') }),
      of: ofModels,
    },
    {
      what: 'Telling waiting pages of news, so that they need not ask',
      saves:
        ((invocations('member/session/get-overview') / models) *
          MODELS *
          totalOf(callQuantities(results, 'overview'))) /
        CALLS,
      of: ofModels,
    },
    {
      what: 'Counting the rate limit without the table',
      saves: perThousand({ dynamodbReads: units.rateLimit.read, dynamodbWrites: units.rateLimit.write }),
      of: ofModels,
    },
    {
      what: 'Counting the rate limit without the table',
      saves: (totalOf(sum(...rateLimitOfMix)) / results.callsOfEachKind) * CALLS,
      of: 'a million calls of the mix',
    },
    {
      what: 'Polling one queue less',
      saves:
        totalOf(monthlyQuantities(results).polling) /
        (results.facts.standardSources + results.facts.fifoSources),
      of: 'a month',
    },
  ];
  return all.filter(({ saves }) => saves >= LEAST_SAVING).sort((one, other) => other.saves - one.saves);
}
