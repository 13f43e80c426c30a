import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { handler as openUserSession } from '../../../functions/admin/session/open-session.ts';
import { handler as openMemberSession } from '../../../functions/member/session/open-session.ts';
import { ROLES } from '../../../shared/contract/roles.ts';
import { notFound } from '../../../shared/contract/web/service.ts';
import { deployedContext } from '../../../shared/deployed/context.ts';
import { addressSubject } from '../../../shared/domain/idempotency/subject.ts';
import { deleteApiKey, listApiKeys } from '../../../shared/domain/organization/manage-api-keys.ts';
import { CallerCache } from '../../../shared/http/authenticate.ts';
import { type HttpHandler, httpHandler } from '../../../shared/http/handler.ts';
import { unknownPathHandler } from '../../../shared/http/unknown-path.ts';
import { MINUTE, SECOND } from '../../../shared/platform/clock.ts';
import { erasable, keys } from '../../../shared/table/keys.ts';
import { put, update } from '../../../shared/table/transaction.ts';
import { signedInUser } from '../../support/users.ts';
import { handlerContext } from '../../support/webhook-secret-key.ts';
import {
  company,
  forgedKey,
  LIMIT,
  memberOf,
  oldKey,
  probe,
  send,
  someAddress,
  statusAndRest,
  teamReader,
  useHttpStack,
  watchTable,
} from './world.ts';

useHttpStack();
const soon = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('a token that is not valid', () => {
  const long = (length: number) => 'a'.repeat(length);
  const { newId } = handlerContext();
  const ids = [newId('organization'), newId('member'), newId('user'), long(43)];
  /** Parts that a token has, also in another place, or that are odd or too long for a key. */
  const part = fc.oneof(
    fc.constantFrom(...ids, '', '\u00e9', '\u{1f511}', long(1025), long(2049)),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.nat(100_000).map(long),
  );
  const prefixes = fc.constantFrom('hos', 'hot', 'hss', 'hst', 'hsk_live_', `hsk_live_${long(42)}`, '');
  const texts = fc
    .tuple(prefixes, fc.array(part, { maxLength: 4 }))
    .map(([prefix, parts]) => [prefix, ...parts].join('.'));
  const unknownPath = unknownPathHandler(notFound, '', () => ({ app: '', originSecrets: ['none'] }));
  /** The contracts of links take 1 to 200 characters. Any other text is no token. */
  const ofLink = (text: string) => (/^.{1,200}$/su.test(text) && text.isWellFormed() ? 401 : 400);

  test.each<[string, HttpHandler, (text: string) => number]>([
    ['API keys', httpHandler(probe('apiKey'), async () => ({})), () => 401],
    ['users', httpHandler(probe('userSession'), async () => ({})), () => 401],
    ['members', httpHandler(probe('memberSession'), async () => ({})), () => 401],
    ['an unknown path', unknownPath, () => 404],
    ['a signedUrl', openMemberSession, ofLink],
    ['a sign-in link', openUserSession, ofLink],
  ])('counts in the pool of its address whatever text it is: %s', async (_, handler, statusOf) => {
    const isInBody = statusOf === ofLink;
    const isRefused = async (text: string) => {
      const answer = await send(handler, isInBody ? { body: { token: text } } : { bearer: text });
      expect(statusAndRest(answer)).toEqual([statusOf(text), String(LIMIT - 1)]);
    };
    await fc.assert(fc.asyncProperty(texts, isRefused));
  });

  test('gets the same answer as any other, counts for its address only, and learns nothing of the handler', async () => {
    const { organizationId, apiKey, session } = await company();
    const { begin, call } = teamReader();
    const address = someAddress();
    expect(statusAndRest(await call(apiKey))).toEqual([200, '299']);
    const [key] = await listApiKeys(handlerContext(), organizationId);
    await deleteApiKey(handlerContext(), organizationId, key?.id ?? '');
    // Counts once more for its former organization, and no more.
    const answers = [await call(apiKey, { address }), await call(apiKey, { address })];
    const table = watchTable();
    const otherSession = session.replace(/.{20}$/, 'x'.repeat(20));
    for (const token of [forgedKey(organizationId).apiKey, otherSession])
      answers.push(await call(token, { address }));
    expect(answers.map(statusAndRest)).toEqual(['3', '2', '1', '0'].map((rest) => [401, rest]));
    const shown = answers.map(({ body, headers }) => JSON.stringify([body, Object.keys(headers)]));
    expect([new Set(shown).size, new Set(table.counted()).size]).toEqual([1, 1]);
    // The forged key and session had reads begun. Beyond the limit of the address nothing is read.
    expect((await call(forgedKey(organizationId).apiKey, { address })).status).toBe(429);
    expect(table.teamReads()).toBe(2);
    expect(statusAndRest(await call(session))).toEqual([200, '297']);
    expect(begin).toHaveBeenCalledTimes(2);
  });

  test('gets 401 whatever is wrong with the rest of its request', async () => {
    const { organizationId, apiKey } = await company();
    const { call } = teamReader();
    for (const wrong of [{ body: { name: 1 } }, { query: 'x=1&x=2' }])
      for (const [key, status] of [[forgedKey(organizationId).apiKey, 401] as const, [apiKey, 400] as const])
        expect((await call(key, wrong)).status).toBe(status);
  });
});

