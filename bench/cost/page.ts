import { bill, type Quantities, scaled, totalOf, totalsByService } from './bill.ts';
import { type CallName, MIX } from './calls.ts';
import { PURPOSES } from './counts.ts';
import {
  callNames,
  callQuantities,
  functionShares,
  levers,
  linearity,
  MODELS,
  metricNames,
  mixQuantities,
  modelQuantities,
  monthlyQuantities,
  pooled,
} from './findings.ts';
import { megabytes, percent, priceText, quantity, usd } from './format.ts';
import { LIKED, OPENED, UPLOADS } from './journey.ts';
import { PRICES, PRICES_REGION, PRICES_TAKEN } from './prices.ts';
import { uploadedBytes } from './quantities.ts';
import type { CostResults } from './results.ts';

/** The results as docs/cost.md. */
export function costPage(results: CostResults): string {
  const { inputs } = results;
  const models = modelQuantities(results);
  const mix = mixQuantities(results);
  const month = monthlyQuantities(results);
  const monthTotal = Object.values(month).reduce((sum, quantities) => sum + totalOf(quantities), 0);
  return `# What it costs on AWS

Written by \`npm run bench:cost\` from what it counted ([bench/cost.json](../bench/cost.json)) and from list prices
([bench/cost/prices.ts](../bench/cost/prices.ts)). A test holds this page to both: change the script, not the page.

| | USD |
| --- | ---: |
| 1,000 models, kept for ${inputs.monthsKept} months | **${usd(totalOf(models))}** |
| a million API calls of the mix below | **${usd(totalOf(mix))}** |
| a month in which nothing happens | **${usd(monthTotal)}** |

![USD per 1,000 models, by service](images/cost.svg)

${limitsPart(results)}

${modelsPart(results, models)}

${callsPart(results, mix)}

${monthPart(results, month, monthTotal)}

${findingsPart(results, models)}

${inputsPart(results)}

${pricesPart()}

## Again

\`\`\`sh
npm run bench:cost                                     # some minutes; --models 6,12 --calls 20 unless told
npm run bench:cost -- --page                           # after a change of prices or words: nothing is measured
npm run bench:cost -- --page --set monthsKept=3 --set providerPricePerModel=1.5
\`\`\`
`;
}

function limitsPart(results: CostResults): string {
  const { measuredAt, node, cores, processor, facts, runs } = results;
  return `## What these numbers are

${measuredAt}, Node ${node}, ${cores} cores (${processor}). A local cloud ran the functions' bundles on real engines while
${runs[0].models} and then ${runs[1].models} models lived through their lives, one after another, and calls were made one by one.

- **Counted**: invocations, units of the table (of one item what the engine answers, of a transaction what its items come to by DynamoDB's
  rules, indexes included), requests to queues, objects, secrets and mail, states of the flow, HTTP requests, bytes, lines of logs, webhooks
  at a real receiver. Lambda's reading of the table's stream is free.
- **Measured, on this machine**: durations of functions. They are multiplied by the memory of the template, as Lambda bills them. Lambda's
  processors are others, a function below 1,769 MB has less than one of them, and a laptop's cores are shared; on the other hand,
  environments start more often here, and each asks Secrets Manager for the key that signs links. Invocations are exact, GB-seconds are not: \`durationFactor\` stands for the difference.
- **Computed from the template** of the stage \`${facts.stage}\`: what is deployed, Lambda's polling of queues, the lines that API Gateway, Lambda
  and Step Functions log by themselves (of an ordinary length), one trace for each call and
  execution (X-Ray takes a sample, so these are the most).
- **One by one** is dear: with more models at once, batches of the stream and of queues hold more than one event.
- **Prices** are list prices of ${PRICES_REGION} as known on ${PRICES_TAKEN}, first tier, no free tier, no discount, no tax. They were written down
  from memory and second-hand pages, not from a price list of that day: check them before you rely on them.
- **The provider is the studio**, which draws in Lambda. A provider with GPUs has a price of its own: \`providerPricePerModel\`, ${usd(results.inputs.providerPricePerModel)} here.
  With it the two drawing functions would ask and store, and pages and the flow would wait longer.
- **Not in it**: failures and their retries, deletion, TLS, certificates, CloudTrail, support, who operates it.`;
}

