import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnPhotos } from '../demo/photos.ts';
import { PROJECT } from './build/paths.ts';
import { judge } from './judge.ts';

// `npm run test:trainer`: style, types and tests of the Python package `trainer`, with exactly the packages of its locks.
// The environment stays in `trainer/.venv`: 6 GB, as PyTorch comes with CUDA's libraries. The next run only compares it
// with the locks. Then a recipe is tried as an operator does, from the training to the judgement of the photos. At the end,
// the demo's jobs of SageMaker run in it, so that the service and the container agree on documents, channels, names of
// files and sizes. Nothing of it needs a GPU.

const TRAINER = join(PROJECT, 'trainer');
const BIN = join(TRAINER, '.venv/bin');
const PYTHON = join(BIN, 'python');
const LOCKS = ['requirements.lock', 'requirements-test.lock'];
const SIZE = { width: 1024, height: 1280 };

if (!existsSync(join(BIN, 'uv'))) {
  run('python3', '-m', 'venv', '--clear', '.venv');
  run(join(BIN, 'pip'), 'install', '--quiet', '--require-hashes', '-r', 'requirements-test.lock');
}
run(join(BIN, 'uv'), 'pip', 'sync', '--python', PYTHON, '--require-hashes', ...LOCKS);
run(join(BIN, 'ruff'), 'check');
run(join(BIN, 'ruff'), 'format', '--check');
run(join(BIN, 'mypy'));
run(PYTHON, '-m', 'pytest', '-v', '--durations=5');
await tryRecipe();
run(process.execPath, join(PROJECT, 'demo/main.ts'), '--provider', 'sagemaker');

/** A model of random weights makes noise: both photos are refused, and the drawn images are not. */
async function tryRecipe(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'headshots-recipe-'));
  const [base, images, weights] = [join(directory, 'base'), join(directory, 'images'), join(directory, 'w')];
  const shots = (name: string) => [{ prompt: 'ohwx woman', seed: 3, output: join(directory, name) }];
  const drawn = await drawnPhotos();
  await mkdir(images);
  for (const { name, bytes } of drawn) await writeFile(join(images, name), bytes);
  trainer(['tiny', '--to', base]);
  trainer(['train', '--base', base], { images, weights, subject: 'woman', trigger: 'ohwx woman', seed: 7 });
  trainer(['generate', '--base', base], { weights, ...SIZE, shots: shots('generated') });
  trainer(['edit', '--base', base], { images, ...SIZE, shots: shots('edited') });
  const photos = await Promise.all(
    ['generated', 'edited'].map(async (name) => ({ name, bytes: await readFile(join(directory, name)) })),
  );
  const judgements = await judge(drawn, [...drawn, ...photos]);
  console.log(judgements);
  const refused = judgements.filter(({ reason }) => reason !== undefined).map(({ name }) => name);
  if (refused.join() !== 'generated,edited') throw new Error(`Refused are ${refused.join(', ') || 'none'}.`);
  await rm(directory, { recursive: true });
}

function trainer(words: readonly string[], job: object = {}): void {
  execute(PYTHON, ['-m', 'headshot_trainer', ...words], {
    env: { PYTHONPATH: 'src', OMP_NUM_THREADS: '1' },
    input: JSON.stringify(job),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

function run(program: string, ...words: string[]): void {
  execute(program, words, { stdio: 'inherit' });
}

/** Runs a program in the package's directory and shows what it prints. Ends this process if it fails. */
function execute(program: string, words: readonly string[], options: SpawnSyncOptions): void {
  console.log(`\n--- ${[program.replace(`${BIN}/`, ''), ...words].join(' ')}`);
  const { status, error } = spawnSync(program, words, { cwd: TRAINER, ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
