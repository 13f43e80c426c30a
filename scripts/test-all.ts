import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * `npm run test:all`: every test that `npm test` leaves out, one part after the other. A part that fails does not keep
 * the others from running, so that one run tells of everything. It prints how long each part took.
 */
const PARTS = [
  // The uses of grants are those of `npm test` and of the long tests.
  'test:long',
  'test:iam-usage',
  'test:browser',
  'test:chaos',
  'test:dynamodb-local',
  'test:localstack',
] as const;

const MILLISECONDS_PER_SECOND = 1000;
const lines: string[] = [];

for (const part of PARTS) {
  console.log(`\n--- npm run ${part}`);
  const began = performance.now();
  const [code] = await once(spawn(`npm run ${part}`, { stdio: 'inherit', shell: true }), 'exit');
  const seconds = Math.round((performance.now() - began) / MILLISECONDS_PER_SECOND);
  lines.push(`${String(seconds).padStart(6)} s  ${part}${code === 0 ? '' : ' (failed)'}`);
  if (code !== 0) process.exitCode = 1;
}
console.log(`\nnpm run test:all took\n${lines.join('\n')}`);
