import type { CostResult } from './cost-process.ts';
import type { IsolationResult } from './isolation.ts';
import type { MassOutageResult } from './mass-outage.ts';
import type { Cost } from './meter.ts';
import type { Behaviour } from './receiver-process.ts';
import type { Latencies } from './statistics.ts';
import type { ThroughputResult } from './throughput.ts';

export interface Results {
  /** ISO 8601. */
  measuredAt: string;
  node: string;
  cores: number;
  processor: string;
  /** Load averages over 1 and 5 minutes before the start, caused by other processes. */
  loadBefore: [number, number];
  throughput: ThroughputResult[];
  isolation: IsolationResult[];
  /** The isolation with one set of message groups for all organizations. */
  brokenIsolation: IsolationResult;
  /** Absent until it was measured. */
  massOutage?: MassOutageResult;
  cost: CostResult;
}

const WORDS: Readonly<Record<Behaviour, string>> = {
  well: 'answers at once',
  hangs: 'accepts the post and never answers',
  slow: 'answers 200 after 5 s',
  trickles: 'answers 200 and one byte a second',
};

/** The results as a Markdown page. */
export function pageOf(results: Results): string {
  const {
    measuredAt,
    node,
    cores,
    processor,
    loadBefore,
    throughput,
    isolation,
    brokenIsolation,
    massOutage,
    cost,
  } = results;
  const [plan = brokenIsolation] = isolation;
  return `# Webhooks, measured

Written by \`npm run bench:webhooks\`; all numbers are in [webhooks.json](webhooks.json).

${measuredAt}, Node ${node}, ${cores} cores (${processor}), load average before the start ${loadBefore.map(twoDigits).join(' (1 min), ')} (5 min).

The local cloud runs the synthesized templates and the bundled functions with real queues, a real table and a real stream, in one
process. A second process is the HTTP server of all receivers. A third process commits state changes of models with the domain's code,
and each change has a webhook. **Latency** is the time from the response to the transaction until the receiver has the whole body. All
processes share the cores above, so the absolute numbers are those of a laptop. They serve to compare versions of the code, and
organizations with each other. On AWS, each invocation has its own processor. The local cloud gives the table's engine two indexes that
it lacks ([dynoxide.ts](../local/engines/dynoxide.ts)), because it would otherwise slow down with a growing stream.

## Throughput and latency

Throughput: 16 writers, but at most one per model, commit changes as quickly as they can. The time counts from the first commit to the
last receipt. Latency: afterwards, changes are committed for 60 s at a fixed rate of half the throughput, however long each takes.

${table(
  ['models', 'organizations', 'throughput', 'fixed rate', 'p50', 'p95', 'p99', 'maximum', 'webhooks'],
  throughput.map((row) => [
    String(row.organizations * row.modelsEach),
    String(row.organizations),
    `${row.webhooksPerSecond.toFixed(0)}/s`,
    `${row.pacedPerSecond}/s`,
    ...latencyCells(row.latencies),
  ]),
)}

The webhooks of one model are delivered one after another, so the time from lease to recorded result limits its throughput.

## Isolation

${plan.organizations} organizations, one of which has a misbehaving receiver. All organizations have ${plan.changesPerSecond} changes per second in turn, at fixed times. Rounds of
${plan.secondsPerRound} s without and with the misbehaviour alternate. Before each round, the misbehaving organization has 40 additional changes over 10 s, so that
it has its maximum of open posts and these end at different times. After each round, its receiver behaves well until every webhook of
the round is accepted. The ratio compares the p99 of the **other** organizations over all rounds with the misbehaviour to their p99 over
all rounds without it. The interval contains the ratios of 95 % of 1,000 bootstrap samples of the pairs of rounds.

${table(ISOLATION_COLUMNS, isolation.map(isolationRow))}

p99 of each pair of rounds, in milliseconds (without → with the misbehaviour):

${isolation.map(({ behaviour, p99OfPairs }) => `- ${WORDS[behaviour]}: ${p99OfPairs.map((pair) => `${pair.without} → ${pair.with}`).join(', ')}`).join('\n')}

**Control**: the same measurement with message groups that all organizations share, which breaks the isolation on purpose.

${table(ISOLATION_COLUMNS, [isolationRow(brokenIsolation)])}

${massOutage ? massOutageSection(massOutage) : ''}## Cost of a webhook

Counted on ${cost.countedAt} (\`npm run bench:webhooks -- --only-cost\`), as the average of ${cost.webhooks} webhooks that were delivered one by one at the first
attempt. Each webhook also needs one invocation of \`queue/deliver-webhooks\` and a share of one of \`stream/publish-events\`, which handles
up to 100 events. Capacity units are those of the engine. They do not include the index in transactions, which
[docs/cost.md](../docs/cost.md) counts.

${table(
  ['', 'read units', 'write units', 'calls'],
  [
    costRow('state change, including its event', cost.stateChange),
    costRow('publishing, delivery and record', cost.delivery),
  ],
)}
`;
}

function massOutageSection(massOutage: MassOutageResult): string {
  return `## Mass outage

${massOutage.hung} of ${massOutage.organizations} receivers accept posts and never answer. All organizations have ${massOutage.changesPerSecond} changes per second in turn. The latencies are those of the
organizations whose receivers work. The local cloud runs 64 deliveries at a time, so the posts that hang use them up until the circuit
breakers open.

${table(
  ['', 'p50', 'p95', 'p99', 'maximum', 'webhooks', 'ratio of p99'],
  [
    ['before the outage', ...latencyCells(massOutage.before), ''],
    [
      `the first ${massOutage.secondsFirst} s of the outage`,
      ...latencyCells(massOutage.first),
      `**${twoDigits(massOutage.ratios.first)}**`,
    ],
    [
      `the next ${massOutage.secondsLater} s`,
      ...latencyCells(massOutage.later),
      `**${twoDigits(massOutage.ratios.later)}**`,
    ],
  ],
)}

The receivers that hung got ${massOutage.postsWhileHung} posts. ${massOutage.secondsToRecover} s after they worked again and their owners had sent a test, every webhook was accepted. Retries and probes are those of a deployed stage.

`;
}

const ISOLATION_COLUMNS = [
  'misbehaviour',
  'p99 without',
  'p99 with',
  'ratio',
  'interval',
  'ratio of pairs: minimum, median, maximum',
  'p50 without → with',
  'webhooks',
  'open posts',
];

function isolationRow(result: IsolationResult): string[] {
  const { ratio, without } = result;
  return [
    WORDS[result.behaviour],
    `${without.p99} ms`,
    `${result.with.p99} ms`,
    `**${twoDigits(ratio.ofPooled)}**`,
    ratio.interval95.map(twoDigits).join(' to '),
    [ratio.ofPairs.lowest, ratio.ofPairs.median, ratio.ofPairs.highest].map(twoDigits).join(', '),
    `${without.p50} → ${result.with.p50} ms`,
    `${without.samples} + ${result.with.samples}`,
    `${result.mostOpenPosts} at most`,
  ];
}

function latencyCells({ samples, p50, p95, p99, max }: Latencies): string[] {
  return [...[p50, p95, p99, max].map((milliseconds) => `${milliseconds} ms`), String(samples)];
}

function costRow(name: string, { readUnits, writeUnits, calls }: Cost): string[] {
  const listed = Object.entries(calls).map(([call, number]) => `${number} × ${call}`);
  return [name, String(readUnits), String(writeUnits), listed.join(', ')];
}

function twoDigits(number: number): string {
  return number.toFixed(2);
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
