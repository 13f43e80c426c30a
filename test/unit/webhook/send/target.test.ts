import { describe, expect, it } from 'vitest';
import { checkTarget, type EgressPolicy, type Resolve } from '../../../../shared/webhook/send/guard.ts';

const deployed: EgressPolicy = { loopbackAllowed: false };
const local: EgressPolicy = { loopbackAllowed: true };

const NON_PUBLIC = 'The host of the webhook URL resolves to a non-public address.';
const UNRESOLVED = 'The host of the webhook URL could not be resolved to an address.';

/** A resolver that knows these names only. */
function resolverOf(names: Readonly<Record<string, readonly string[]>>): Resolve {
  return async (hostname) => {
    const addresses = names[hostname];
    if (!addresses) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    return addresses;
  };
}

const resolve = resolverOf({
  'company.example': ['8.8.8.8', '2001:4860:4860::8888'],
  'xn--mnchen-3ya.example': ['8.8.8.8'],
  'inside.example': ['10.0.0.7'],
  'metadata.example': ['169.254.169.254'],
  'loopback.example': ['127.0.0.1'],
  'mixed.example': ['8.8.8.8', '192.168.1.1'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'unique-local.example': ['2606:4700::1', 'fd00::1'],
});

describe('accepted webhook URLs', () => {
  it.each([
    'https://company.example/hook',
    'https://company.example:8443/hook?shop=1',
    'https://COMPANY.example',
    'https://münchen.example/',
    'https://8.8.8.8/hook',
  ])('the webhook URL %s is accepted', async (url) => {
    expect(await checkTarget(url, deployed, resolve)).toBeNull();
    expect(await checkTarget(url, local, resolve)).toBeNull();
  });
});

describe('rejected webhook URLs', () => {
  it.each([
    ['company.example/hook', 'The webhook URL is not a valid URL.'],
    ['http://company.example/hook', 'The webhook URL must use https.'],
    ['ftp://company.example/hook', 'The webhook URL must use https.'],
    ['https://user:password@company.example', 'The webhook URL must not contain a user name or password.'],
    ['https://company.example:22/', 'The webhook URL must use port 443 or a port above 1023.'],
    ['https://company.example.', 'The host of the webhook URL must not end with a dot.'],
    ['https://localhost./', 'The host of the webhook URL must not end with a dot.'],
    ['https://localhost:4000/', 'The webhook URL must name a host on the public internet.'],
    ['https://intranet/', 'The webhook URL must name a host on the public internet.'],
    ['https://10.0.0.1/', 'The webhook URL must not point to a non-public address.'],
    ['https://169.254.169.254/latest/', 'The webhook URL must not point to a non-public address.'],
    ['https://0x0a000001/', 'The webhook URL must not point to a non-public address.'],
    ['https://[::ffff:7f00:1]/', 'The webhook URL must not point to a non-public address.'],
    ['https://inside.example/', NON_PUBLIC],
    ['https://metadata.example/', NON_PUBLIC],
    ['https://loopback.example/', NON_PUBLIC],
    ['https://mixed.example/', NON_PUBLIC],
    ['https://mapped.example/', NON_PUBLIC],
    ['https://unique-local.example/', NON_PUBLIC],
    ['https://nowhere.example/', UNRESOLVED],
  ])('the webhook URL %s is rejected: %s', async (url, reason) => {
    expect(await checkTarget(url, deployed, resolve)).toBe(reason);
    expect(await checkTarget(url, local, resolve)).toBe(reason);
  });
});

describe('webhook URLs on loopback', () => {
  it.each(['http://127.0.0.1:4000/hook', 'http://[::1]:4000/', 'https://127.0.0.1/'])(
    'the webhook URL %s is accepted in the local stage only',
    async (url) => {
      expect(await checkTarget(url, local, resolve)).toBeNull();
      expect(await checkTarget(url, deployed, resolve)).toMatch(/must use https|non-public address/);
    },
  );
});

it('a webhook URL whose name server does not answer is rejected once the look-up is aborted', async () => {
  const silent: Resolve = (_hostname, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  expect(await checkTarget('https://company.example/', deployed, silent)).toBe(UNRESOLVED);
});
