import type { CostResult } from './cost-process.ts';
import type { IsolationResult } from './isolation.ts';
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
  /** Load averages over 1 and 5 minutes before the bench began: what others did on the machine. */
  loadBefore: [number, number];
  throughput: ThroughputResult[];
  isolation: IsolationResult[];
  /** The same with one set of message groups for all organizations. */
  brokenIsolation: IsolationResult;
  cost: CostResult;
}

const WORDS: Readonly<Record<Behaviour, string>> = {
  well: 'answers at once',
  hangs: 'takes the post and never answers',
  slow: 'answers 200 after 5 s',
  trickles: 'answers 200 and one byte a second',
};

/** The results as a page for people. */
export function pageOf(results: Results): string {
  const { measuredAt, node, cores, processor, loadBefore, throughput, isolation, brokenIsolation, cost } =
    results;
  const [plan = brokenIsolation] = isolation;
  return `# Webhooks, measured

Written by \`npm run bench:webhooks\`; all numbers are in [webhooks.json](webhooks.json).

${measuredAt}, Node ${node}, ${cores} cores (${processor}), load average before the start ${loadBefore.map(twoDigits).join(' (1 min), ')} (5 min).

The local cloud runs in a process of its own: the synthesized templates, the bundled functions, real queues, table and stream.
All receivers are one more process, a real HTTP server. Webhooks follow from state changes of models, committed by the domain's own
code from a third process. **Latency** is the time from the answer to the transaction that changes the model to the moment at which the
receiver has the whole body. All of this shares the cores above, the writing of the changes included, so these are numbers of a laptop:
they compare one change of the code with another, and one organization with the next; AWS gives each invocation a processor of its own.
The local cloud gives the table's engine two indexes that it lacks ([dynoxide.ts](../local/engines/dynoxide.ts)): without them it
slows down as its stream grows, and nothing else would be measured.

## Throughput and latency

Throughput: changes are written as quickly as 16 writers can (one per model at most), from the first commit to the last receipt.
Latency: after that, changes at a fixed rate, half of the throughput, for 60 s, however long each takes.

${table(
  ['models', 'organizations', 'throughput', 'at', 'p50', 'p95', 'p99', 'highest', 'webhooks'],
  throughput.map((row) => [
    String(row.organizations * row.modelsEach),
    String(row.organizations),
    `${row.webhooksPerSecond.toFixed(0)}/s`,
    `${row.pacedPerSecond}/s`,
    ...latencyCells(row.latencies),
  ]),
)}

One model's webhooks go one after another, so its throughput is what one way from claim to record allows.

## Isolation

${plan.organizations} organizations, one of which has a receiver that misbehaves. ${plan.changesPerSecond} changes a second at fixed times, in turn over all
organizations; in rounds of ${plan.secondsPerRound} s, without and with the misbehaviour in turn, all in one run. Before each round the one
organization has 40 changes more, over 10 s, so that as many of its posts are open as may be and end at different times; after each its receiver does
well again until every webhook of the round has been accepted. Compared is the p99 of the **other** organizations, over all rounds with by over all rounds without. The
interval holds 95 % of 1,000 draws of as many pairs of rounds from the measured ones.

${table(ISOLATION_HEAD, isolation.map(isolationRow))}

p99 of each pair of rounds, in milliseconds (without → with):

${isolation.map(({ behaviour, p99OfPairs }) => `- ${WORDS[behaviour]}: ${p99OfPairs.map((pair) => `${pair.without} → ${pair.with}`).join(', ')}`).join('\n')}

**That the measure can fail**: the same with message groups that all organizations share.

${table(ISOLATION_HEAD, [isolationRow(brokenIsolation)])}

## What a webhook costs

Counted on ${cost.countedAt} (\`npm run bench:webhooks -- --only-cost\`) over ${cost.webhooks} webhooks that were delivered at the first attempt, one by one, to models that had one before. On top come one
invocation of the delivering function, and a part of one of the publishing function, which takes up to 100 events at once. Units are what
the engine answers; of a transaction it leaves out the index, which [docs/cost.md](../docs/cost.md) counts.

${table(
  ['', 'read units', 'write units', 'calls'],
  [
    costRow('the state change itself, its event included', cost.stateChange),
    costRow('publishing, delivering, recording', cost.delivery),
  ],
)}
`;
}

const ISOLATION_HEAD = [
  'the one receiver',
  'p99 without',
  'p99 with',
  'ratio',
  'interval',
  'pairs: lowest, middle, highest',
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
