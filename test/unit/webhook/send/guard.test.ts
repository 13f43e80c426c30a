import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkTargetUrl,
  type EgressPolicy,
  isPublicAddress,
  mayConnect,
  resolveTarget,
} from '../../../../shared/webhook/send/guard.ts';

const deployed: EgressPolicy = { loopbackAllowed: false };
const local: EgressPolicy = { loopbackAllowed: true };
const { signal } = new AbortController();

/** The first and the last address of every non-public range. */
const NON_PUBLIC_V4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
] as const;

/** The public addresses nearest to these ranges. */
const PUBLIC_V4 = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '8.8.8.8',
];

const NON_PUBLIC_V6 = [
  '::',
  '::1',
  '::2',
  '::8.8.8.8',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:169.254.169.254',
  '0:0:0:0:0:ffff:0a00:0001',
  '::ffff:0:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff:ffff:ffff:ffff:ffff',
  '100::',
  '100::ffff:ffff:ffff:ffff',
  '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:0:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::',
  '2001:DB8:ffff:ffff:ffff:ffff:ffff:ffff',
  '2002::',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff::1',
  '4000::',
  '5f00::1',
  'fc00::',
  'fd00:ec2::254',
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fec0::1',
  'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'ff00::',
  'ff02::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];

const PUBLIC_V6 = [
  '2000::',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2003::',
  '2600:1f18::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];

describe('isPublicAddress', () => {
  it.each(NON_PUBLIC_V4.flat())('the address %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(PUBLIC_V4)('the address %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(NON_PUBLIC_V6)('the address %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(PUBLIC_V6)('the address %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '010.0.0.1',
    '0x7f000001',
    '2130706433',
    '8.8.8.8 ',
    '[::1]',
    '8.8.8.8:80',
  ])('%j is no address, and so not public', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  it('no IPv6 address that contains an IPv4 address is public', () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        for (const form of [
          `::ffff:${v4}`,
          `::ffff:${high}:${low}`,
          `::${v4}`,
          `64:ff9b::${v4}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
        ]) {
          expect(isPublicAddress(form)).toBe(false);
        }
      }),
    );
  });

  it('an IPv4 address is public exactly if it is in no non-public range', () => {
    const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const inRange = NON_PUBLIC_V4.some(
          ([first, last]) => number(address) >= number(first) && number(address) <= number(last),
        );
        expect(isPublicAddress(address)).toBe(!inRange);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('checkTargetUrl', () => {
  it.each([
    'https://hooks.example.com/in?x=1',
    'https://hooks.example.com:443/',
    'https://hooks.example.com:1024/',
    'https://hooks.example.com:65535/',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://bücher.example/hook',
    'https://localhost.example.com/',
    'https://internal.example.com/',
    'HTTPS://HOOKS.EXAMPLE.COM/',
  ])('the target URL %s is accepted', (url) => {
    expect(checkTargetUrl(url, deployed)).toBeNull();
    expect(checkTargetUrl(url, local)).toBeNull();
  });

  it.each([
    ['', 'not a valid URL'],
    ['hooks.example.com', 'not a valid URL'],
    ['https://', 'not a valid URL'],
    ['https://exa mple.com/', 'not a valid URL'],
    ['https://[::1%25eth0]/', 'not a valid URL'],
    ['https://1.2.3.256/', 'not a valid URL'],
    ['https://example.com:65536/', 'not a valid URL'],
    ['http://hooks.example.com/', 'https'],
    ['ftp://hooks.example.com/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['gopher://hooks.example.com:8080/', 'https'],
    ['https://user@hooks.example.com/', 'user name'],
    ['https://user:secret@hooks.example.com/', 'user name'],
    ['https://:secret@hooks.example.com/', 'user name'],
    ['https://hooks.example.com@127.0.0.1/', 'user name'],
    ['https://hooks.example.com:0/', 'port'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://hooks.example.com:80/', 'port'],
    ['https://hooks.example.com:1023/', 'port'],
    ['https://hooks.example.com./', 'dot'],
    ['https://hooks.example.com../', 'dot'],
    ['https://localhost/', 'public internet'],
    ['https://localhost:8443/', 'public internet'],
    ['https://LOCALHOST/', 'public internet'],
    ['https://localhost./', 'dot'],
    ['https://api.localhost/', 'public internet'],
    ['https://api.localhost./', 'dot'],
    ['https://ｌocalhost/', 'public internet'],
    ['https://%6c%6f%63alhost/', 'public internet'],
    ['https://printer.local/', 'public internet'],
    ['https://metadata.google.internal/', 'public internet'],
    ['https://ip-10-0-0-1.eu-west-1.compute.internal/', 'public internet'],
    ['https://intranet/', 'public internet'],
    ['https://127.0.0.1/', 'non-public'],
    ['https://127.0.0.1./', 'non-public'],
    ['https://127.1/', 'non-public'],
    ['https://127.0.1/', 'non-public'],
    ['https://0/', 'non-public'],
    ['https://0.0.0.0/', 'non-public'],
    ['https://2130706433/', 'non-public'],
    ['https://017700000001/', 'non-public'],
    ['https://0x7f000001/', 'non-public'],
    ['https://0x7f.0.0.1/', 'non-public'],
    ['https://0177.0.0.01/', 'non-public'],
    ['https://00000000177.1/', 'non-public'],
    ['https://１２７.０.０.１/', 'non-public'],
    ['https://127。0。0。1/', 'non-public'],
    ['https://①②⑦.⓪.⓪.①/', 'non-public'],
    ['https://%31%32%37.0.0.1/', 'non-public'],
    ['https://1\t27.0.0.1/', 'non-public'],
    ['https:\\\\127.0.0.1\\', 'non-public'],
    ['https:127.0.0.1', 'non-public'],
    ['https://10.0.0.1:8443/', 'non-public'],
    ['https://169.254.169.254/latest/meta-data/', 'non-public'],
    ['https://2852039166/latest/meta-data/', 'non-public'],
    ['https://0xa9fea9fe/', 'non-public'],
    ['https://[::]/', 'non-public'],
    ['https://[::1]/', 'non-public'],
    ['https://[0:0:0:0:0:0:0:1]/', 'non-public'],
    ['https://[::ffff:127.0.0.1]/', 'non-public'],
    ['https://[::ffff:7f00:1]/', 'non-public'],
    ['https://[::ffff:8.8.8.8]/', 'non-public'],
    ['https://[::127.0.0.1]/', 'non-public'],
    ['https://[64:ff9b::169.254.169.254]/', 'non-public'],
    ['https://[2002:a9fe:a9fe::]/', 'non-public'],
    ['https://[2001::1]/', 'non-public'],
    ['https://[fd00:ec2::254]/', 'non-public'],
    ['https://[fe80::1]/', 'non-public'],
    ['https://[fec0::1]/', 'non-public'],
    ['https://[ff02::1]/', 'non-public'],
  ])('the target URL %j is rejected with the reason "%s"', (url, reason) => {
    expect(checkTargetUrl(url, deployed)).toContain(reason);
  });

  it.each([
    'http://127.0.0.1:3000/hook',
    'https://127.0.0.1:3000/hook',
    'http://2130706433:3000/',
    'http://[::1]:3000/hook',
  ])('the target URL %s is accepted in the local stage only', (url) => {
    expect(checkTargetUrl(url, local)).toBeNull();
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
    'http://10.0.0.1:3000/',
    'http://8.8.8.8:3000/',
    'http://hooks.example.com:3000/',
    'https://169.254.169.254/',
  ])('the target URL %s is rejected even in the local stage', (url) => {
    expect(checkTargetUrl(url, local)).not.toBeNull();
  });
});

describe('mayConnect', () => {
  const named = new URL('https://hooks.example.com/');

  it('a connection to a public address is accepted, and to another one refused', () => {
    expect(mayConnect('8.8.8.8', named, deployed)).toBe(true);
    expect(mayConnect('10.0.0.1', named, deployed)).toBe(false);
    expect(mayConnect('', named, deployed)).toBe(false);
  });

  it('a connection to loopback needs the local policy and a URL with the literal address', () => {
    expect(mayConnect('127.0.0.1', new URL('http://127.0.0.1:3000'), local)).toBe(true);
    expect(mayConnect('::1', new URL('http://[::1]:3000'), local)).toBe(true);
    expect(mayConnect('127.0.0.1', new URL('http://127.0.0.1:3000'), deployed)).toBe(false);
    expect(mayConnect('127.0.0.1', named, local)).toBe(false);
    expect(mayConnect('8.8.8.8', new URL('http://127.0.0.1:3000'), local)).toBe(false);
  });
});

describe('resolveTarget', () => {
  const url = new URL('https://hooks.example.com/');
  const resolving = (...addresses: string[]) =>
    resolveTarget(url, deployed, () => Promise.resolve(addresses), signal);

  it('a name resolves to all its addresses if all are public', async () => {
    expect(await resolving('8.8.8.8', '2606:4700::1')).toEqual({ addresses: ['8.8.8.8', '2606:4700::1'] });
  });

  it.each([
    [['10.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '::1']],
    [['2606:4700::1', '::ffff:127.0.0.1', '8.8.8.8']],
  ])('a name that resolves to %j is refused as a whole', async (addresses) => {
    expect(await resolving(...addresses)).toEqual({ refused: expect.stringContaining('non-public') });
  });

  it('a literal address is not looked up', async () => {
    const neverResolve = () => Promise.reject(new Error('A literal address was looked up by DNS.'));
    const target = await resolveTarget(new URL('https://8.8.8.8/'), deployed, neverResolve, signal);
    expect(target).toEqual({ addresses: ['8.8.8.8'] });
  });
});
