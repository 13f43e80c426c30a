import { BATCH_SIZE, HEADSHOTS } from '../../shared/domain/flow/plan.ts';
import type { Results, Terms, Usage } from './bill.ts';
import { ASSUMPTIONS, billOf, countsOf, linesOf, recordedShare, totalOf } from './bill.ts';
import { GB, HOURS_PER_MONTH, MILLION, PRICES_DATE, PRICES_REGION, pricePage } from './prices.ts';
import {
  GPU_SECONDS,
  OWN_GPU_USD_PER_HOUR,
  PROVIDER_PRICES_DATE,
  type ProviderLine,
  providerCosts,
} from './providers.ts';

/** One in five minutes, for 30 days. */
const CHECKS_PER_MONTH = (30 * 24 * 60) / 5;
/** Changes of settings and of assumptions that the page prices. */
const CHANGES: Record<string, Partial<Terms>> = {
  'No tracing': { tracing: false },
  'Tracing at 0.38 traces a second, a million in a month': { tracesPerSecond: 0.38 },
  'Tracing at 100 traces a second': { tracesPerSecond: 100 },
  'Every invocation is a cold start': { coldShareOfModelInvocations: 1, coldShareOfCallInvocations: 1 },
  'INIT time is not billed': { initSecondsPerColdStart: 0 },
  'Lambda takes twice as long': { lambdaSecondsPerMeasuredSecond: 2 },
  'Logs kept for 30 days (`logRetentionDays`)': { logRetentionDays: 30 },
  'Uploads deleted a day after the headshots are ready (`uploadRetentionDays`)': { uploadRetentionDays: 1 },
  'No WAF': { waf: false },
};
const REFERENCE_CALL = 'GET …/models/{id}';

/** docs/cost.md. */
export function costPage(results: Results): string {
  const { making, uploading, keeping, calls, idle } = billOf(results);
  const byTotal = calls.toSorted((one, other) => totalOf(one.usage) - totalOf(other.usage));
  const { uploads, photoBytes = 0 } = countsOf(results, 0, 1);
  const [models, ...kinds] = results.columns.map(({ times }) => times);
  const { tracesPerSecond, sampledShareOfOtherTraces, megabytesPerUpload, uploadRetentionDays } = ASSUMPTIONS;
  const { initSecondsPerColdStart, coldShareOfModelInvocations, coldShareOfCallInvocations } = ASSUMPTIONS;
  const traces = (rate: number) =>
    `${percent(recordedShare(rate))}, ${usd(totalOf({ traces: recordedShare(rate) * MILLION }))}`;
  const assumptions = Object.entries(ASSUMPTIONS).map(([name, value]) => `\`${name}\`: ${value}`);
  return `# What it costs on AWS

Written by \`npm run bench:cost\` from its counts ([bench/cost.json](../bench/cost.json)) and from list prices
([bench/cost/prices.ts](../bench/cost/prices.ts)). A test holds this page to both: change the script, not the page. After a change of
prices, assumptions or words, \`npm run bench:cost -- --page\` writes it without measuring. Amounts are in USD, with three digits.

| | USD |
| --- | ---: |
| a model made | **${usd(totalOf(making) / 1000)}** |
| 1,000 models made | **${usd(totalOf(making))}** |
| uploads of 1,000 models, until they are deleted after ${uploadRetentionDays} days | **${usd(totalOf(uploading))}** |
| 1,000 models kept, each month | **${usd(totalOf(keeping))}** |
| a million API calls, by kind | **${usd(totalOf(byTotal.at(0)?.usage ?? {}))}** to **${usd(totalOf(byTotal.at(-1)?.usage ?? {}))}** |
| a month without a call | **${usd(totalOf(idle))}** |

- **Sample** of ${results.measuredAt.slice(0, 10)}: ${models} models, one after another, and ${kinds[0]} calls of each kind, on ${results.machine}.
- **Counted** on the local cloud: requests, units, bytes of objects and responses, states, invocations. Units of DynamoDB are what the
  engine answers; of a transaction they are computed by DynamoDB's rules: each item twice, and the index once for what changes there.
- **Measured** on this machine: durations of functions, multiplied by the memory of the template. Lambda's processors are others, and a
  machine under load takes longer. They include the start of environments that were new here.
- **Assumed**: billed start-up (INIT) time of Lambda, ${initSecondsPerColdStart} s in ${percent(coldShareOfModelInvocations)} of the invocations for models and ${percent(coldShareOfCallInvocations)} of those for
  calls; the rest is at the end of the page.
- **Prices are from memory**, as of ${PRICES_DATE}: list prices of ${PRICES_REGION}, first tier, no free tier, no discount, no tax. None was
  compared with AWS's pages on that day: check them before you rely on them. A GB has 2³⁰ bytes, a month ${HOURS_PER_MONTH} hours.
- **Not included**: a provider with GPUs, which has [a section of its own](#providers) (the studio draws in Lambda), failures and retries, deletion, tasks of the clock, bytes of
  webhooks and of requests, TLS, CloudTrail, support.

## 1,000 models made

Each is white-label: 8 uploads of 12 megapixels, a page that polls, 40 headshots in three sizes, webhooks, all headshots fetched by the
partner, 40 thumbnails and 5 headshots by the member, one choice.

${usageTable(making)}

## 1,000 models kept for a month

A model leaves ${number(photoBytes / 2 ** 20)} MB of headshots. Its ${uploads} uploads of ${megabytesPerUpload} MB go ${uploadRetentionDays} days after they are ready, which is once
${usd(totalOf(uploading))} for 1,000 models; its cut-outs go when it is active, which is not priced.

${usageTable(keeping)}

## A million API calls

By kind and service, the cheapest kind first: through CloudFront and WAF, with everything that follows from a call.

${callTable(byTotal)}

## Tracing

X-Ray is priced at its default sampling rule, the only one that Lambda takes: it records the first trace of each second and ${percent(sampledShareOfOtherTraces)} of the
others. At ${tracesPerSecond} traces a second that is ${traces(tracesPerSecond)} for a million traces; at 0.38 a second, a million in a month, ${traces(0.38)};
at 100 %, ${usd(totalOf({ traces: MILLION }))}. The first traces of all seconds cost at most ${usd(totalOf({ traces: HOURS_PER_MONTH * 3600 }))} a month, if all functions share one reservoir.

## Providers

${HEADSHOTS} headshots in ${HEADSHOTS / BATCH_SIZE} batches, or one at \`sagemaker\`, in addition to the above. A shot whose image is unusable is made again by itself, at most twice.
A run that fails pays for its training again.

${providerTable()}

- **astria**: prices of its API documentation for its older models. Its page of prices could not be read, and Flux may cost more: put
  those of the account into \`prices\` of the stage's \`astria\` settings, by which costs are recorded.
- **replicate**: seconds of an H100 at the list price of <https://replicate.com/pricing>, which is also what is recorded. The times are
  assumed: ${GPU_SECONDS.training} s for a training of 1,000 steps, ${GPU_SECONDS.image} s for an image.
- **http**: the same times on a GPU of one's own, at ${usd(OWN_GPU_USD_PER_HOUR)} an hour. The worker reports what is recorded.
- **sagemaker**: the on-demand price and the discount of Spot capacity are assumed, and so are the times: [sagemaker.md](sagemaker.md#price-per-person-arithmetic-not-measured)
  has the arithmetic. \`capacity.sagemaker\` is the number of instances, which is a quota of the account.
- Collected on ${PROVIDER_PRICES_DATE}; no provider was called. The studio draws in Lambda, which is included above. \`npm run ops -- model show\` has
  what a model was billed, and \`organization usage\` the sums.

## A month without a call

The stage \`${results.stage}\` as in its templates. Requests to queues are polls of ${results.facts.polledQueues} empty queues, at the price of FIFO queues.
Custom metrics are priced as if they were written in every hour. The check of the main job is left out: its ${CHECKS_PER_MONTH.toLocaleString('en-US')} development
models a month were not measured, and cost less than as many models made, which is ${usd((totalOf(making) * CHECKS_PER_MONTH) / 1000)}.

${usageTable(idle)}

## What a setting changes

USD more or less than above.

${table(['change', '1,000 made', 'their uploads', '1,000 kept a month', `a million \`${REFERENCE_CALL}\``, 'idle month'], changeRows(results))}

