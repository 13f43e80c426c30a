import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  beginGeneration,
  beginTraining,
  failModel,
  finishGeneration,
} from '../../../shared/domain/model/progress.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { type SweepsWorld, sweepsWorld } from '../../support/sweeps.ts';

let world: SweepsWorld;
beforeEach(async () => {
  world = await sweepsWorld();
});
afterEach(() => world.stop());

/** Ends a run of a model with these fields. @returns whether a mail event was stored */
async function hasMail(
  fields: { whiteLabel: boolean; isDevelopment: boolean },
  fails: boolean,
): Promise<boolean> {
  const { context } = world;
  const organizationId = await world.newOrganization();
  const { id: modelId, run } = await world.waitingModel(organizationId);
  await context.table.commit([update(keys.model(organizationId, modelId), { set: fields })]);
  const input = { organizationId, modelId, run };
  await beginTraining(context, input);
  if (fails) await failModel(context, input, 1, { isFinal: true });
  else {
    await beginGeneration(context, input, () => []);
    await finishGeneration(context, input, 40);
  }
  return (await context.table.get(keys.runMailEvent(organizationId, modelId, run))) !== undefined;
}

test.each([
  [{ whiteLabel: false, isDevelopment: false }, true],
  [{ whiteLabel: true, isDevelopment: false }, false],
  [{ whiteLabel: true, isDevelopment: true }, false],
  [{ whiteLabel: false, isDevelopment: true }, false],
])('the end of a run of a model with %j has a mail sent: %s', async (fields, mailed) => {
  expect(await hasMail(fields, false)).toBe(mailed);
  expect(await hasMail(fields, true)).toBe(mailed);
});
