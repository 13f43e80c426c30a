import { Resolver } from 'node:dns/promises';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  checkTarget,
  checkTargetUrl,
  type EgressPolicy,
  isPublicAddress,
  mayConnect,
  type Resolve,
  resolveByDns,
  resolveTarget,
} from '../../../../shared/webhook/send/guard.ts';

const deployed: EgressPolicy = { loopbackAllowed: false };
const local: EgressPolicy = { loopbackAllowed: true };
const { signal } = new AbortController();
afterEach(() => {
  vi.restoreAllMocks();
});

const words = (text: string) => text.trim().split(/\s+/);

/** The first and the last address of every non-public range. */
const NON_PUBLIC_V4 = words(`
  0.0.0.0 0.255.255.255  10.0.0.0 10.255.255.255  100.64.0.0 100.127.255.255  127.0.0.0 127.255.255.255
  169.254.0.0 169.254.255.255  172.16.0.0 172.31.255.255  192.0.0.0 192.0.0.255  192.0.2.0 192.0.2.255
  192.88.99.0 192.88.99.255  192.168.0.0 192.168.255.255  198.18.0.0 198.19.255.255
  198.51.100.0 198.51.100.255  203.0.113.0 203.0.113.255  224.0.0.0 239.255.255.255
  240.0.0.0 255.255.255.255`);

/** The public addresses nearest to these ranges. */
const PUBLIC_V4 = words(`
  1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0
  192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255
  203.0.114.0 223.255.255.255`);

const NON_PUBLIC_V6 = words(`
  :: ::1 ::2 ::8.8.8.8 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 0:0:0:0:0:ffff:0a00:0001
  ::ffff:0:8.8.8.8 64:ff9b::8.8.8.8 64:ff9b:1::1 64:ff9b:1:ffff:ffff:ffff:ffff:ffff 100::
  100::ffff:ffff:ffff:ffff 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2001:: 2001:0:4136:e378:8000:63bf:3fff:fdd2
  2001:0:ffff:ffff:ffff:ffff:ffff:ffff 2001:2::1 2001:10::1 2001:20::1 2001:db8::
  2001:DB8:ffff:ffff:ffff:ffff:ffff:ffff 2002:: 2002:7f00:1:: 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff::1
  4000:: 5f00::1 fc00:: fd00:ec2::254 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe80::1 fe80::1%eth0
  2606:4700::1%eth0 febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff fec0::1 feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  ff00:: ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff`);

const PUBLIC_V6 = words(`
  2000:: 2001:200::1 2001:4860:4860::8888 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9:: 2003:: 2600:1f18::1
  2a00:1450:4001:81b::200e 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff`);

const NO_ADDRESS = [
  '',
  '8.8.8.8 ',
  ...words('localhost 127.1 010.0.0.1 0x7f000001 2130706433 [::1] 8.8.8.8:80'),
];