## What is assumed

[bench/cost/bill.ts](../bench/cost/bill.ts) says why; the settings of the stage are in [bench/cost.json](../bench/cost.json).

${assumptions.join(', ')}.
`;
}

/** Every line with its share: where the money goes. */
function usageTable(usage: Usage): string {
  const sum = totalOf(usage);
  const rows = linesOf(usage).map(({ service, unit, quantity, usd: price, per, total }) => [
    `[${service}](${pricePage(service)})`,
    unit,
    number(quantity),
    per === 1 || per === GB ? `$${price}` : `$${price} per ${number(per)}`,
    usd(total),
    percent(total / sum),
  ]);
  const head = ['service', 'unit', 'quantity', 'price', 'USD', 'share'];
  return table(head, [...rows, ['', '', '', '', `**${usd(sum)}**`, '']]);
}

function providerTable(): string {
  const cellOf = (line: ProviderLine | undefined) =>
    line
      ? `${usd(line.usd * line.quantity)}: ${number(line.quantity)} × ${line.unit} at ${usd(line.usd)}`
      : '–';
  const rows = providerCosts().map(({ provider, model, lines: [training, images], furtherImage }) => [
    `\`${provider}\``,
    `**${usd(model)}**`,
    usd(furtherImage),
    cellOf(training),
    cellOf(images),
  ]);
  return table(['provider', `${HEADSHOTS} headshots`, 'a shot made again', 'training', 'images'], rows);
}

function callTable(calls: { name: string; usage: Usage }[]): string {
  const services = [...new Set(calls.flatMap(({ usage }) => linesOf(usage).map(({ service }) => service)))];
  const rows = calls.map(({ name, usage }) => {
    const totals = [...services, undefined].map((service) => totalOf(usage, service).toFixed(2));
    return [`\`${name}\``, ...totals];
  });
  return table(['call', ...services, 'total'], rows);
}

function changeRows(results: Results): string[][] {
  const totals = (change: Partial<Terms>) => {
    const { making, uploading, keeping, calls, idle } = billOf(results, change);
    const call = calls.find(({ name }) => name === REFERENCE_CALL)?.usage ?? {};
    return [making, uploading, keeping, call, idle].map((usage) => totalOf(usage));
  };
  const before = totals({});
  return Object.entries(CHANGES).map(([name, change]) => {
    const changes = totals(change).map((total, part) => total - (before[part] ?? 0));
    return [name, ...changes.map((by) => (by > 0 ? `+${number(by)}` : number(by)))];
  });
}

function number(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

function usd(amount: number): string {
  return `$${number(amount)}`;
}

function percent(share: number): string {
  return `${number(Math.round(1000 * share) / 10)} %`;
}

/** A Markdown table; columns are at the right where the first row has a number. */
function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (/^[$\d+-]/.test(rows[0]?.[column] ?? '') ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
