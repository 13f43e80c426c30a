import { createServer } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { resolveByDns, resolveTarget } from '../../../../shared/webhook/send/guard.ts';
import { sendWebhook } from '../../../../shared/webhook/send/http.ts';
import { type NameServer, type Records, type RecordType, startNameServer } from './name-server.ts';
import { type PretendInternet, pretendInternet, type Site, site } from './pretend-internet.ts';

const PUBLIC = { A: ['8.8.8.8', '1.1.1.1'], AAAA: ['2606:4700::1111', '2001:4860:4860::8888'] };
const PRIVATE = {
  A: ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.0.1'],
  AAAA: ['::1', '::ffff:127.0.0.1', 'fd00:ec2::254', '64:ff9b::a9fe:a9fe'],
};
const publicAddresses = [...PUBLIC.A, ...PUBLIC.AAAA];
const SEED = 20_250_405;
const NAMES = 1000;
const AT_ONCE = 20;

const some = (addresses: string[]) => fc.subarray(addresses, { minLength: 1 });
const either = (type: RecordType) =>
  fc.shuffledSubarray([...PUBLIC[type], ...PRIVATE[type]], { minLength: 1, maxLength: 3 });

/** One answer of a malicious name server: all public, all private, or some of each. */
const answer: fc.Arbitrary<Records> = fc.oneof(
  fc.record({ A: some(PUBLIC.A) }),
  fc.record({ A: some(PUBLIC.A), AAAA: some(PUBLIC.AAAA) }),
  fc.record({ AAAA: some(PUBLIC.AAAA) }),
  fc.record({ A: some(PRIVATE.A) }),
  fc.record({ AAAA: some(PRIVATE.AAAA) }),
  fc.record({ A: either('A') }),
  fc.record({ A: some(PUBLIC.A), AAAA: either('AAAA') }),
);

describe('a name whose answer changes with every look-up', () => {
  const answers = fc.sample(fc.infiniteStream(answer), { numRuns: NAMES, seed: SEED });
  const queryCounts = new Map<string, number>();
  const current = new Map<string, Records>();
  let nameServer: NameServer;
  let outside: Site;
  let inside: Site;
  let internet: PretendInternet;

  /** The answer changes with every second query: a look-up makes two, one for each record type. */
  function changingRecords(name: string): Records {
    const queries = queryCounts.get(name) ?? 0;
    queryCounts.set(name, queries + 1);
    const stream = answers[Number(/^\d+/.exec(name)?.[0])];
    const records = queries % 2 === 0 ? stream?.next().value : current.get(name);
    if (records === undefined)
      throw new Error(`The name ${name} is not part of this test: no query for it is expected.`);
    current.set(name, records);
    return records;
  }

  beforeAll(async () => {
    nameServer = await startNameServer(changingRecords);
    outside = await site(createServer((socket) => socket.destroy()));
    inside = await site(createServer((socket) => socket.destroy()));
    internet = await pretendInternet({
      portOf: (address) => (publicAddresses.includes(address) ? outside.port : inside.port),
      nameServer: nameServer.address,
    });
  });

  afterAll(() => {
    internet.restore();
    for (const server of [nameServer, outside, inside]) server.close();
  });

  async function saveAndSend(name: string) {
    const url = `https://${name}/in`;
    const policy = { loopbackAllowed: false };
    const { signal } = new AbortController();
    // A query that is repeated on a busy machine can mix the halves of two answers, which leaves no address.
    const saved = await resolveTarget(new URL(url), policy, resolveByDns, signal).catch(() => ({}));
    const sent = await sendWebhook({ url, headers: {}, body: '{}', policy, clock: systemClock });
    return { accepted: 'addresses' in saved, error: sent.error };
  }

  it('no name of 1,000 whose DNS answers change is connected to at a non-public address', async () => {
    const outcomes: Awaited<ReturnType<typeof saveAndSend>>[] = [];
    for (let index = 0; index < NAMES; index += AT_ONCE) {
      const names = Array.from({ length: AT_ONCE }, (_, n) => `${index + n}.rebinding.example.com`);
      outcomes.push(...(await Promise.all(names.map(saveAndSend))));
    }

    expect(inside.connections()).toBe(0);
    const reached = internet.attempts.map(({ address }) => address);
    expect(reached.filter((address) => !publicAddresses.includes(address))).toEqual([]);
    expect(internet.systemLookups).toEqual([]);
    // The answers did change in both directions: from accepted to refused, and from refused to accepted.
    const refused = outcomes.filter(({ error }) => error === 'refused-target');
    const connected = outcomes.filter(({ error }) => error === 'tls');
    expect(refused.filter(({ accepted }) => accepted).length).toBeGreaterThan(100);
    expect(connected.filter(({ accepted }) => !accepted).length).toBeGreaterThan(100);
  });
});