function modelsPart(results: CostResults, models: Quantities): string {
  const { runs, uploadBytes } = results;
  const total = runs.reduce((sum, run) => sum + run.models, 0);
  // In turn, the first of each run white-label.
  const invited = runs.reduce((sum, run) => sum + Math.floor(run.models / 2), 0);
  const ratios = linearity(results);
  const rows = bill(models).map((line) => [
    line.service,
    line.what,
    quantity(line.quantity),
    priceText(line),
    usd(line.total),
    ratios[line.name]?.toFixed(2),
  ]);
  return `## 1,000 models

As of the ${total} models of the bench, ${percent(invited / total)} are invited by mail and the others white-label. Each person opens the page, uploads ${UPLOADS} JPEGs of 12 megapixels (drawn ones of ${megabytes(uploadBytes)};
a phone's are larger, and ${results.inputs.uploadMegabytes} MB are what is taken as kept), and waits on the page, which asks for news as often as it does. The studio makes 40 headshots in three sizes. The
organization hears of each step by webhook, reads model and list, and fetches all 40; the person looks at 40 thumbnails and
opens ${OPENED}, likes ${LIKED} and chooses one, which the organization fetches in its original size.

${table(['service', 'what', 'quantity', 'price', 'USD', `${runs[1].models} by ${runs[0].models}`], [...rows, ['', '', '', '', `**${usd(totalOf(models))}**`, '']], 2)}

The last column is what a model used in the run of ${runs[1].models} by what one used in the run of ${runs[0].models}: near 1, the cost grows with the number of models
and no faster.

By function, the dearest ones:

${table(
  ['function', 'MB', 'invocations a model', 'ms each', 'read units', 'write units', 'Lambda', 'DynamoDB'],
  functionRows(results),
  1,
)}`;
}

const FUNCTIONS_SHOWN = 12;

function functionRows(results: CostResults): string[][] {
  const { models } = pooled(results);
  return functionShares(results)
    .slice(0, FUNCTIONS_SHOWN)
    .map(({ operation, memoryMB, invocations, milliseconds, units, running, table: ofTable }) => [
      `\`${operation}\``,
      String(memoryMB),
      quantity(invocations / models),
      quantity(milliseconds / invocations),
      quantity(units.read / models),
      quantity(units.write / models),
      usd(running),
      usd(ofTable),
    ]);
}

/** How the services of a call are shown. */
const CALL_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'API Gateway': ['API Gateway'],
  CloudFront: ['CloudFront'],
  WAF: ['WAF'],
  Lambda: ['Lambda'],
  DynamoDB: ['DynamoDB'],
  logs: ['CloudWatch'],
};

function callsPart(results: CostResults, mix: Quantities): string {
  const byTotal = callNames()
    .map((name) => ({ name, total: totalOf(callQuantities(results, name)) }))
    .sort((one, other) => one.total - other.total);
  const rows = byTotal.map(({ name }) =>
    callRow(callTitle(name), shareText(name), callQuantities(results, name)),
  );
  const [cheapest, dearest] = [byTotal.at(0), byTotal.at(-1)];
  return `## A million API calls

${results.callsOfEachKind} calls of each kind, to an organization with ${pooled(results).models} active models. The mix is the second column: an organization that looks at its models
and collects headshots, and pages that wait. Through CloudFront and WAF, as a stage is deployed; what follows from a call by the stream is in it.

${table(['call', 'of 100', ...Object.keys(CALL_COLUMNS), 'other', 'USD'], [...rows, callRow('**the mix**', '100', mix)], 1)}

The cheapest is \`${cheapest && MIX[cheapest.name].name}\` at ${usd(cheapest?.total ?? 0)}, the dearest \`${dearest && MIX[dearest.name].name}\` at ${usd(dearest?.total ?? 0)}.`;
}

function callTitle(name: CallName): string {
  return `\`${MIX[name].name}\``;
}

function shareText(name: CallName): string {
  return MIX[name].share === 0 ? '–' : String(MIX[name].share);
}

function callRow(title: string, share: string, quantities: Quantities): string[] {
  const totals = new Map(totalsByService(quantities));
  const cells = Object.values(CALL_COLUMNS).map((services) =>
    services.reduce((sum, service) => sum + (totals.get(service) ?? 0), 0),
  );
  const total = totalOf(quantities);
  const other = total - cells.reduce((sum, cell) => sum + cell, 0);
  return [
    title,
    share,
    ...[...cells, Math.max(0, other)].map((cell) => cell.toFixed(2)),
    `**${total.toFixed(2)}**`,
  ];
}

