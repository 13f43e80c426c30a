import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Randomness, systemRandomness } from '../../../../shared/platform/randomness.ts';
import { nextAttemptDelaySeconds } from '../../../../shared/webhook/send/retry.ts';

const always = (byte: number): Randomness => ({ bytes: (length) => new Uint8Array(length).fill(byte) });
const middle = always(127);

describe('the pause before the next attempt', () => {
  it('grows over three retries and then there is none', () => {
    const pauses = [1, 2, 3, 4].map((attempt) => nextAttemptDelaySeconds({ attempt, randomness: middle }));
    expect(pauses).toEqual([30, 300, 1799, null]);
  });

  it('varies by 20 % either way', () => {
    expect(nextAttemptDelaySeconds({ attempt: 2, randomness: always(0) })).toBe(240);
    expect(nextAttemptDelaySeconds({ attempt: 2, randomness: always(255) })).toBe(360);
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3), (attempt) => {
        const nominal = [30, 300, 1800][attempt - 1] ?? 0;
        const pause = nextAttemptDelaySeconds({ attempt, randomness: systemRandomness }) ?? 0;
        expect(Math.abs(pause - nominal)).toBeLessThanOrEqual(nominal * 0.2);
      }),
    );
  });

  it('follows an injected schedule', () => {
    const schedule = [1, 2];
    expect(nextAttemptDelaySeconds({ attempt: 1, schedule, randomness: middle })).toBe(1);
    expect(nextAttemptDelaySeconds({ attempt: 3, schedule, randomness: middle })).toBeNull();
    expect(nextAttemptDelaySeconds({ attempt: 1, schedule: [], randomness: middle })).toBeNull();
  });

  it('is stretched by Retry-After, up to one hour, and never shortened', () => {
    const receiverAsksFor = (retryAfterSeconds: number) =>
      nextAttemptDelaySeconds({ attempt: 1, retryAfterSeconds, randomness: middle });
    expect(receiverAsksFor(120)).toBe(120);
    expect(receiverAsksFor(3600)).toBe(3600);
    expect(receiverAsksFor(1e9)).toBe(3600);
    expect(receiverAsksFor(0)).toBe(30);
    expect(receiverAsksFor(5)).toBe(30);
  });

  it('is not prolonged beyond the last attempt by Retry-After', () => {
    expect(nextAttemptDelaySeconds({ attempt: 4, retryAfterSeconds: 10, randomness: middle })).toBeNull();
  });
});
