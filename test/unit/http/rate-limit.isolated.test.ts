import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { notFound } from '../../../shared/contract/web/service.ts';
import { deployedContext } from '../../../shared/deployed/context.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { unknownPathHandler } from '../../../shared/http/unknown-path.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { type LoneTable, startLoneTable } from '../../support/lone-table.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

const LIMIT = 10;

let table: LoneTable;
beforeAll(async () => {
  table = await startLoneTable();
  setFunctionEnvironment(LIMIT);
});
afterAll(() => table.stop());

/** An endpoint for anybody, and how often its handler has run. */
function counted(permissions: readonly Permission[]) {
  const contract = endpoint({
    operation: 'probe',
    summary: 'Counts its runs',
    method: 'GET',
    path: '/probe',
    auth: 'none',
    response: z.object({ success: z.literal(true) }),
    errors: [],
    permissions,
  });
  const handle = vi.fn(async () => ({}));
  return { handler: httpHandler(contract, handle), handle };
}

const someAddress = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`;

test('the handler of a refused GET does not run', async () => {
  const { handler, handle } = counted(['table:get']);
  const address = someAddress();
  const statuses: number[] = [];
  for (let request = 0; request < LIMIT + 5; request++) {
    statuses.push((await invoke(handler, { address })).status);
  }
  expect(statuses).toEqual([...Array(LIMIT).fill(200), ...Array(5).fill(429)]);
  expect(handle).toHaveBeenCalledTimes(LIMIT);
});

test('a handler begins when its request is counted', async () => {
  const { handler, handle } = counted(['table:get']);
  const { table: connected } = deployedContext();
  const { updateAndGet } = connected;
  const spy = vi.spyOn(connected, 'updateAndGet').mockImplementation(async (write) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(handle).not.toHaveBeenCalled();
    return updateAndGet.call(connected, write) as never;
  });
  expect((await invoke(handler, { address: someAddress() })).status).toBe(200);
  spy.mockRestore();
  expect(handle).toHaveBeenCalledTimes(1);
});

const unknownPath = unknownPathHandler(notFound, '', () => ({
  app: 'https://app.test',
  originSecrets: ['none'],
}));

test('an unknown path counts in the pool of a valid key, and in that of the address without one', async () => {
  const { apiKey } = await createOrganization(handlerContext(), { name: `Company ${randomUUID()}` });
  const address = someAddress();
  const remaining = async (bearer?: string) => {
    const call = { path: '/api/v2/nothing', address, ...(bearer !== undefined && { bearer }) };
    const { status, headers } = await invoke(unknownPath, call);
    expect(status).toBe(404);
    return [headers['X-RateLimit-Limit'], headers['X-RateLimit-Remaining']];
  };
  expect(await remaining(apiKey)).toEqual(['300', '299']);
  expect(await remaining(apiKey)).toEqual(['300', '298']);
  expect(await remaining()).toEqual(['10', '9']);
  expect(await remaining(`hsk_live_${'a'.repeat(43)}`)).toEqual(['10', '8']);
});
