import { expect, test } from 'vitest';
import { failedTestsOf } from '../../../scripts/test-all/failed-tests.ts';

/** A report as Vitest's `json` reporter writes it, with the members that are read. */
const REPORT = JSON.stringify({
  numFailedTests: 1,
  testResults: [
    {
      name: '/project/test/browser/gallery.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'the gallery opens', status: 'passed', failureMessages: [] },
        {
          fullName: 'the gallery selects a favorite',
          status: 'failed',
          failureMessages: ['TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting'],
        },
        { fullName: 'the gallery closes', status: 'skipped' },
      ],
    },
    {
      name: '/project/test/browser/docs.test.ts',
      status: 'failed',
      message: "Cannot find module './page.ts'\n    at load",
      assertionResults: [],
    },
    { name: '/project/test/browser/admin.test.ts', status: 'passed', message: '', assertionResults: [] },
  ],
});

test('a failed test is named by its file, its title and the first line of its error', () => {
  expect(failedTestsOf(REPORT, '/project')[0]).toEqual({
    file: 'test/browser/gallery.test.ts',
    title: 'the gallery selects a favorite',
    error: 'TimeoutError: locator.click: Timeout 30000ms exceeded.',
  });
});

test('a file that cannot be loaded is reported with its error, and files that pass are not', () => {
  const failed = failedTestsOf(REPORT, '/project');
  expect(failed).toHaveLength(2);
  expect(failed[1]).toEqual({
    file: 'test/browser/docs.test.ts',
    title: '(the file)',
    error: "Cannot find module './page.ts'",
  });
});
