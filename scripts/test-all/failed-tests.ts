import { relative } from 'node:path';
import { z } from 'zod';

/** The part of the report of Vitest's `json` reporter that names failed tests. */
const report = z.object({
  testResults: z.array(
    z.object({
      /** The absolute path of the test file. */
      name: z.string(),
      status: z.string(),
      /** The error of the file itself, as of an import that fails; else empty. */
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
});

/** A test that failed, or a file none of whose tests could begin. */
export interface FailedTest {
  /** Relative to the project. */
  readonly file: string;
  readonly title: string;
  /** The first line of the error. */
  readonly error: string;
}

/**
 * @param json What Vitest's `json` reporter wrote.
 * @param project The project's absolute path.
 */
export function failedTestsOf(json: string, project: string): FailedTest[] {
  const { testResults } = report.parse(JSON.parse(json));
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(project, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ file, title: '(the file)', error: firstLine(message) }];
      return failed.map(({ fullName, failureMessages }) => ({
        file,
        title: fullName,
        error: firstLine(failureMessages?.[0] ?? ''),
      }));
    });
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
