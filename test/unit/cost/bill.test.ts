import { describe, expect, test } from 'vitest';
import { bill, scaled, sum, totalOf, totalsByService } from '../../../bench/cost/bill.ts';
import { type Counts, noCounts, sumOf } from '../../../bench/cost/counts.ts';
import { INPUTS, inputsWith } from '../../../bench/cost/inputs.ts';
import { monthlyOf, quantitiesOf, storageOf } from '../../../bench/cost/quantities.ts';
import type { TemplateFacts } from '../../../bench/cost/template.ts';

/** The arithmetic of the bill against sums that were done by hand. */

const GB = 1_073_741_824;
const NO_LOG = { lines: 0, bytes: 0, metrics: [] };
const FACTS: TemplateFacts = {
  stage: 'test',
  webAcls: 1,
  webAclRules: 3,
  alarms: 10,
  dashboards: 1,
  secrets: 1,
  keys: 1,
  standardSources: 4,
  fifoSources: 1,
  logRetentionDays: 73,
  accessLogLine: '',
};

function counted(change: (counts: Counts) => void) {
  const counts = noCounts();
  change(counts);
  return { counts, log: NO_LOG, webhookBytes: 0 };
}

function invoked(memoryMB: number, invocations: number, milliseconds: number) {
  return { memoryMB, invocations, coldStarts: 0, milliseconds, units: { read: 0, write: 0 } };
}

describe('a bill', () => {
  const quantities = {
    dynamodbWrites: 3_200_000,
    dynamodbReads: 8_000_000,
    lambdaGbSeconds: 150_000,
    s3Storage: 100,
    s3Writes: 120_000,
    stateTransitions: 40_000,
    sqsFifo: 3_000_000,
    cloudfrontRequests: 250_000,
    secretCalls: 20_000,
  };

  test('is quantities by prices, each in its unit', () => {
    const totals = Object.fromEntries(bill(quantities).map(({ name, total }) => [name, total]));
    const expected = {
      dynamodbWrites: 2,
      dynamodbReads: 1,
      lambdaGbSeconds: 2.00001,
      s3Storage: 2.3,
      s3Writes: 0.6,
      stateTransitions: 1,
      sqsFifo: 1.5,
      cloudfrontRequests: 0.25,
      secretCalls: 0.1,
    };
    expect(Object.keys(totals).sort()).toEqual(Object.keys(expected).sort());
    for (const [name, total] of Object.entries(expected)) expect(totals[name]).toBeCloseTo(total, 9);
    expect(totalOf(quantities)).toBeCloseTo(10.75001, 9);
  });

  test('adds up by service, the dearest first', () => {
    const totals = totalsByService(quantities).map(([service, total]) => [service, Number(total.toFixed(5))]);
    expect(totals).toEqual([
      ['DynamoDB', 3],
      ['S3', 2.9],
      ['Lambda', 2.00001],
      ['SQS', 1.5],
      ['Step Functions', 1],
      ['CloudFront', 0.25],
      ['Secrets Manager', 0.1],
    ]);
  });

  test('grows with what is scaled and added', () => {
    expect(totalOf(scaled(quantities, 3))).toBeCloseTo(32.25003, 9);
    expect(sum({ mails: 2, keys: 1 }, { mails: 3 })).toEqual({ mails: 5, keys: 1 });
  });
});