describe('the look-up of a caller', () => {
  test('decides what is answered to a key that names another organization', async () => {
    const [{ organizationId }, other] = [await company(), await company()];
    const { apiKey, record } = forgedKey(other.organizationId);
    const stored = { ...keys.apiKeyHash(record.hash), ...record, organizationId };
    await handlerContext().table.commit([put(stored)]);
    const { begin, call } = teamReader();
    const table = watchTable();
    // One of each organization: the handler finds the second one read ahead.
    begin.mockImplementation(() => expect(table.teamReads()).toBe(2));
    expect(await call(apiKey)).toMatchObject({ status: 200, body: { name: organizationId } });
    expect(table.teamReads()).toBe(2);
  });

  test('that fails is answered, and counts once: for a known caller, and for an address up to its limit', async () => {
    const { apiKey } = await company();
    const { call } = teamReader();
    const address = someAddress();
    const seen: string[] = [];
    const see = async (key: string) => seen.push(statusAndRest(await call(key, { address })).join());
    await see(apiKey);
    const failing = vi.spyOn(deployedContext().table, 'get').mockRejectedValue(new Error('It failed.'));
    for (const key of [apiKey, ...Array.from({ length: LIMIT + 1 }, oldKey)]) await see(key);
    failing.mockRestore();
    await see(apiKey);
    const ofAddress = ['500,3', '500,2', '500,1', '500,0', '429,0'];
    expect(seen).toEqual(['200,299', '500,298', ...ofAddress, '200,297']);
  });

  test('gives the handler the member as changed, for whom it reads', async () => {
    const { organizationId } = await company();
    const { key, bearer } = await memberOf(organizationId, { name: 'early' });
    const read: string[] = [];
    const handler = httpHandler(
      probe('memberSession'),
      async ({ caller, context }) => {
        const team = await context.table.get(keys.team(organizationId, caller.member.name ?? ''));
        read.push(`${caller.member.name} is a team: ${team !== undefined}`);
        return {};
      },
      { reads: ({ caller }) => [keys.team(organizationId, caller.member.name ?? '')] },
    );
    const first = await send(handler, { bearer });
    await handlerContext().table.commit([update(key, { set: { name: 'Ada' } })]);
    const second = await send(handler, { bearer });
    expect(read).toEqual(['early is a team: true', 'Ada is a team: false']);
    expect([...statusAndRest(first), ...statusAndRest(second)]).toEqual([200, '299', 200, '298']);
  });

  test('has the use of a key recorded before its request is answered, as nothing is done afterwards', async () => {
    const { table } = deployedContext();
    const { write } = table;
    vi.spyOn(table, 'write').mockImplementation(
      (change) => soon().then(() => write.call(table, change)) as never,
    );
    for (const name of ['Sales', 5]) {
      const { organizationId, apiKey } = await company();
      expect((await teamReader().call(apiKey, { body: { name } })).status).toBe(name === 5 ? 400 : 200);
      const [key] = await listApiKeys(handlerContext(), organizationId);
      expect(key?.lastUsedAt).toEqual(expect.any(String));
    }
  });

  test('is answered although the use of its key cannot be recorded', async () => {
    const { apiKey } = await company();
    vi.spyOn(deployedContext().table, 'write').mockRejectedValue(new Error('The table does not answer.'));
    expect((await teamReader().call(apiKey)).status).toBe(200);
  });

  test('remembers the last thousand callers for a minute, and forgets one whose token is not valid any more', () => {
    const known = new CallerCache();
    const [ada, start] = [{}, Date.now()];
    for (let caller = 0; caller <= 1000; caller++) known.remember(`${caller}`, ada, start);
    expect([known.find('0', start), known.find('1', start)]).toEqual([undefined, ada]);
    expect(known.find('1', start + MINUTE - 1)).toBe(ada);
    expect(known.find('1', start + MINUTE)).toBeUndefined();
    known.remember('1', undefined, start);
    expect(known.find('1', start)).toBeUndefined();
  });
});

