import { describe, expect, test } from 'vitest';
import { HOUR, isoTime, MINUTE, SECOND } from '../../shared/platform/clock.ts';
import { Chance } from '../chaos/chance.ts';
import { Deliveries, type Outage } from './outage/deliveries.ts';
import { LOOK_AHEAD } from './outage/fifo.ts';

/** 50 of 100 receivers hang for an hour, while their 50,000 models have 250,000 events within ten minutes. */
const MASS_OUTAGE: Outage = {
  organizations: 100,
  hung: 50,
  modelsOfHung: 1000,
  modelsOfOthers: 100,
  events: 5,
  minutesOfEvents: 10,
  minutesOfOutage: 60,
  concurrency: 400,
  breaker: true,
};
/** Until then circuits open; it is counted apart. */
const FIRST_MOMENTS = 30 * SECOND;
const LONGEST = 8 * HOUR;

function simulate(plan: Outage) {
  const deliveries = new Deliveries(plan, new Chance('outage', 'deliveries'));
  let time = 0;
  while (time < LONGEST && deliveries.schedule.run(time)) time += MINUTE;
  const of = (latencies: { milliseconds: number }[]) => {
    const sorted = latencies.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    const quantile = (part: number) => Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0);
    return { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) };
  };
  return {
    first: of(deliveries.latencies.filter(({ eventAt }) => eventAt < FIRST_MOMENTS)),
    later: of(deliveries.latencies.filter(({ eventAt }) => eventAt >= FIRST_MOMENTS)),
    delivered: deliveries.latencies.length,
    backlog: deliveries.fifo.maxBacklog,
    mostHanging: deliveries.mostHanging,
    mostOpenPosts: deliveries.mostOpenPosts,
    attemptsAtHung: deliveries.attemptsAtHung,
    parked: deliveries.parked,
    unfinished: deliveries.unfinished,
    drained: isoTime(deliveries.lastDeliveryAtHung).slice(11, 19),
    drainedAt: deliveries.lastDeliveryAtHung,
  };
}

describe('50 of 100 receivers hang, with 50,000 models', () => {
  test('with circuit breakers, the others are not delayed once the circuits are open, and everything is delivered', () => {
    const result = simulate(MASS_OUTAGE);
    console.log('With circuit breakers:', result);
    expect(result.delivered).toBe(50 * 100 * 5);
    expect(result.later.p99).toBeLessThan(SECOND);
    expect(result.backlog).toBeLessThan(LOOK_AHEAD);
    expect(result.unfinished).toBe(0);
  });

  test('with circuit breakers, a burst of all events within a minute does not reach the look-ahead either', () => {
    const result = simulate({ ...MASS_OUTAGE, minutesOfEvents: 1 });
    console.log('With circuit breakers, within a minute:', result);
    expect(result.later.p99).toBeLessThan(SECOND);
    expect(result.backlog).toBeLessThan(LOOK_AHEAD);
    expect(result.unfinished).toBe(0);
  });

  test('without circuit breakers, the same outage uses up the concurrency and the look-ahead', () => {
    const result = simulate({ ...MASS_OUTAGE, breaker: false });
    console.log('Without circuit breakers:', result);
    expect(result.mostHanging).toBe(MASS_OUTAGE.concurrency);
    expect(result.backlog).toBeGreaterThan(LOOK_AHEAD);
    expect(result.later.p99).toBeGreaterThan(10 * SECOND);
  });
});
