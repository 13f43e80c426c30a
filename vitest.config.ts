import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { MixedSequencer } from './test/support/mixed-sequencer.ts';

const SECOND = 1000;
/**
 * Some tests wait, so there are more workers than cores on a small machine. Vitest's default is one fewer. With more, tests
 * wait longer for each other.
 */
const WORKERS = Math.max(5, availableParallelism());
/** Tests under load leave less to others. */
const LONG_WORKERS = Math.max(4, availableParallelism());

/** How long `expect.poll` waits. Vitest's default is one second, which a busy machine exceeds. */
const POLL = { poll: { timeout: 90 * SECOND } };

/**
 * Unit tests that change what the process keeps, such as the environment, from which modules make their clients when
 * they are loaded, or how it connects to other hosts, which clients of other files do in the background.
 */
const ISOLATED = 'test/unit/**/*.isolated.test.ts';

const QUIET = ['test/support/quiet.ts'];

/**
 * Tests with many cases, of which `npm test` runs a sample. See test/support/sample.ts. `npm run test:long` runs all of
 * them.
 */
export const SAMPLED = ['test/unit/build/bundles.test.ts'];

/** The same for tests that need the local cloud. */
export const SAMPLED_ON_CLOUD = [
  'test/contract/fuzz.test.ts',
  'test/integration/idempotency.test.ts',
  'test/integration/openapi.test.ts',
  'test/integration/permissions.test.ts',
  'test/integration/receivers.test.ts',
];

/**
 * Tests that synthesize templates of their own: exports of stacks, changes of code, cdk-nag. `npm run check:aws` runs
 * them.
 */
const MANY_TEMPLATES = ['test/infra/{code-changes,exports,nag}.test.ts'];

export default defineConfig({
  test: {
    // What a test logs is printed when it fails.
    silent: 'passed-only',
    // A file that passes is one line.
    slowTestThreshold: 60 * SECOND,
    sequence: { sequencer: MixedSequencer },
    globalSetup: ['test/support/temporary-directory.ts'],
    // `--coverage` prints the lines that no test runs in this process. Handlers run in the local cloud's own, and pages in browsers.
    coverage: {
      include: ['{infra,ops,shared}/**/*.ts'],
      reporter: [['text', { skipFull: true }]],
      reportsDirectory: '.build/coverage',
    },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: QUIET,
          expect: POLL,
          maxWorkers: WORKERS,
          include: [
            'test/unit/**/*.test.ts',
            'test/simulation/random-operations.test.ts',
            'test/world/world.test.ts',
          ],
          exclude: [ISOLATED],
          globalSetup: ['test/support/shared-engine.ts'],
          // Modules are loaded once for all files of a worker.
          isolate: false,
          provide: { operations: 25, simulations: 1, worlds: 20, sampled: true },
          // Only ends a test that hangs: other work of the machine may slow all of them down.
          testTimeout: 120 * SECOND,
          hookTimeout: 120 * SECOND,
        },
      },
      {
        test: {
          name: 'unit-isolated',
          setupFiles: QUIET,
          expect: POLL,
          maxWorkers: WORKERS,
          include: [ISOLATED],
          globalSetup: ['test/support/shared-engine.ts'],
          testTimeout: 120 * SECOND,
          hookTimeout: 120 * SECOND,
        },
      },
      {
        // `npm run test:local-cloud`: the package that runs templates, which knows nothing of the service.
        test: {
          name: 'local-cloud',
          setupFiles: QUIET,
          expect: POLL,
          maxWorkers: WORKERS,
          include: ['local-cloud/test/**/*.test.ts'],
          isolate: false,
          testTimeout: 120 * SECOND,
          hookTimeout: 120 * SECOND,
        },
      },
      {
        test: {
          name: 'infra',
          setupFiles: QUIET,
          maxWorkers: WORKERS,
          include: ['test/infra/**/*.test.ts'],
          exclude: MANY_TEMPLATES,
          // The templates of a stage are synthesized once for all files of a worker.
          isolate: false,
          testTimeout: 120 * SECOND,
          hookTimeout: 120 * SECOND,
        },
      },
      {
        // `npm run check:aws`: the templates against what AWS publishes. cfn-lint comes from PyPI.
        test: {
          name: 'aws',
          include: ['test/aws/**/*.test.ts', ...MANY_TEMPLATES],
          globalSetup: ['test/support/shared-engine.ts'],
          testTimeout: 120 * SECOND,
          hookTimeout: 300 * SECOND,
        },
      },
      {
        test: {
          name: 'integration',
          setupFiles: QUIET,
          expect: POLL,
          include: ['test/{integration,contract}/**/*.test.ts'],
          provide: { sampled: true },
          globalSetup: ['test/integration/setup.ts'],
          maxWorkers: WORKERS,
          isolate: false,
          // Generous for a busy machine: tests wait for what happens, and assert no durations.
          testTimeout: 600 * SECOND,
          hookTimeout: 600 * SECOND,
        },
      },
      {
        // `npm run test:long`: thousands of operations or items, every provider with its stand-in, the package of the
        // client, and the quality of images, without a cloud.
        test: {
          name: 'simulation',
          setupFiles: QUIET,
          expect: POLL,
          include: ['test/{simulation,conformance,quality}/**/*.test.ts', ...SAMPLED],
          globalSetup: ['test/support/shared-engine.ts'],
          maxWorkers: LONG_WORKERS,
          provide: { operations: 150, simulations: 1, sampled: false },
          testTimeout: 600 * SECOND,
          hookTimeout: 600 * SECOND,
        },
      },
      {
        // `npm run test:long`: load, real waits and failures on the local cloud, minutes each.
        test: {
          name: 'long',
          expect: POLL,
          include: ['test/long/**/*.test.ts', ...SAMPLED_ON_CLOUD],
          provide: { sampled: false },
          globalSetup: ['test/integration/setup.ts'],
          maxWorkers: LONG_WORKERS,
          // A model takes several seconds to become active, and two cores run all tests, some with many models
          // at once.
          testTimeout: 600 * SECOND,
          hookTimeout: 600 * SECOND,
        },
      },
      {
        // `npm run test:dynamodb-local`: on AWS's own engine each operation on the table, the rules under random operations,
        // and with its stream the way of a model to its webhooks.
        test: {
          name: 'dynamodb-local',
          expect: POLL,
          include: [
            'test/unit/table/**/*.test.ts',
            'test/simulation/random-operations.test.ts',
            'test/integration/model-events.test.ts',
          ],
          env: { LOCAL_DYNAMODB: 'dynamodb-local' },
          provide: { operations: 100, simulations: 1 },
          isolate: false,
          globalSetup: ['test/integration/setup.ts', 'test/support/shared-engine.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 600 * SECOND,
          hookTimeout: 600 * SECOND,
        },
      },
      {
        // Looks back at the clouds of the integration and the long tests: uses of grants, and the log.
        test: {
          name: 'iam-usage',
          include: ['test/iam-usage/**/*.test.ts'],
        },
      },
      {
        // `npm run test:browser`: it needs Debian's browsers, so it is no part of `npm test`.
        test: {
          name: 'browser',
          expect: POLL,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/integration/setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
          testTimeout: 180 * SECOND,
          hookTimeout: 60 * SECOND,
        },
      },
    ],
  },
});
