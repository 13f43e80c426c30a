import { expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { Throttled } from '../../../shared/platform/throttling.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { linesOf } from '../../support/log-lines.ts';

const contract = endpoint({
  operation: 'probe',
  summary: 'Fails',
  method: 'GET',
  path: '/probe',
  auth: 'none',
  unmetered: true,
  response: z.object({ success: z.literal(true) }),
  errors: [],
  permissions: [],
});

test.each<[string, Error, number, string]>([
  ['a busy table', new Throttled('The table was busy during 18 tries.'), 429, 'RATE_LIMIT_EXCEEDED'],
  ['a busy service', Object.assign(new Error('Slow down'), { name: 'SlowDown' }), 429, 'RATE_LIMIT_EXCEEDED'],
  ['any other error', new Error('unknown'), 500, 'INTERNAL_ERROR'],
])(
  'a request that meets %s is answered in the envelope, and a busy one says when to try again',
  async (_, error, status, code) => {
    setFunctionEnvironment(10);
    const handler = httpHandler(contract, async () => {
      throw error;
    });
    let answer: Awaited<ReturnType<typeof invoke>> | undefined;
    await linesOf(async () => {
      answer = await invoke(handler, { address: '10.1.2.3' });
    });
    expect(answer).toMatchObject({ status, body: { success: false, code } });
    expect(answer?.headers['Retry-After']).toBe(status === 429 ? '5' : undefined);
  },
);