function monthPart(results: CostResults, month: ReturnType<typeof monthlyQuantities>, total: number): string {
  const { facts, inputs, schedules } = results;
  const lines = (quantities: Quantities) =>
    bill(quantities).map((line) => [
      line.service,
      line.what,
      quantity(line.quantity),
      priceText(line),
      usd(line.total),
    ]);
  const operations = schedules.map(({ operation, everyHours }) => `\`${operation}\` every ${everyHours} h`);
  return `## A month in which nothing happens

${table(
  ['service', 'what', 'quantity', 'price', 'USD'],
  [
    ...lines(month.resources),
    ...lines(month.polling).map(withNote(`polling of ${facts.standardSources + facts.fifoSources} queues`)),
    ['several', 'what the clock starts', '', '', usd(totalOf(month.schedules))],
    ['', '', '', '', `**${usd(total)}**`],
  ],
  2,
)}

Lambda waits for messages on ${inputs.idlePollers} connections a queue, ${inputs.longPollSeconds} s at a time. The clock starts ${operations.join(', ')}.
Custom metrics are those that the run has written, one for each name and kind (${metricNames(results).length}); a failure, or a receiver that fails, adds kinds.`;
}

function withNote(note: string): (cells: string[]) => string[] {
  return ([service = '', what = '', ...rest]) => [service, `${what}: ${note}`, ...rest];
}

function findingsPart(results: CostResults, models: Quantities): string {
  const total = totalOf(models);
  const services = totalsByService(models).slice(0, 4);
  const storage = totalOf(kept(models));
  const { models: count, stored, measured } = pooled(results);
  const { units } = measured.counts;
  const uploaded = uploadedBytes(stored, results.inputs);
  const unitCost = (purpose: (typeof PURPOSES)[number]) =>
    totalOf(
      scaled({ dynamodbReads: units[purpose].read, dynamodbWrites: units[purpose].write }, MODELS / count),
    );
  const ofTable = PURPOSES.reduce((sum, purpose) => sum + unitCost(purpose), 0);
  const lambda = bill(models).find(({ name }) => name === 'lambdaGbSeconds');
  return `## What dominates, and what would lower it

- Of 1,000 models: ${services.map(([service, of]) => `${service} ${percent(of / total)}`).join(', ')}. Keeping them for ${results.inputs.monthsKept} months is ${percent(storage / total)} of all (${usd(storage)}).
- A model leaves ${megabytes((uploaded + stored.subjects + stored.photos) / count)} in S3: uploads ${megabytes(uploaded / count)}, what the studio has cut out of them ${megabytes(stored.subjects / count)}, photos ${megabytes(stored.photos / count)}; and ${quantity(stored.items / count / 1024)} KB in the table.
- If Lambda took twice as long as this machine, 1,000 models would cost ${usd(lambda?.total ?? 0)} more.
- Of what the table's requests cost, the rate limit is ${percent(unitCost('rateLimit') / ofTable)}, and noting when an API key was last used ${percent(unitCost('keyUse') / ofTable)}.

What would lower it, by at most so much:

${table(
  ['', 'USD', 'of'],
  levers(results).map(({ what, saves, of }) => [what, usd(saves), of]),
  1,
)}`;
}

function kept({ s3Storage = 0, dynamodbStorage = 0, dynamodbBackup = 0 }: Quantities): Quantities {
  return { s3Storage, dynamodbStorage, dynamodbBackup };
}

function inputsPart({ inputs }: CostResults): string {
  const meanings: Record<keyof typeof inputs, string> = {
    providerPricePerModel: 'USD that a provider with GPUs asks for one model',
    monthsKept: 'months that images and items stay',
    uploadMegabytes:
      'MB of one upload that is kept; the drawn ones of the bench are smaller than what a phone takes',
    durationFactor: 'seconds on Lambda for each second measured here',
    idlePollers:
      'connections on which Lambda waits for messages of an empty queue; AWS tells of five, and of as few as two without a maximum concurrency',
    longPollSeconds: 'seconds that it waits on one of them',
    logCompression: 'what logs take when kept, of what was taken in, as AWS reckons',
  };
  const names = Object.keys(meanings) as (keyof typeof inputs)[];
  return `## What is assumed

${table(
  ['input', 'value', 'what it is'],
  names.map((name) => [`\`${name}\``, String(inputs[name]), meanings[name]]),
  3,
)}`;
}

function pricesPart(): string {
  const rows = Object.values(PRICES)
    .filter(({ page }) => page !== '')
    .map(({ service, what, page, ...price }) => [`[${service}](${page})`, what, priceText(price)]);
  return `## Prices

${PRICES_REGION}, ${PRICES_TAKEN}; GB are of 2³⁰ bytes, months of 730 hours.

${table(['service', 'what', 'USD'], rows, 2)}`;
}

/** @param textColumns so many columns are text, and all others numbers, which stand at the right */
function table(
  head: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
  textColumns: number,
): string {
  const line = (cells: readonly (string | undefined)[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column < textColumns ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
