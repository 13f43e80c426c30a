import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/build/build.ts';
import { UPLOAD_REQUIREMENTS } from '../shared/contract/upload-requirements.ts';
import type { DomainContext } from '../shared/domain/context.ts';
import { listModels, type Model } from '../shared/domain/model/model.ts';
import { finishOnboarding } from '../shared/domain/model/onboarding.ts';
import { changeModel, transitionWrites } from '../shared/domain/model/transition.ts';
import { createWhiteLabelModel } from '../shared/domain/model/white-label.ts';
import {
  createOrganization,
  type Organization,
  readOrganization,
} from '../shared/domain/organization/organization.ts';
import { describeMachine, type Figure, writeResults } from './results.ts';
import { type BenchCloud, startCloud } from './webhooks/cloud.ts';
import { Receivers } from './webhooks/receiver.ts';

/**
 * `npm run bench:flow [-- --models 1000]`: how long development models take that start at once on the local cloud,
 * beside a tenth of them. Uploads are not part of it: the models begin with enough accepted ones.
 */
const POLL_MS = 500;
const WRITERS = 8;
/** An organization may create 500 development models a day. */
const MODELS_EACH = 250;
/** The time that the local stage's development provider takes by itself for one model. */
const PROVIDER_SECONDS = 3;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { models: { type: 'string', default: '1000' } } });
  const many = Number(values.models);
  const few = Math.ceil(many / 10);
  await ensureBuilt({ stage: 'local' });
  const machine = describeMachine();
  const secondsOfFew = await onFreshCloud((cloud, receivers) => secondsUntilActive(cloud, receivers, few));
  const secondsOfMany = await onFreshCloud((cloud, receivers) => secondsUntilActive(cloud, receivers, many));
  const overheadOf = (seconds: number, models: number) => (seconds - PROVIDER_SECONDS) / models;
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

async function onFreshCloud<Result>(
  measure: (cloud: BenchCloud, receivers: Receivers) => Promise<Result>,
): Promise<Result> {
  const [cloud, receivers] = await Promise.all([startCloud(), Receivers.start()]);
  try {
    return await measure(cloud, receivers);
  } finally {
    await Promise.all([cloud.stop(), receivers.close()]);
  }
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
