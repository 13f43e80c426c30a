import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './build/paths.ts';

// `npm run test:trainer`: style, types and tests of the Python package `trainer`, with exactly the packages of its locks.
// The environment stays in `trainer/.venv`: 6 GB, as PyTorch comes with CUDA's libraries. The next run only compares it
// with the locks. At the end, the demo's jobs of SageMaker run in it, so that the service and the container agree on
// documents, channels, names of files and sizes. Nothing of it needs a GPU.

const TRAINER = join(PROJECT, 'trainer');
const BIN = join(TRAINER, '.venv/bin');
const LOCKS = ['requirements.lock', 'requirements-test.lock'];

if (!existsSync(join(BIN, 'uv'))) {
  run('python3', '-m', 'venv', '--clear', '.venv');
  run(join(BIN, 'pip'), 'install', '--quiet', '--require-hashes', '-r', 'requirements-test.lock');
}
run(join(BIN, 'uv'), 'pip', 'sync', '--python', join(BIN, 'python'), '--require-hashes', ...LOCKS);
run(join(BIN, 'ruff'), 'check');
run(join(BIN, 'ruff'), 'format', '--check');
run(join(BIN, 'mypy'));
run(join(BIN, 'python'), '-m', 'pytest', '-v', '--durations=5');
run(process.execPath, join(PROJECT, 'demo/main.ts'), '--provider', 'sagemaker');

/** Runs a program in the package's directory and shows what it prints. Ends this process if it fails. */
function run(program: string, ...words: string[]): void {
  console.log(`\n--- ${[program.replace(`${BIN}/`, ''), ...words].join(' ')}`);
  const { status, error }: SpawnSyncReturns<Buffer> = spawnSync(program, words, {
    cwd: TRAINER,
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
