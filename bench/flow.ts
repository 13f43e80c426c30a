import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/build/build.ts';
import { UPLOAD_REQUIREMENTS } from '../shared/contract/upload-requirements.ts';
import type { DomainContext } from '../shared/domain/context.ts';
import { listModels } from '../shared/domain/model/list.ts';
import type { Model } from '../shared/domain/model/model.ts';
import { finishOnboarding } from '../shared/domain/model/onboarding.ts';
import { changeModel, transitionWrites } from '../shared/domain/model/transition.ts';
import { createWhiteLabelModel } from '../shared/domain/model/white-label.ts';
import { createOrganization } from '../shared/domain/organization/create.ts';
import { type Organization, readOrganization } from '../shared/domain/organization/organization.ts';
import { describeMachine, type Figure, writeResults } from './results.ts';
import { type BenchCloud, startCloud } from './webhooks/cloud.ts';
import { Receivers } from './webhooks/receiver.ts';

/**
 * `npm run bench:flow [-- --models 200]`: how long development models take that start at once on the local cloud. Before
 * and after them a quarter of them starts at once on the same cloud, so that neither the start of functions nor other
 * work of the machine decides whether the time is linear. Uploads are not part of it: the models begin with enough
 * accepted ones.
 */
const MODELS = 200;
/** They start the functions. */
const FIRST_MODELS = 10;
const POLL_MS = 500;
const WRITERS = 8;
/** An organization may create 500 development models a day. */
const MODELS_EACH = 250;
/** The time that the local stage's development provider takes by itself for one model. */
const PROVIDER_SECONDS = 3;

/** Where the processor time of a model goes, as measured by process and thread when the results were written. */
const PROFILE =
  'A model takes 0.5 to 0.7 s of processor time, so two processors need four to six minutes for 1,000 at once, and those ' +
  'beside them half as long; all benchmarks together may take 15 minutes. It is 120 photos in S3, about 120 requests of ' +
  'DynamoDB and 25 invocations. ' +
  'The two processes that make photos take 26 %, the local cloud itself 24 %, DynamoDB 18 %, the delivery of ' +
  'webhooks 9 %, the other functions 14 %, and compilers and collectors of V8 9 %. A third of the local cloud was a ' +
  'connection to its own object store, and a write to disk for each photo held up everything; both are gone. ' +
  "Next: photos are stored by the SDK's client of S3, most of whose time is not the request.";

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { models: { type: 'string', default: String(MODELS) } } });
  const many = Number(values.models);
  const few = Math.ceil(many / 4);
  await ensureBuilt({ stage: 'local' });
  const machine = describeMachine();
  const [cloud, receivers] = await Promise.all([startCloud(), Receivers.start()]);
  const secondsFor = (count: number) => secondsUntilActive(cloud, receivers, count);
  await secondsFor(FIRST_MODELS);
  const secondsBefore = await secondsFor(few);
  const secondsOfMany = await secondsFor(many);
  const secondsAfter = await secondsFor(few);
  await Promise.all([cloud.stop(), receivers.close()]);
  const overheadOf = (seconds: number, models: number) => (seconds - PROVIDER_SECONDS) / models;
  const secondsOfFew = (secondsBefore + secondsAfter) / 2;
  const figures: Figure[] = [
    {
      name: `${many} development models at once, from onboarding to active`,
      value: secondsOfMany,
      unit: 's',
    },
    {
      name: `Overhead of the flow for each of ${many} models, beyond the provider's time`,
      value: 1000 * overheadOf(secondsOfMany, many),
      unit: 'ms',
      note: PROFILE,
    },
    {
      name: `Overhead for each of ${many} models by that for each of ${few}`,
      value: overheadOf(secondsOfMany, many) / overheadOf(secondsOfFew, few),
      unit: '×',
      target: { atMost: 1.2 },
    },
  ];
  await writeResults('flow', machine, figures);
}

async function secondsUntilActive(
  { context }: BenchCloud,
  receivers: Receivers,
  count: number,
): Promise<number> {
  const organizations: Organization[] = [];
  for (let number = 0; number < Math.ceil(count / MODELS_EACH); number++) {
    organizations.push(await newOrganization(context, receivers));
  }
  const models: Model[] = [];
  await inParallel(count, async (number) => {
    const organization = organizations[number % organizations.length];
    if (organization) models.push(await modelWithUploads(context, organization, number));
  });
  const start = performance.now();
  await inParallel(count, async (number) => {
    const model = models[number];
    if (model) await finishOnboarding(context, model.organizationId, model.id, { trigger: 'person' });
  });
  const total = async () => {
    const pages = organizations.map(({ id }) =>
      listModels(context, id, { status: 'active', limit: 1, offset: 0 }),
    );
    return (await Promise.all(pages)).reduce((sum, { pagination }) => sum + pagination.total, 0);
  };
  for (let active = await total(); active < count; active = await total()) {
    process.stdout.write(`\r${active} of ${count} models are active `);
    await sleep(POLL_MS);
  }
  process.stdout.write('\n');
  return (performance.now() - start) / 1000;
}

async function newOrganization(context: DomainContext, receivers: Receivers): Promise<Organization> {
  const { organizationId } = await createOrganization(context, {
    name: 'Bench',
    credits: 0,
    whiteLabel: true,
    webhookUrl: `${receivers.url}/flow`,
  });
  return readOrganization(context, organizationId);
}

async function modelWithUploads(
  context: DomainContext,
  organization: Organization,
  number: number,
): Promise<Model> {
  const email = `person${number}@people.example`;
  const { model } = await createWhiteLabelModel(context, organization, 'http://localhost', {
    email,
    isDevelopment: true,
  });
  await changeModel(context, organization.id, model.id, (current) =>
    transitionWrites(context, current, {
      change: { acceptedUploads: UPLOAD_REQUIREMENTS.minPhotos },
      webhooks: [],
    }),
  );
  return model;
}

async function inParallel(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: WRITERS }, worker));
}

await main();
// The SDK's clients keep their connections.
process.exit();
