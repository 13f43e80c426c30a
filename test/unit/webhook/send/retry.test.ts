import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Randomness, systemRandomness } from '../../../../shared/platform/randomness.ts';
import { nextAttemptDelaySeconds } from '../../../../shared/webhook/send/retry.ts';

const always = (byte: number): Randomness => ({ bytes: (length) => new Uint8Array(length).fill(byte) });
const middle = always(127);

describe('the delay of the next attempt', () => {
  it('the delay grows over three retries, after which there is no further attempt', () => {
    const delays = [1, 2, 3, 4].map((attempt) => nextAttemptDelaySeconds({ attempt, randomness: middle }));
    expect(delays).toEqual([30, 300, 1799, null]);
  });

  it('the delay varies by up to 20 % in either direction', () => {
    expect(nextAttemptDelaySeconds({ attempt: 2, randomness: always(0) })).toBe(240);
    expect(nextAttemptDelaySeconds({ attempt: 2, randomness: always(255) })).toBe(360);
    return fc.assert(
      fc.property(fc.constantFrom(1, 2, 3), (attempt) => {
        const nominal = [30, 300, 1800][attempt - 1] ?? 0;
        const delay = nextAttemptDelaySeconds({ attempt, randomness: systemRandomness }) ?? 0;
        expect(Math.abs(delay - nominal)).toBeLessThanOrEqual(nominal * 0.2);
      }),
    );
  });

  it('the delay follows an injected schedule', () => {
    const schedule = [1, 2];
    expect(nextAttemptDelaySeconds({ attempt: 1, schedule, randomness: middle })).toBe(1);
    expect(nextAttemptDelaySeconds({ attempt: 3, schedule, randomness: middle })).toBeNull();
    expect(nextAttemptDelaySeconds({ attempt: 1, schedule: [], randomness: middle })).toBeNull();
  });

  it('Retry-After lengthens the delay up to one hour, and never shortens it', () => {
    const receiverAsksFor = (retryAfterSeconds: number) =>
      nextAttemptDelaySeconds({ attempt: 1, retryAfterSeconds, randomness: middle });
    expect(receiverAsksFor(120)).toBe(120);
    expect(receiverAsksFor(3600)).toBe(3600);
    expect(receiverAsksFor(1e9)).toBe(3600);
    expect(receiverAsksFor(0)).toBe(30);
    expect(receiverAsksFor(5)).toBe(30);
  });

  it('Retry-After does not add an attempt after the last one', () => {
    expect(nextAttemptDelaySeconds({ attempt: 4, retryAfterSeconds: 10, randomness: middle })).toBeNull();
  });
});
