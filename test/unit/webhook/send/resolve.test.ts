import { Resolver } from 'node:dns/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resolveByDns } from '../../../../shared/webhook/send/guard.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const noData = Object.assign(new Error('no such record'), { code: 'ENODATA' });
const resolveV4 = () => vi.spyOn(Resolver.prototype, 'resolve4') as unknown as ReturnType<typeof vi.fn>;
const resolveV6 = () => vi.spyOn(Resolver.prototype, 'resolve6') as unknown as ReturnType<typeof vi.fn>;

describe('resolveByDns', () => {
  const { signal } = new AbortController();

  it('a look-up returns the addresses of both families', async () => {
    resolveV4().mockResolvedValue(['8.8.8.8', '8.8.4.4']);
    resolveV6().mockResolvedValue(['2001:4860:4860::8888']);
    expect(await resolveByDns('dns.example.com', signal)).toEqual([
      '8.8.8.8',
      '8.8.4.4',
      '2001:4860:4860::8888',
    ]);
  });

  it('a look-up succeeds with the addresses of one family', async () => {
    resolveV4().mockRejectedValue(noData);
    resolveV6().mockResolvedValue(['2001:4860:4860::8888']);
    expect(await resolveByDns('dns.example.com', signal)).toEqual(['2001:4860:4860::8888']);
  });

  it('a look-up without any address rejects with the error of DNS', async () => {
    resolveV4().mockRejectedValue(Object.assign(new Error('gone'), { code: 'ENOTFOUND' }));
    resolveV6().mockRejectedValue(noData);
    await expect(resolveByDns('dns.example.com', signal)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('a look-up is cancelled when its attempt ends', async () => {
    const attempt = new AbortController();
    resolveV4().mockReturnValue(new Promise(() => {}));
    resolveV6().mockReturnValue(new Promise(() => {}));
    const cancel = vi.spyOn(Resolver.prototype, 'cancel');
    resolveByDns('dns.example.com', attempt.signal);
    expect(cancel).not.toHaveBeenCalled();
    attempt.abort();
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});
