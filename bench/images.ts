import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { drawPortrait } from '../demo/portraits.ts';
import { ensureBuilt } from '../scripts/build/build.ts';
import { openImage } from '../shared/images/decode.ts';
import { IMAGE_SIZES, JPEG_QUALITY, renderSizes } from '../shared/images/image-sizes.ts';
import { composeHeadshot } from '../shared/providers/studio/compose-headshot.ts';
import { prepareSubject } from '../shared/providers/studio/prepare-subject.ts';
import { type Shot, shotList } from '../shared/providers/studio/shots.ts';
import type { Subject } from '../shared/providers/studio/subject.ts';
import { describeMachine, type Figure, median, writeResults } from './results.ts';

/**
 * `npm run bench:images`: headshots of the studio per second against sharp alone for the same pixels, the memory of
 * judging large uploads, and the time of the demo, whose build is made before.
 */
const ROUNDS = 7;
const HEADSHOTS_EACH = 8;
/** The target of the studio, in percent. */
const STUDIO_SHARE = 80;
const STUDIO_NOTE =
  'Of about 180 ms of processor time a headshot, 155 enlarge, shrink and encode, as sharp alone does; 7 decode the person ' +
  'and 4 the matte, 7 blend, 5 change the tone, 3 draw the backdrop and its shadow. The last 15 are spent in the main ' +
  'thread, for which the other headshot waits. Next: blend and change the tone in WebAssembly, in a thread of its own.';
const DEMO_SECONDS = 30;
/** The memory of the function that judges uploads, without the share of Node and the SDK. */
const JUDGEMENT_MEMORY_MB = 1400;
const PROGRAM = (name: string) => join(import.meta.dirname, 'images', name);

async function main(): Promise<void> {
  const machine = describeMachine();
  const figures = [await studioBySharp(), memoryOfJudgements(), await demoTime()];
  await writeResults('images', machine, figures);
}

/** The rounds take turns, so that other work of the machine meets both alike. */
async function studioBySharp(): Promise<Figure> {
  const subject = await prepareSubject(await drawPortrait(3));
  const shots = shotList(HEADSHOTS_EACH);
  const studio = async (shot: Shot) => void (await renderSizes(await composeHeadshot(subject, shot)));
  const alone = async () => sharpAlone(subject);
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [least, made] = [await secondsFor(shots, alone), await secondsFor(shots, studio)];
    // The first round is not counted: code becomes fast.
    if (round > 0) ratios.push((100 * least) / made);
  }
  const value = median(ratios);
  return {
    name: 'Headshots per second of the studio, of what sharp reaches for the same pixels',
    value,
    unit: '%',
    target: { atLeast: STUDIO_SHARE },
    ...(value < STUDIO_SHARE && { note: STUDIO_NOTE }),
  };
}

/**
 * The least that a program on sharp does for a headshot of a prepared upload: it decodes the person and the matte,
 * enlarges the person to the original size, shrinks each size from the next larger one, and encodes all three. It cuts
 * out no frame, draws no backdrop and no shadow, blends nothing and changes no tone: the rest to 100 % is the share of
 * these.
 */
async function sharpAlone(subject: Subject): Promise<void> {
  const { original, main, thumbnail } = IMAGE_SIZES;
  const [person] = await Promise.all([
    pixelsAt(openImage(subject.image), original),
    openImage(subject.alpha).extractChannel(0).raw().toBuffer(),
  ]);
  const smaller = await pixelsAt(opened(person, original), main);
  const smallest = await pixelsAt(opened(smaller, main), thumbnail);
  await Promise.all([
    opened(person, original).jpeg({ quality: JPEG_QUALITY.original, chromaSubsampling: '4:4:4' }).toBuffer(),
    opened(smaller, main).jpeg({ quality: JPEG_QUALITY.main }).toBuffer(),
    opened(smallest, thumbnail).jpeg({ quality: JPEG_QUALITY.thumbnail }).toBuffer(),
  ]);
}

interface Size {
  width: number;
  height: number;
}

function opened(pixels: Uint8Array, size: Size): Sharp {
  return openImage(pixels, { raw: { ...size, channels: 3 } });
}

async function pixelsAt(image: Sharp, size: Size): Promise<Uint8Array> {
  return image
    .resize({ ...size, fit: 'cover' })
    .raw()
    .toBuffer();
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
    name: 'Highest memory of judging 25 progressive JPEGs of 48 megapixels, one after another as a function does',
    value: Number(stdout),
    unit: 'MB',
    target: { atMost: JUDGEMENT_MEMORY_MB },
  };
}

async function demoTime(): Promise<Figure> {
  await ensureBuilt({ stage: 'local' });
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