describe('isPublicAddress', () => {
  it.each([...NON_PUBLIC_V4, ...NON_PUBLIC_V6, ...NO_ADDRESS])('%j is no public address', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([...PUBLIC_V4, ...PUBLIC_V6])('%s is a public address', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('an IPv4 address is public exactly if it is in no non-public range, and in no IPv6 address', () => {
    const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const limits = NON_PUBLIC_V4.map(number);
    return fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const at = number(v4);
        const isWithin = limits.some((first, index) => {
          return index % 2 === 0 && first <= at && at <= (limits[index + 1] ?? first);
        });
        expect(isPublicAddress(v4)).toBe(!isWithin);
        const [high, low] = [at >>> 16, at & 0xffff].map((half) => half.toString(16));
        const mixed = `${high}:${low}`;
        const forms = [`::ffff:${v4}`, `::ffff:${mixed}`, `::${v4}`, `64:ff9b::${v4}`, `2002:${mixed}::1`];
        expect([...forms, `2001:0:${mixed}::1`].filter(isPublicAddress)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

/** Ways to write a host or a URL are in ssrf-vectors.ts. */
describe('the URL of a webhook', () => {
  it.each([
    'https://hooks.example.com/in?x=1',
    'https://hooks.example.com:443/',
    'https://hooks.example.com:1024/',
    'https://hooks.example.com:65535/',
    'https://[2606:4700:4700::1111]/hook',
    'https://bücher.example/hook',
    'https://localhost.example.com/',
    'https://internal.example.com/',
    'HTTPS://HOOKS.EXAMPLE.COM/',
  ])('%s is accepted', (url) => {
    expect(checkTargetUrl(url, deployed)).toBeNull();
    expect(checkTargetUrl(url, local)).toBeNull();
  });

  it.each([
    ['', 'is not a valid URL'],
    ['hooks.example.com', 'is not a valid URL'],
    ['https://1.2.3.256/', 'is not a valid URL'],
    ['https://example.com:65536/', 'is not a valid URL'],
    ['http://hooks.example.com/', 'must use https'],
    ['ftp://hooks.example.com/', 'must use https'],
    ['https://user@hooks.example.com/', 'must not contain a user name or password'],
    ['https://:secret@hooks.example.com/', 'must not contain a user name or password'],
    ['https://hooks.example.com:0/', 'must use port 443 or a port above 1023'],
    ['https://hooks.example.com:1023/', 'must use port 443 or a port above 1023'],
    ['https://hooks.example.com./', 'must not end with a dot'],
    ['https://localhost./', 'must not end with a dot'],
    ['https://LOCALHOST:8443/', 'must name a host on the public internet'],
    ['https://api.localhost/', 'must name a host on the public internet'],
    ['https://printer.local/', 'must name a host on the public internet'],
    ['https://metadata.google.internal/', 'must name a host on the public internet'],
    ['https://intranet/', 'must name a host on the public internet'],
    ['https://127.0.0.1./', 'must not point to a non-public address'],
    ['https://0x7f000001/', 'must not point to a non-public address'],
    ['https://169.254.169.254/latest/meta-data/', 'must not point to a non-public address'],
    ['https://[::ffff:8.8.8.8]/', 'must not point to a non-public address'],
  ])('%j is rejected before a look-up: it %s', async (url, reason) => {
    expect(await checkTarget(url, deployed, () => Promise.reject(new Error('looked up')))).toContain(reason);
  });

  it.each([
    'http://127.0.0.1:3000/hook',
    'https://127.0.0.1:3000/',
    'http://2130706433:3000/',
    'http://[::1]:3000/',
  ])('%s is accepted in the local stage only', async (url) => {
    expect(await checkTarget(url, local)).toBeNull();
    expect(checkTargetUrl(url, deployed)).not.toBeNull();
  });

  it.each([
    'http://127.0.0.2:3000/',
    'http://localhost:3000/',
    'http://user@127.0.0.1:3000/',
    'http://127.0.0.1:22/',
    'ftp://127.0.0.1:3000/',
    'http://0.0.0.0:3000/',
    'http://[::ffff:127.0.0.1]:3000/',
    'http://8.8.8.8:3000/',
    'http://hooks.example.com:3000/',
  ])('%s is rejected even in the local stage', (url) => {
    expect(checkTargetUrl(url, local)).not.toBeNull();
  });
});

describe('mayConnect', () => {
  it.each<[string, string, EgressPolicy, boolean]>([
    ['8.8.8.8', 'https://hooks.example.com/', deployed, true],
    ['10.0.0.1', 'https://hooks.example.com/', deployed, false],
    ['', 'https://hooks.example.com/', deployed, false],
    ['127.0.0.1', 'http://127.0.0.1:3000', local, true],
    ['::1', 'http://[::1]:3000', local, true],
    ['127.0.0.1', 'http://127.0.0.1:3000', deployed, false],
    ['127.0.0.1', 'https://hooks.example.com/', local, false],
    ['8.8.8.8', 'http://127.0.0.1:3000', local, false],
  ])('a socket to %s for %s under %j may be used: %s', (address, url, policy, expected) => {
    expect(mayConnect(address, new URL(url), policy)).toBe(expected);
  });
});

describe('the addresses of a name', () => {
  const url = 'https://hooks.example.com/';
  const resolving =
    (...addresses: string[]): Resolve =>
    async () =>
      addresses;

  it('are all of them if all are public', async () => {
    const addresses = ['8.8.8.8', '2606:4700::1'];
    expect(await resolveTarget(new URL(url), deployed, resolving(...addresses), signal)).toEqual({
      addresses,
    });
    expect(await checkTarget(url, deployed, resolving(...addresses))).toBeNull();
  });

  it.each([
    [['10.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['2606:4700::1', '::ffff:127.0.0.1', '8.8.8.8']],
  ])('are refused as a whole when they are %j', async (addresses) => {
    const refused = 'The host of the webhook URL resolves to a non-public address.';
    expect(await resolveTarget(new URL(url), deployed, resolving(...addresses), signal)).toEqual({ refused });
    for (const policy of [deployed, local])
      expect(await checkTarget(url, policy, resolving(...addresses))).toBe(refused);
  });

  it('are not looked up for a literal address', async () => {
    const never: Resolve = () => Promise.reject(new Error('A literal address was looked up by DNS.'));
    expect(await resolveTarget(new URL('https://8.8.8.8/'), deployed, never, signal)).toEqual({
      addresses: ['8.8.8.8'],
    });
  });

  it.each<[string, Resolve]>([
    ['does not exist', () => Promise.reject(new Error('none'))],
    ['has no address', async () => []],
    [
      'is not answered before the look-up is aborted',
      (_name, aborted) =>
        new Promise((_, reject) => aborted.addEventListener('abort', () => reject(aborted.reason))),
    ],
  ])('have the URL rejected when the name %s', async (_, resolve) => {
    expect(await checkTarget(url, deployed, resolve)).toBe(
      'The host of the webhook URL could not be resolved to an address.',
    );
  });
});

describe('resolveByDns', () => {
  const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
  const answers = (v4: () => Promise<string[]>, v6: () => Promise<string[]>) => {
    vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(v4 as never);
    vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation(v6 as never);
  };

  it('returns the addresses of both families, or of the one that has any', async () => {
    answers(
      async () => ['8.8.8.8', '8.8.4.4'],
      async () => ['2001:4860:4860::8888'],
    );
    const all = ['8.8.8.8', '8.8.4.4', '2001:4860:4860::8888'];
    expect(await resolveByDns('dns.example.com', signal)).toEqual(all);
    answers(
      () => failing('ENODATA'),
      async () => ['2001:4860:4860::8888'],
    );
    expect(await resolveByDns('dns.example.com', signal)).toEqual(all.slice(2));
  });

  it('rejects with the error of DNS without any address', async () => {
    answers(
      () => failing('ENOTFOUND'),
      () => failing('ENODATA'),
    );
    await expect(resolveByDns('dns.example.com', signal)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('is cancelled when its attempt ends', () => {
    const attempt = new AbortController();
    const never = () => new Promise<string[]>(() => {});
    answers(never, never);
    const cancel = vi.spyOn(Resolver.prototype, 'cancel');
    void resolveByDns('dns.example.com', attempt.signal);
    expect(cancel).not.toHaveBeenCalled();
    attempt.abort();
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});
