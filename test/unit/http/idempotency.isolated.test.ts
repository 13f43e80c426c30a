import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import { addressSubject } from '../../../shared/domain/idempotency/subject.ts';
import { createOrganization } from '../../../shared/domain/organization/create.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { type Collection, keys } from '../../../shared/table/keys.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { type LoneTable, startLoneTable } from '../../support/lone-table.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';

let lone: LoneTable;
beforeAll(async () => {
  lone = await startLoneTable();
  setFunctionEnvironment(10);
});
afterAll(() => lone.stop());

const contract = endpoint({
  operation: 'probe',
  summary: 'Takes a note',
  method: 'POST',
  path: '/probe',
  auth: 'apiKey',
  role: 'viewer',
  body: z.object({ note: z.string() }),
  response: z.object({ success: z.literal(true) }),
  errors: [],
  permissions: [],
});

test('of a body with an Idempotency-Key only what the contract knows is searched for people', async () => {
  const { organizationId, apiKey } = await createOrganization(handlerContext(), {
    name: 'Once',
    ownerEmail: 'owner@once.test',
  });
  const { status } = await invoke(
    httpHandler(contract, async () => ({})),
    {
      method: 'POST',
      bearer: apiKey,
      headers: { 'idempotency-key': 'once' },
      body: { note: 'For known@once.test.', unknown: 'stranger@once.test' },
    },
  );
  expect(status).toBe(200);
  const keptAbout = (email: string) => {
    const { PK } = keys.answerSubject(addressSubject(organizationId, email), '', '');
    const collection: Collection = { PK, prefix: '' };
    return handlerContext().table.all(collection);
  };
  expect(await keptAbout('known@once.test')).toHaveLength(1);
  expect(await keptAbout('stranger@once.test')).toEqual([]);
});