describe('a handler', () => {
  test('begins when its request is counted, and never beyond the limit', async () => {
    const handle = vi.fn(async () => ({}));
    const handler = httpHandler(probe('none'), handle);
    const address = someAddress();
    const { table } = deployedContext();
    const { updateAndGet } = table;
    vi.spyOn(table, 'updateAndGet').mockImplementation(async (write) => {
      const begun = handle.mock.calls.length;
      await soon();
      expect(handle).toHaveBeenCalledTimes(begun);
      return updateAndGet.call(table, write) as never;
    });
    for (let calls = 1; calls <= LIMIT; calls++) {
      expect((await send(handler, { address })).status).toBe(200);
      expect(handle).toHaveBeenCalledTimes(calls);
    }
    for (const body of [{}, {}, { name: 5 }]) {
      const answer = await send(handler, { address, body });
      expect(statusAndRest(answer)).toEqual([429, '0']);
      const waited = Date.now() + Number(answer.headers['Retry-After']) * SECOND;
      expect(waited).toBeGreaterThanOrEqual(Date.parse(String(answer.headers['X-RateLimit-Reset'])));
    }
    expect(handle).toHaveBeenCalledTimes(LIMIT);
  });

  test('does not begin when counting fails, and the answer asks to wait for a minute', async () => {
    const handle = vi.fn(async () => ({}));
    vi.spyOn(deployedContext().table, 'updateAndGet').mockRejectedValue(new Error('It failed.'));
    const began = Date.now();
    const answer = await send(httpHandler(probe('none'), handle), {});
    expect(statusAndRest(answer)).toEqual([500, '0']);
    expect(Date.parse(String(answer.headers['X-RateLimit-Reset']))).toBeGreaterThanOrEqual(began + MINUTE);
    expect(handle).not.toHaveBeenCalled();
  });

  test('is not reached by an organization without the feature, and meets a fault in naming its reads itself', async () => {
    const { apiKey: bearer } = await company();
    const handle = vi.fn(async () => ({}));
    const reads = () => {
      throw new Error('There is no model.');
    };
    const featured = httpHandler({ ...probe('apiKey'), feature: 'whiteLabel' }, handle);
    const faulty = httpHandler(probe('apiKey'), handle, { reads });
    // The second time, the caller is known.
    for (const calls of [1, 2]) {
      expect((await send(featured, { bearer })).status).toBe(403);
      expect((await send(faulty, { bearer })).status).toBe(200);
      expect(handle).toHaveBeenCalledTimes(calls);
    }
  });

  test.each([
    ['viewer', ['viewer']],
    ['manager', ['viewer', 'manager']],
    ['owner', ['viewer', 'manager', 'owner']],
  ] as const)('is reached by a %s where its contract requires one of %j', async (role, allowed) => {
    const { organizationId } = await company();
    const { session: bearer } = await signedInUser(handlerContext(), organizationId, role);
    const handle = vi.fn(async () => ({}));
    for (const auth of ['apiKey', 'userSession'] as const)
      for (const needed of ROLES) {
        const { body } = await send(httpHandler({ ...probe(auth), role: needed }, handle), { bearer });
        const error = expect.stringContaining(`the role ${needed}, and yours is ${role}.`);
        const isAllowed = allowed.some((each) => each === needed);
        expect(body).toEqual(isAllowed ? { success: true } : { success: false, code: 'FORBIDDEN', error });
      }
    expect(handle).toHaveBeenCalledTimes(2 * allowed.length);
  });

  test('is reached by no user when its contract declares no role', async () => {
    const { apiKey, session } = await company();
    const { role: _, ...contract } = probe('apiKey');
    const handler = httpHandler(contract, async () => ({}));
    const answers = [await send(handler, { bearer: session }), await send(handler, { bearer: apiKey })];
    expect(answers).toMatchObject([{ status: 500 }, { status: 200 }]);
  });

  test('has only those fields of a body searched for people that its contract knows', async () => {
    const { organizationId, apiKey: bearer } = await company();
    const body = { name: 'For known@once.test.', unknown: 'stranger@once.test' };
    await teamReader().call(bearer, { body, headers: { 'idempotency-key': 'once' } });
    const kept = (email: string) =>
      handlerContext().table.all(erasable.answersAbout(addressSubject(organizationId, email)));
    expect(await kept('known@once.test')).toHaveLength(1);
    expect(await kept('stranger@once.test')).toEqual([]);
  });
});
