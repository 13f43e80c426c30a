import { DescribeExecutionCommand, ExecutionDoesNotExist, SFNClient } from '@aws-sdk/client-sfn';
import { describe, expect, test } from 'vitest';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import { photosPrefix, uploadsPrefix } from '../../shared/images/keys.ts';
import {
  createModel,
  eventNames,
  freshTenant,
  MODELS,
  openMember,
  operator,
  someEmail,
  submittedModel,
  type Tenant,
  until,
  uploadPlainPhotos,
  WHITE_LABEL,
  waitForStatus,
} from '../support/tenant.ts';

const store = deployedImageStore();

/** Deletes a model twice at once. Expects one success, no images, an ended execution and no later webhook. */
async function deleteAndCheck(tenant: Tenant, modelId: string): Promise<void> {
  const path = `${WHITE_LABEL}/delete/${modelId}`;
  const answers = await Promise.all([tenant.api.call('DELETE', path), tenant.api.call('DELETE', path)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);

  await until(() => eventNames(tenant, modelId).includes('model.deleted'), 'model.deleted');
  const ref = { organizationId: tenant.organizationId, modelId };
  await until(async () => {
    const left = await Promise.all([store.list(uploadsPrefix(ref)), store.list(photosPrefix(ref))]);
    return left.flat().length === 0;
  }, 'the images to be removed');
  const { run } = await readModel(operator, tenant.organizationId, modelId);
  await until(async () => (await executionStatus(modelId, run)) !== 'RUNNING', 'the execution to end');
  await until(async () => (await audit(tenant)).length === 0, 'a clean audit');

  const names = eventNames(tenant, modelId);
  expect(names.filter((name) => name === 'model.deleted')).toHaveLength(1);
  expect(names.at(-1)).toBe('model.deleted');
}

async function audit(tenant: Tenant): Promise<string[]> {
  return (await auditOrganization(operator, store, tenant.organizationId)).violations;
}

async function executionStatus(modelId: string, run: number): Promise<string | undefined> {
  const machine = process.env.STATE_MACHINE_ARN?.replace(':stateMachine:', ':execution:');
  try {
    const executionArn = `${machine}:${modelId}-${run}`;
    return (await new SFNClient({}).send(new DescribeExecutionCommand({ executionArn }))).status;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}

describe.concurrent('deleting a model in each status', () => {
  test('deleting a model in onboarding removes every image and sends model.deleted once', async () => {
    const tenant = await freshTenant();
    const model = await createModel(tenant);
    await uploadPlainPhotos(await openMember(model), 2);
    await deleteAndCheck(tenant, model.modelId);
  });

  test('deleting a model in waiting ends the flow, removes every image and sends model.deleted once', async () => {
    const tenant = await freshTenant({ provider: 'development' });
    const { modelId } = await submittedModel(tenant);
    // Immediately, so that the queue has not started the flow yet, or is just doing so.
    await deleteAndCheck(tenant, modelId);
  });

  for (const status of ['pending', 'generatingHeadshots', 'active']) {
    test(`deleting a model in ${status} ends the flow, removes every image and sends model.deleted once`, async () => {
      const tenant = await freshTenant({ provider: 'development' });
      const { modelId } = await submittedModel(tenant);
      await waitForStatus(tenant, modelId, status);
      await deleteAndCheck(tenant, modelId);
      expect((await tenant.api.expect<{ photos: [] }>('GET', `${MODELS}/${modelId}/photos`)).photos).toEqual(
        [],
      );
    });
  }

  test('deleting a model in failed prevents its restart and removes every image', async () => {
    const tenant = await freshTenant({ provider: 'development' });
    const { modelId } = await submittedModel(tenant, { email: someEmail('+fail-always') });
    await waitForStatus(tenant, modelId, 'failed');
    await deleteAndCheck(tenant, modelId);
  });
});

test('a member deletes the own model, which ends the session', async () => {
  const tenant = await freshTenant();
  const { member, modelId } = await submittedModel(tenant, { isDevelopment: true });
  await waitForStatus(tenant, modelId, 'active');
  expect(await member.expect('DELETE', '/api/member/model')).toMatchObject({ modelId });
  expect((await member.call('GET', '/api/member')).status).toBe(401);
  await until(() => eventNames(tenant, modelId).includes('model.deleted'), 'model.deleted');
});
