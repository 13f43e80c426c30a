import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { handler as openUserSession } from '../../../functions/admin/session/open-session.ts';
import { handler as openMemberSession } from '../../../functions/member/session/open-session.ts';
import { type Auth, endpoint } from '../../../shared/contract/endpoint.ts';
import { deployedContext } from '../../../shared/deployed/context.ts';
import { TokenFormat } from '../../../shared/domain/token.ts';
import { type HttpHandler, httpHandler } from '../../../shared/http/handler.ts';
import { idFactory } from '../../../shared/platform/id.ts';
import { randomBase62, systemRandomness } from '../../../shared/platform/randomness.ts';
import { invoke, setFunctionEnvironment } from '../../support/invoke.ts';
import { type LoneTable, startLoneTable } from '../../support/lone-table.ts';

/** Requests that an address has in a minute: enough for a few, so that those that do not count are noticed. */
const LIMIT = 4;
const KB = 1024;

let table: LoneTable;
beforeAll(async () => {
  table = await startLoneTable();
  setFunctionEnvironment(LIMIT);
});
afterAll(() => table.stop());

function handlerFor(auth: Auth): HttpHandler {
  const contract = endpoint({
    operation: 'probe',
    summary: 'Answers callers',
    method: 'GET',
    path: '/probe',
    auth,
    response: z.object({ success: z.literal(true) }),
    errors: [],
    permissions: ['table:get'],
  });
  return httpHandler(contract, async () => ({}));
}

const newId = idFactory({ now: Date.now }, systemRandomness);
const secret = () => randomBase62(systemRandomness, 43);
const long = (length: number) => 'a'.repeat(length);

/** Texts in the form of each token, with parts that are too long for a key, odd, or of another kind. */
const ODD_TOKENS: readonly string[] = ['hos', 'hot', 'hss', 'hst'].flatMap((prefix) => [
  ...[1, 1025, 2049, 100 * KB].flatMap((length) => [
    `${prefix}.${long(length)}.${secret()}`,
    `${prefix}.${newId('organization')}.${long(length)}`,
    `${prefix}.${newId('organization')}.${long(length)}.${secret()}`,
    `${prefix}.${long(length)}.${newId('member')}.${secret()}`,
  ]),
  `${prefix}.${newId('member')}.${newId('organization')}.${secret()}`,
  `${prefix}.${newId('organization')}.${newId('user')}.${secret()}`,
  `${prefix}.${newId('organization')}.${newId('member')}.${secret()}.`,
  `${prefix}.\u{1f511}${long(700)}.\u00e9${long(700)}`,
  `${prefix}...`,
  '.'.repeat(3000),
]);

const token = fc.oneof(
  fc.constantFrom(...ODD_TOKENS, `hsk_live_${long(100 * KB)}`, `hsk_live_${long(42)}\u00e9`),
  fc
    .tuple(
      fc.constantFrom('hos', 'hot', 'hss', 'hst', 'hsk_live_', ''),
      fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(100 * KB).map(long)), {
        maxLength: 4,
      }),
    )
    .map(([prefix, parts]) => [prefix, ...parts].join('.')),
);

const someAddress = () =>
  randomUUID()
    .match(/[0-9a-f]{4}/g)
    ?.slice(0, 4)
    .join(':')
    .concat('::1') ?? '';

describe.each(['apiKey', 'userSession', 'memberSession'] as const)('a bearer token for %s', (auth) => {
  const handler = handlerFor(auth);

  test.each(ODD_TOKENS.map((text) => [`${text.slice(0, 50)} of ${text.length} characters`, text]))(
    '%s gets 401 and counts in the pool of its address',
    async (_, bearer) => {
      const { status, headers, body } = await invoke(handler, { bearer, address: someAddress() });
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(headers).toMatchObject({ 'X-RateLimit-Limit': '4', 'X-RateLimit-Remaining': '3' });
    },
  );

  test('of any text gets 401 and counts in the pool of its address', async () => {
    await fc.assert(
      fc.asyncProperty(token, async (bearer) => {
        const { status, headers } = await invoke(handler, { bearer, address: someAddress() });
        expect([status, headers['X-RateLimit-Remaining']]).toEqual([401, '3']);
      }),
      { numRuns: 60 },
    );
  });
});

describe.each([
  ['a signedUrl', openMemberSession],
  ['a sign-in link', openUserSession],
])('the token of %s', (_, handler) => {
  test('of any text gets 400 or 401 and counts in the pool of its address', async () => {
    await fc.assert(
      fc.asyncProperty(token, async (text) => {
        const call = { method: 'POST', body: { token: text }, address: someAddress() };
        const { status, headers } = await invoke(handler, call);
        // The contract takes 1 to 200 characters; any other text is no token.
        expect(status).toBe(text.length >= 1 && text.length <= 200 && text.isWellFormed() ? 401 : 400);
        expect(headers['X-RateLimit-Remaining']).toBe('3');
      }),
      { numRuns: 60 },
    );
  });
});

test('a request that fails before it is counted is counted all the same, and refused past the limit', async () => {
  const handler = handlerFor('apiKey');
  const address = someAddress();
  const { table: connected } = deployedContext();
  const seen: unknown[] = [];
  for (let request = 0; request <= LIMIT; request++) {
    vi.spyOn(connected, 'get').mockRejectedValueOnce(new Error('The look-up of the key failed.'));
    const { status, headers } = await invoke(handler, { bearer: `hsk_live_${secret()}`, address });
    seen.push([status, headers['X-RateLimit-Remaining']]);
  }
  expect(seen).toEqual([
    [500, '3'],
    [500, '2'],
    [500, '1'],
    [500, '0'],
    [429, '0'],
  ]);
});

test('a token format takes apart what it has joined, and nothing else', () => {
  const format = new TokenFormat('hss', ['organization', 'member']);
  const parts = [newId('organization'), newId('member'), secret()];
  expect(format.partsOf(format.join(...parts))).toEqual(parts);
  fc.assert(
    fc.property(token, (text) => {
      expect(format.partsOf(text)).toBeUndefined();
    }),
  );
});
