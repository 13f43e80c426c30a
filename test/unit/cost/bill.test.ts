import { expect, test } from 'vitest';
import type { Results, Usage } from '../../../bench/cost/bill.ts';
import { billOf, linesOf, recordedShare, totalOf } from '../../../bench/cost/bill.ts';

/** Two models and ten calls of one kind, in numbers that can be multiplied by hand. */
const resources = { webAcls: 1, webAclRules: 3, alarms: 10, dashboards: 1, secrets: 1, keys: 1 };
const results: Results = {
  measuredAt: '2026-01-02T03:04:05.678Z',
  machine: 'an abacus',
  stage: 'production',
  facts: { resources, polledQueues: 4, logRetentionDays: 73, tracing: true },
  columns: [2, 10].map((times) => ({ name: `times ${times}`, times })),
  counts: {
    invocations: [100, 10],
    invokedGb: [60, 5],
    gbSeconds: [120, 2],
    traces: [40, 10],
    writeUnits: [800, 20],
    transitions: [80, 0],
    edgeRequests: [0, 10],
    uploads: [16, 0],
    cutoutBytes: [2 ** 21, 0],
    photoBytes: [2 ** 24, 0],
  },
};
const { making, uploading, keeping, calls, idle } = billOf(results);
const totals = (usage: Usage = {}) =>
  Object.fromEntries(linesOf(usage).map(({ unit, total }) => [unit, Number(total.toFixed(5))]));

test('X-Ray records the first trace of each second and 5 % of the others', () => {
  // At 10 a second, 0.9999546 of them are the first, and 9.0000454 are others.
  expect(recordedShare(10)).toBeCloseTo(0.09999546 + 0.05 * 0.90000454, 8);
  expect(recordedShare(1e-6)).toBeCloseTo(1, 5);
  expect(totals(billOf(results, { tracing: false }).making)).not.toHaveProperty('traces recorded');
});

test('1,000 models pay for their counts, for INIT time of 30 % of the invocations, and for sampled traces', () => {
  expect(totals(making)).toEqual({
    invocations: 0.01,
    // 60,000 counted, and 30,000 GB of which 30 % start for half a second.
    'GB-seconds (arm64)': 0.86,
    'write request units': 0.25,
    'state transitions (standard)': 1,
    'traces recorded': 0.0145,
    // 50,000 invocations of 660 bytes and 40,000 states of 1,300; 15 % of it for 2.4 months.
    'GB of logs ingested': 0.03958,
    'GB of logs for a month': 0.00085,
  });
});

test('1,000 models are kept at the size of their headshots and items', () => {
  // 8 MB of headshots, and 35 KB of items. Cut-outs are deleted when a model is active.
  expect(totals(keeping)).toEqual({
    'GB of objects (Standard) for a month': 0.17969,
    'GB of items for a month, with PITR': 0.01502,
  });
});

test('Uploads of 1,000 models are paid for until the retention deletes them', () => {
  // 8 uploads of 3 MB for 720 of the 730 hours of a month.
  expect(totalOf(uploading)).toBeCloseTo((((8 * 3 * 1000) / 1024) * 0.023 * 720) / 730, 9);
  const { uploading: aDay } = billOf(results, { uploadRetentionDays: 1 });
  expect(totalOf(aDay)).toBeCloseTo(totalOf(uploading) / 30, 9);
});

test('A million calls pay for API Gateway, CloudFront and WAF once each, and for cold starts of 1 %', () => {
  expect(totals(calls[0]?.usage)).toEqual({
    invocations: 0.2,
    'GB-seconds (arm64)': 2.70001,
    'write request units': 1.25,
    'traces recorded': 0.72498,
    'HTTP API requests': 1,
    'HTTPS requests': 1,
    'requests inspected': 0.6,
    'GB of logs ingested': 0.461,
    'GB of logs for a month': 0.00996,
  });
});

test('A month without a call pays for resources and for five connections that poll each queue thrice a minute', () => {
  const polling = (4 * 657_000 * 0.5) / 1_000_000;
  expect(totalOf(idle)).toBeCloseTo(5 + 3 + 1 + 3 + 0.4 + 1 + 3.6 + polling, 9);
  expect(totalOf(billOf(results, { waf: false }).idle)).toBeCloseTo(9 + polling, 9);
});
