import type { CountName, Counts } from './meter.ts';
import { GB, HOURS_PER_MONTH, MILLION, PRICES, type PriceName } from './prices.ts';
import type { StageFacts } from './template.ts';

/** bench/cost.json: what was counted, and read from the templates of the stage. */
export interface Results {
  /** ISO 8601. */
  measuredAt: string;
  machine: string;
  stage: string;
  facts: StageFacts;
  /** Counts of the operations: lives of models first, then calls by kind. */
  columns: { name: string; times: number }[];
  /** Counts by name, each with a number for every column. */
  counts: Partial<Record<CountName, number[]>>;
}

/** Inputs that are not counted, with their values. */
export const ASSUMPTIONS = {
  tracesPerSecond: 10,
  /** Beyond the first of each second: X-Ray's default sampling rule. */
  sampledShareOfOtherTraces: 0.05,
  initSecondsPerColdStart: 0.5,
  /** A few models an hour find most functions without an environment. */
  coldShareOfModelInvocations: 0.3,
  coldShareOfCallInvocations: 0.01,
  lambdaSecondsPerMeasuredSecond: 1,
  /** Uploads of the bench are drawn, and smaller than a phone's. */
  megabytesPerUpload: 3,
  /** With the index, as scanned on 2026-11-22; items that expire are left out. */
  tableKilobytesPerModel: 35,
  /** A line of the function and three of Lambda; API Gateway's line; Step Functions' history. */
  logBytesPerInvocation: 660,
  logBytesPerRequest: 330,
  logBytesPerTransition: 1300,
  keptLogBytesPerIngestedByte: 0.15,
  customMetricsWritten: 12,
  pollersPerQueue: 5,
  secondsPerPoll: 20,
  waf: true,
  /** The setting of an organization; `schedule/enforce-retention` deletes uploads after it. */
  uploadRetentionDays: 30,
};

/** Everything beside the counts that decides the bill. */
export type Terms = typeof ASSUMPTIONS & StageFacts;

/** Quantities by the names of the price table; GB are counted in bytes. */
export type Usage = Partial<Record<PriceName, number>>;

/**
 * Share of traces that X-Ray records: the first of each second, and a share of the others. Traces begin independently
 * of each other, so that a share of 1 − e^−rate of all seconds has a first one.
 */
export function recordedShare(tracesPerSecond: number): number {
  const first = (1 - Math.exp(-tracesPerSecond)) / tracesPerSecond;
  return first + ASSUMPTIONS.sampledShareOfOtherTraces * (1 - first);
}

/** Usage of 1,000 models made, of their uploads until they are deleted, of keeping them for a month, of a million calls by kind, and of a month without a call. */
export function billOf(results: Results, changes: Partial<Terms> = {}) {
  const terms = { ...ASSUMPTIONS, ...results.facts, ...changes };
  const models = countsOf(results, 0, 1000);
  const { uploads = 0, photoBytes = 0 } = models;
  // Cut-outs are deleted when their model is active.
  const inputBytes = uploads * terms.megabytesPerUpload * 2 ** 20;
  const monthsOfUploads = (terms.uploadRetentionDays * 24) / HOURS_PER_MONTH;
  const itemBytes = 1000 * terms.tableKilobytesPerModel * 1024;
  const keeping: Usage = { objectBytes: photoBytes, itemBytes };
  const uploading: Usage = { objectBytes: inputBytes * monthsOfUploads };
  const making = usageOf(models, terms, terms.coldShareOfModelInvocations);
  const calls = results.columns.slice(1).map(({ name }, index) => {
    const usage = usageOf(countsOf(results, index + 1, MILLION), terms, terms.coldShareOfCallInvocations);
    return { name, usage };
  });
  const { webAcls, webAclRules, ...resources } = terms.resources;
  const idle: Usage = {
    ...resources,
    ...(terms.waf && { webAcls, webAclRules }),
    metrics: terms.customMetricsWritten,
    // Polls, at the price of FIFO queues, the dearer one.
    fifoRequests:
      (terms.polledQueues * terms.pollersPerQueue * HOURS_PER_MONTH * 3600) / terms.secondsPerPoll,
  };
  return { making, uploading, keeping, calls, idle };
}

function usageOf(counts: Counts, terms: Terms, coldShare: number): Usage {
  const { invocations = 0, invokedGb = 0, gbSeconds = 0, edgeRequests = 0, transitions = 0 } = counts;
  const requestLogBytes = edgeRequests * terms.logBytesPerRequest;
  const flowLogBytes = transitions * terms.logBytesPerTransition;
  const logBytes = invocations * terms.logBytesPerInvocation + requestLogBytes + flowLogBytes;
  const monthsKept = (terms.logRetentionDays * 24) / HOURS_PER_MONTH;
  const initGbSeconds = invokedGb * coldShare * terms.initSecondsPerColdStart;
  return {
    ...counts,
    gbSeconds: gbSeconds * terms.lambdaSecondsPerMeasuredSecond + initGbSeconds,
    traces: terms.tracing ? (counts.traces ?? 0) * recordedShare(terms.tracesPerSecond) : 0,
    apiRequests: edgeRequests,
    inspectedRequests: terms.waf ? edgeRequests : 0,
    logBytes,
    keptLogBytes: logBytes * terms.keptLogBytesPerIngestedByte * monthsKept,
  };
}

/** Counts of one column for so many repetitions. */
export function countsOf({ columns, counts }: Results, index: number, repetitions: number): Counts {
  const factor = repetitions / (columns[index]?.times ?? 1);
  const entries = Object.entries(counts).map(([name, values]) => [name, (values[index] ?? 0) * factor]);
  return Object.fromEntries(entries);
}

/** Priced quantities in the order of the price table: in the unit that is shown, and in USD. */
export function linesOf(usage: Usage) {
  return Object.entries(PRICES).flatMap(([name, price]) => {
    const quantity = usage[name as PriceName] ?? 0;
    const total = (quantity / price.per) * price.usd;
    return quantity > 0 ? [{ ...price, quantity: quantity / (price.per === GB ? GB : 1), total }] : [];
  });
}

/** In USD; of one service, or of all. */
export function totalOf(usage: Usage, service?: string): number {
  const lines = linesOf(usage).filter((line) => service === undefined || line.service === service);
  return lines.reduce((sum, { total }) => sum + total, 0);
}
