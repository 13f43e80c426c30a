import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { drawPortrait } from '../demo/portraits.ts';
import { openImage } from '../shared/images/decode.ts';
import { IMAGE_SIZES, renderSizes } from '../shared/images/image-sizes.ts';
import { composeHeadshot } from '../shared/providers/studio/compose-headshot.ts';
import { prepareSubject } from '../shared/providers/studio/prepare-subject.ts';
import { type Shot, shotList } from '../shared/providers/studio/shots.ts';
import type { Subject } from '../shared/providers/studio/subject.ts';
import { describeMachine, type Figure, median, writeResults } from './results.ts';

/**
 * `npm run bench:images`: headshots of the studio per second against sharp alone for the same pixels, the memory of
 * judging large uploads, and the time of the demo.
 */
const ROUNDS = 7;
const HEADSHOTS_EACH = 8;
const DEMO_SECONDS = 30;
/** The memory of the function that judges uploads, without the share of Node and the SDK. */
const JUDGEMENT_MEMORY_MB = 1400;
const PROGRAM = (name: string) => join(import.meta.dirname, 'images', name);

async function main(): Promise<void> {
  const machine = describeMachine();
  const figures = [await studioBySharp(), memoryOfJudgements(), demoTime()];
  await writeResults('images', machine, figures);
}

/** The rounds take turns, so that other work of the machine meets both alike. */
async function studioBySharp(): Promise<Figure> {
  const subject = await prepareSubject(await drawPortrait(3));
  const shots = shotList(HEADSHOTS_EACH);
  const studio = async (shot: Shot) => void (await renderSizes(await composeHeadshot(subject, shot)));
  const sharpAlone = async (shot: Shot) => samePixels(subject, shot);
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [alone, made] = [await secondsFor(shots, sharpAlone), await secondsFor(shots, studio)];
    // The first round is not counted: code becomes fast.
    if (round > 0) ratios.push((100 * alone) / made);
  }
  return {
    name: 'Headshots per second of the studio, of what sharp reaches for the same pixels',
    value: median(ratios),
    unit: '%',
    target: { atLeast: 80 },
  };
}

/**
 * The least that any program on sharp has to do for a headshot: decode and enlarge the frame of the person and of the
 * matte, encode the original, and shrink it twice.
 */
async function samePixels(subject: Subject, shot: Shot): Promise<void> {
  const { width, height } = IMAGE_SIZES.original;
  const [person] = await Promise.all([
    openImage(subject.image).resize(width, height, { fit: 'cover', kernel: 'cubic' }).raw().toBuffer(),
    openImage(subject.alpha).resize(width, height, { fit: 'cover', kernel: 'cubic' }).raw().toBuffer(),
  ]);
  const original = await openImage(person, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer();
  await renderSizes(original);
  void shot;
}

/** As many at once as there are cores. */
async function secondsFor(shots: readonly Shot[], make: (shot: Shot) => Promise<void>): Promise<number> {
  const waiting = [...shots];
  const start = performance.now();
  const worker = async () => {
    for (let shot = waiting.pop(); shot !== undefined; shot = waiting.pop()) await make(shot);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return (performance.now() - start) / 1000;
}

/** In a process of its own, because the highest memory of a process never falls. */
function memoryOfJudgements(): Figure {
  const { stdout, status, stderr } = spawnSync(process.execPath, [PROGRAM('judge-many.ts')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`judge-many.ts failed: ${stderr}`);
  return {
    name: 'Highest memory of judging 25 uploads of 48 megapixels, one after another as a function does',
    value: Number(stdout),
    unit: 'MB',
    target: { atMost: JUDGEMENT_MEMORY_MB },
  };
}

function demoTime(): Figure {
  const start = performance.now();
  const { status, stderr } = spawnSync('npm', ['run', 'demo'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The demo failed: ${stderr}`);
  return {
    name: 'npm run demo, built',
    value: (performance.now() - start) / 1000,
    unit: 's',
    target: { atMost: DEMO_SECONDS },
  };
}

await main();
