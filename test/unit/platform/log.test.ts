import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToLog, log, logAbout, subjectsOf } from '../../../shared/platform/log.ts';

let written: Record<string, unknown>[];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    written.push(JSON.parse(String(line)) as Record<string, unknown>);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

test('log lines of concurrent requests carry only the fields of their own request', async () => {
  const work = (requestId: string, milliseconds: number) =>
    logAbout({ requestId }, async () => {
      await pause(milliseconds);
      addToLog({ organizationId: `of ${requestId}` });
      await pause(milliseconds);
      log.info('done', { status: 200 });
    });
  await Promise.all([work('one', 20), work('two', 5)]);
  log.info('outside');
  addToLog({ requestId: 'ignored' });
  expect(written).toEqual([
    { level: 'info', message: 'done', requestId: 'two', organizationId: 'of two', status: 200 },
    { level: 'info', message: 'done', requestId: 'one', organizationId: 'of one', status: 200 },
    { level: 'info', message: 'outside' },
  ]);
});

test('an error is logged with its stack and with the fields of its work', () => {
  logAbout({ messageId: 'm' }, () => log.error('failed', new TypeError('No.')));
  expect(written).toMatchObject([
    { level: 'error', message: 'failed', messageId: 'm', errorName: 'TypeError', errorMessage: 'No.' },
  ]);
  expect(written[0]?.stack).toContain('log.test.ts');
});

test.each([
  [{ organizationId: 'org_01J9ZZZZZZZZZZZZZZZZZZZZZZ', modelId: 'mdl_01J9ZZZZZZZZZZZZZZZZZZZZZZ' }, 2],
  [{ webhookId: 'msg_01J9ZZZZZZZZZZZZZZZZZZZZZZ_2', attempt: 1 }, 1],
  [{ modelId: 'anna@people.example' }, 0],
  [{ modelId: 'hss.org_01J9ZZZZZZZZZZZZZZZZZZZZZZ.secret' }, 0],
  [{ modelId: 5, organizationId: null }, 0],
  [undefined, 0],
  ['text', 0],
])('only the well-formed ids of %j are logged', (value, count) => {
  expect(Object.keys(subjectsOf(value))).toHaveLength(count);
});

test('a log line carries the id of the X-Ray trace if there is one', () => {
  vi.stubEnv(
    '_X_AMZN_TRACE_ID',
    'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1',
  );
  log.info('step');
  vi.unstubAllEnvs();
  log.info('step');
  expect(written).toEqual([
    { level: 'info', message: 'step', traceId: '1-5759e988-bd862e3fe1be46a994272793' },
    { level: 'info', message: 'step' },
  ]);
});
