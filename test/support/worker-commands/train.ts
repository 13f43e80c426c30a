import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TRAIN_COMMAND of the GPU worker for tests. Its argument says what becomes of the training. */

/** It ends by itself after a minute, so that a test that fails leaves no process. */
const BEATS_MAX = 3000;

const job = (await json(process.stdin)) as {
  images: string;
  weights: string;
  subject: string;
  trigger: string;
};
const mode = process.argv[2];
const begun = join(job.weights, 'begun');

if (mode === 'refuses') {
  console.error('Two of three images show several people.');
  process.exit(65);
}
if (mode === 'breaks') {
  console.error('CUDA out of memory.');
  process.exit(1);
}
// It writes for as long as it lives, so that a test can see that it was ended. `hangs-once` hangs until it is killed once.
if (mode === 'hangs' || (mode === 'hangs-once' && !existsSync(begun))) {
  for (let beats = 0; beats < BEATS_MAX; beats++) {
    mkdirSync(job.weights, { recursive: true });
    writeFileSync(begun, String(process.pid));
    await sleep(20);
  }
  process.exit(1);
}
writeFileSync(join(job.weights, 'lora'), JSON.stringify({ ...job, images: readdirSync(job.images).sort() }));
