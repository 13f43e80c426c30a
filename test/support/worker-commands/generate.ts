import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { drawBlocks } from '../draw-blocks.ts';

/** A GENERATE_COMMAND of the GPU worker for tests: each image is unlike all others. */
const job = (await json(process.stdin)) as {
  weights: string;
  shots: { prompt: string; seed: number; output: string }[];
};
// Only a training makes the file.
readFileSync(join(job.weights, 'lora'));
for (const { prompt, seed, output } of job.shots) writeFileSync(output, await drawBlocks(prompt, seed));
