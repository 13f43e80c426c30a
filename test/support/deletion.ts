import { DescribeExecutionCommand, ExecutionDoesNotExist, SFNClient } from '@aws-sdk/client-sfn';
import { expect } from 'vitest';
import { auditOrganization } from '../../shared/audit/audit.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import { prefixesOf } from '../../shared/images/keys.ts';
import { eventNames, operator, type Tenant, until, WHITE_LABEL } from './tenant.ts';

const store = deployedImageStore();

/** Deletes a model twice at once. Expects one success, no images, an ended execution and no later webhook. */
export async function deleteAndCheck(tenant: Tenant, modelId: string): Promise<void> {
  const path = `${WHITE_LABEL}/delete/${modelId}`;
  const answers = await Promise.all([tenant.api.call('DELETE', path), tenant.api.call('DELETE', path)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);

  await until(() => eventNames(tenant, modelId).includes('model.deleted'), 'model.deleted');
  const ref = { organizationId: tenant.organizationId, modelId };
  await until(async () => {
    const left = await Promise.all(prefixesOf(ref).map((prefix) => store.list(prefix)));
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
