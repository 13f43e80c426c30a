import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { drawHeadshot } from '../../../local/providers/headshots.ts';

/** A GENERATE_COMMAND of the GPU worker for tests: it draws the person and the backdrop that a prompt names. */
const job = (await json(process.stdin)) as {
  weights: string;
  shots: { prompt: string; seed: number; output: string }[];
};
// Only a training makes the file.
readFileSync(join(job.weights, 'lora'));
for (const { prompt, seed, output } of job.shots) writeFileSync(output, await drawHeadshot(prompt, seed));
