import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { deployedSecret } from '../../shared/deployed/secrets.ts';
import type { Model } from '../../shared/domain/model/model.ts';
import { setUpCheck } from '../../shared/main-job/set-up.ts';
import { keys } from '../../shared/table/keys.ts';
import { baseUrl, operator, until } from '../support/tenant.ts';

/** Runs the check as its schedule does. */
async function runCheck(): Promise<void> {
  const names = (await (await fetch(`${baseUrl}/_local/schedules`)).json()) as string[];
  const name = names.find((each) => each.includes('CheckMainJob'));
  await fetch(`${baseUrl}/_local/schedules/${name}`, { method: 'POST' });
}

async function startedModel(): Promise<string> {
  const started = await operator.table.get<{ modelId: string }>(keys.sweepRound('MAIN-JOB'));
  return started?.modelId ?? '';
}

async function lines(metric: string): Promise<number> {
  return (await readFile(inject('logFile'), 'utf8')).split(`"${metric}":1`).length - 1;
}

test('the check makes a model over the public API, sees it active with its webhook delivered, and deletes it', async () => {
  await runCheck();
  expect(await startedModel()).toBe('');
  const { organizationId } = await setUpCheck(operator, deployedSecret('CHECK_SECRET'), baseUrl);
  await runCheck();
  const first = await startedModel();
  expect(first).toMatch(/^mdl_/);
  await until(async () => {
    await runCheck();
    const current = await startedModel();
    return current !== '' && current !== first;
  }, 'the next model of the check');
  // The log reaches its file a moment later.
  await until(async () => (await lines('MainJobsDone')) >= 1, 'the metric in the log');
  const model = await operator.table.get<Model>(keys.model(organizationId, first));
  expect(model?.status).toBe('deleted');
});
