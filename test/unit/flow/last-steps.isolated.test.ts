import { S3Client } from '@aws-sdk/client-s3';
import { beforeAll, expect, test } from 'vitest';
import { handler as failModel } from '../../../functions/flow/fail-model.ts';
import { handler as finishGeneration } from '../../../functions/flow/finish-generation.ts';
import { readModel } from '../../../shared/domain/model/model.ts';
import { createWhiteLabelModel } from '../../../shared/domain/model/white-label.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { keys } from '../../../shared/table/keys.ts';
import { barePut, bareUpdate } from '../../support/bare-writes.ts';
import { startLoneTable } from '../../support/lone-table.ts';
import { mockedClient } from '../../support/mocked-client.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

mockedClient(S3Client).onAnyCommand().resolves({});
beforeAll(async () => {
  const { stop } = await startLoneTable();
  Object.assign(process.env, { IMAGES_BUCKET: 'images', RESTART_PAUSE_SECONDS: '1' });
  return stop;
});

const context = handlerContext();

/** The first run of a model with a photo, for which the provider has sent a bill. */
async function runIn(status: 'pending' | 'generatingHeadshots') {
  const input = { name: 'Running', credits: 5, webhookUrl: 'https://hook.test' };
  const { organizationId } = await createOrganization(context, input);
  const organization = await readOrganization(context, organizationId);
  const body = { email: 'ada@people.test', isDevelopment: true };
  const { model } = await createWhiteLabelModel(context, organization, '', body);
  const run = { organizationId, modelId: model.id, run: 1 };
  const bill = { provider: 'astria', usage: { unit: 'image', amount: 1, usd: 0.01 } };
  await context.table.commit([
    bareUpdate(keys.model(organizationId, model.id), { set: { status, run: 1, tries: 1 } }),
    barePut({
      ...keys.generationJob(organizationId, model.id, 1, 0),
      ...bill,
      request: { batch: 0 },
      photoIds: ['pho_1'],
    }),
    barePut({ ...keys.photo(organizationId, model.id, 'pho_1'), id: 'pho_1', run: 1 }),
  ]);
  return { run, read: () => readModel(context, organizationId, model.id) };
}

test.each([
  ['ProviderRefused', false, 'photos-refused'],
  ['States.TaskFailed', true, undefined],
])('a run that ended with %s is tried again: %s', async (error, restart, failureReason) => {
  const { run, read } = await runIn('pending');
  expect(await failModel({ ...run, cause: { Error: error, Cause: 'It failed.' } })).toMatchObject({
    restart,
  });
  expect((await read()).failureReason).toBe(failureReason);
});

test('the bill of the photos is stored with the end of the run', async () => {
  const { run, read } = await runIn('generatingHeadshots');
  await finishGeneration(run);
  const usage = [{ provider: 'astria', unit: 'image', amount: 1, usd: 0.01, jobs: 1 }];
  expect(await read()).toMatchObject({ status: 'active', photoCount: 1, usage });
});