describe('quantities', () => {
  test('of functions are invocations, and seconds by gigabytes', () => {
    const measured = counted(({ functions }) => {
      functions['v2/models/get-model'] = invoked(512, 10, 2000);
      functions['flow/advance-training'] = invoked(1769, 2, 4096);
    });
    const { lambdaRequests, lambdaGbSeconds } = quantitiesOf(measured, FACTS, INPUTS);
    expect(lambdaRequests).toBe(12);
    expect(lambdaGbSeconds).toBeCloseTo(1 + 7.076, 9);
    const slower = quantitiesOf(measured, FACTS, { ...INPUTS, durationFactor: 2.5 });
    expect(slower.lambdaGbSeconds).toBeCloseTo(20.19, 9);
  });

  test('of the table are the units of all purposes, and one for each refused write', () => {
    const measured = counted((counts) => {
      counts.units.rateLimit = { read: 0.5, write: 1 };
      counts.units.data = { read: 7, write: 20 };
      counts.refusedWrites = 2;
    });
    expect(quantitiesOf(measured, FACTS, INPUTS)).toMatchObject({ dynamodbReads: 7.5, dynamodbWrites: 23 });
  });

  test('of queues are what was counted and one receive for each invocation of their consumers', () => {
    const measured = counted(({ functions, queues }) => {
      functions['queue/deliver-webhooks'] = invoked(512, 3, 3);
      functions['queue/send-mail'] = invoked(512, 4, 4);
      functions['stream/publish-events'] = invoked(512, 50, 50);
      Object.assign(queues, { standard: 100, fifo: 200 });
    });
    expect(quantitiesOf(measured, FACTS, INPUTS)).toMatchObject({ sqsStandard: 104, sqsFifo: 203 });
  });

  test('of bytes are gigabytes, of lines with what CloudWatch adds to each', () => {
    const { counts } = counted(({ objects, http }) => {
      objects.bytesOut = 3 * GB;
      Object.assign(http, { bytesOut: GB / 2, bytesIn: GB / 4 });
    });
    const measured = {
      counts,
      log: { lines: 1000, bytes: 2 * GB - 26_000, metrics: [] },
      webhookBytes: GB,
    };
    const quantities = quantitiesOf(measured, FACTS, INPUTS);
    expect(quantities).toMatchObject({
      internetOut: 4,
      cloudfrontOut: 0.5,
      cloudfrontToOrigin: 0.25,
      logsIn: 2,
    });
    // 73 days are 2.4 months of 730 hours.
    expect(quantities.logsKept).toBeCloseTo(2 * 0.15 * 2.4, 9);
  });

  test('of storage are gigabytes for the months that they are kept', () => {
    const stored = { uploads: 512, subjects: 2 * GB, photos: GB, items: GB / 8 };
    expect(storageOf(stored, { ...INPUTS, monthsKept: 6, uploadMegabytes: 2 })).toEqual({
      s3Storage: 24,
      dynamodbStorage: 0.75,
      dynamodbBackup: 0.75,
    });
  });

  test('of a month are what is deployed, the polling of queues, and what the clock starts', () => {
    const hourly = counted(({ functions }) => {
      functions['schedule/give-up-parked'] = invoked(1024, 1, 1000);
    });
    const daily = counted((counts) => {
      counts.functions['schedule/expire-invites'] = invoked(1024, 1, 1000);
      counts.units.data.read = 2;
    });
    const schedules = [
      { operation: 'schedule/give-up-parked', everyHours: 1, measured: hourly },
      { operation: 'schedule/expire-invites', everyHours: 24, measured: daily },
    ];
    const { resources, polling, schedules: started } = monthlyOf(FACTS, schedules, 12, INPUTS);
    expect(resources).toMatchObject({ wafAcls: 1, wafRules: 3, metrics: 12, alarms: 10, dashboards: 1 });
    expect(totalOf(resources)).toBeCloseTo(5 + 3 + 3.6 + 1 + 3 + 0.4 + 1, 9);
    // 5 connections, 3 times a minute, 730 hours.
    expect(polling).toEqual({ sqsStandard: 4 * 657_000, sqsFifo: 657_000 });
    expect(started.lambdaRequests).toBeCloseTo(730 + 730 / 24, 9);
    expect(started.dynamodbReads).toBeCloseTo((2 * 730) / 24, 9);
  });
});

test('counts add up, and the memory of a function stays what it is', () => {
  const one = counted(({ functions, units }) => {
    functions.one = invoked(512, 1, 10);
    units.data.write = 3;
  }).counts;
  const other = counted(({ functions, units }) => {
    functions.one = invoked(512, 2, 20);
    functions.other = invoked(1024, 1, 5);
    units.data.write = 4;
  }).counts;
  const both = sumOf(one, other);
  expect(both.functions).toEqual({ one: invoked(512, 3, 30), other: invoked(1024, 1, 5) });
  expect(both.units.data.write).toBe(7);
});

test('an input is taken by its name, and nothing else is', () => {
  expect(inputsWith(['monthsKept=3', 'providerPricePerModel=1.5'])).toEqual({
    ...INPUTS,
    monthsKept: 3,
    providerPricePerModel: 1.5,
  });
  expect(() => inputsWith(['months=3'])).toThrow("There is no input 'months'");
  expect(() => inputsWith(['monthsKept=many'])).toThrow('monthsKept must be a number');
});
