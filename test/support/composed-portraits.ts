import sharp from 'sharp';
import { drawFigure } from '../../demo/portraits.ts';

/** A photo whose true outline is known, because the person and the background were put together. */
export interface ComposedPortrait {
  readonly upload: Uint8Array;
  /** The pixels of the upload, three bytes each. */
  readonly scene: Uint8Array;
  /** The true share of the person in each pixel, 0 to 1. */
  readonly truth: { readonly width: number; readonly height: number; readonly data: Float32Array };
}

export interface Composition {
  readonly seed: number;
  readonly photo?: number;
  readonly background: Background;
  /** The brightness of the scene: 1 as drawn. */
  readonly light?: number;
  /** Loose strands of hair around the head. */
  readonly strands?: boolean;
}

export type Background = 'white' | 'green' | 'dark' | 'stripes' | 'confetti' | 'own colours' | 'bystander';

const WIDTH = 800;
const HEIGHT = 1000;
const PIXELS = WIDTH * HEIGHT;

export async function composePortrait(composition: Composition): Promise<ComposedPortrait> {
  const { seed, photo = 0, background, light = 1, strands = false } = composition;
  const figure = await rgba(await drawFigure(seed, photo));
  if (strands) addStrands(figure, seed);
  const behind = await backgroundPixels(background, figure);
  const scene = new Uint8Array(PIXELS * 3);
  const truth = new Float32Array(PIXELS);
  for (let i = 0; i < PIXELS; i++) {
    const share = (figure[4 * i + 3] ?? 0) / 255;
    truth[i] = share;
    for (let k = 0; k < 3; k++) {
      const colour = share * (figure[4 * i + k] ?? 0) + (1 - share) * (behind[3 * i + k] ?? 0);
      scene[3 * i + k] = Math.min(255, colour * light);
    }
  }
  const upload = await sharp(scene, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { upload, scene, truth: { width: WIDTH, height: HEIGHT, data: truth } };
}

async function rgba(image: Uint8Array): Promise<Uint8Array> {
  return sharp(image).resize(WIDTH, HEIGHT).ensureAlpha().raw().toBuffer();
}

async function backgroundPixels(background: Background, figure: Uint8Array): Promise<Uint8Array> {
  const pixels = new Uint8Array(PIXELS * 3);
  const random = fractions(7);
  const paint = (colourAt: (x: number, y: number) => readonly number[]) => {
    for (let y = 0, p = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++, p += 3) pixels.set(colourAt(x, y), p);
    }
  };
  if (background === 'white') paint((_, y) => [244 - y / 60, 243 - y / 60, 240 - y / 60]);
  if (background === 'green') paint(() => [40, 190, 70]);
  if (background === 'dark') paint((x) => [52 + x / 40, 50 + x / 40, 56 + x / 40]);
  if (background === 'stripes') paint((x, y) => ((x + 2 * y) % 90 < 45 ? [214, 120, 60] : [60, 110, 190]));
  if (background === 'confetti') {
    paint(() => [200, 196, 188]);
    for (let n = 0; n < 900; n++) {
      const [left, top, size] = [random() * WIDTH, random() * HEIGHT, 8 + random() * 34];
      const colour = [random() * 255, random() * 255, random() * 255];
      for (let y = Math.floor(top); y < Math.min(HEIGHT, top + size); y++) {
        for (let x = Math.floor(left); x < Math.min(WIDTH, left + size); x++)
          pixels.set(colour, 3 * (y * WIDTH + x));
      }
    }
  }
  if (background === 'own colours') await mirrorFigure(pixels, figure);
  if (background === 'bystander') await addBystander(pixels);
  return pixels;
}

/** The person's own hair, skin and clothes everywhere: enlarged, blurred and upside down. */
async function mirrorFigure(pixels: Uint8Array, figure: Uint8Array): Promise<void> {
  const turned = await sharp(figure, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .flatten({ background: '#554433' })
    .flip()
    .resize(WIDTH * 2, HEIGHT * 2)
    .extract({ left: WIDTH / 2, top: HEIGHT, width: WIDTH, height: HEIGHT })
    .blur(6)
    .raw()
    .toBuffer();
  pixels.set(turned);
}

/** Another person close behind, out of focus and partly hidden, turned so that no face is seen. */
async function addBystander(pixels: Uint8Array): Promise<void> {
  const other = await sharp(await drawFigure(9, 1))
    .resize(WIDTH, HEIGHT)
    .png()
    .toBuffer();
  const scene = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#8a929c' } })
    .composite([{ input: await sharp(other).flop().toBuffer(), left: 180, top: -40 }])
    .blur(3)
    .removeAlpha()
    .raw()
    .toBuffer();
  pixels.set(scene);
}

/** Thin curved strands that leave the head in all directions, in the colour of the hair, some pixels wide. */
function addStrands(figure: Uint8Array, seed: number): void {
  const random = fractions(seed);
  const { x, top } = crownOf(figure);
  const hair = colourAt(figure, x, top + 14);
  for (let n = 0; n < 160; n++) {
    const angle = -Math.PI * (0.08 + 0.84 * random());
    let px = x + Math.cos(angle) * 60;
    let py = top + 70 + Math.sin(angle) * 60;
    const bend = (random() - 0.5) * 0.09;
    let direction = angle;
    for (let step = 0; step < 60 + random() * 50; step++) {
      direction += bend;
      px += Math.cos(direction);
      py += Math.sin(direction);
      blot(figure, px, py, hair);
    }
  }
}

function crownOf(figure: Uint8Array): { x: number; top: number } {
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) if ((figure[4 * (y * WIDTH + x) + 3] ?? 0) > 128) return { x, top: y };
  }
  throw new Error('The figure is empty.');
}

function colourAt(figure: Uint8Array, x: number, y: number): readonly number[] {
  const at = 4 * (y * WIDTH + x);
  return [...figure.subarray(at, at + 3)];
}

function blot(figure: Uint8Array, x: number, y: number, colour: readonly number[]): void {
  for (let row = Math.floor(y) - 1; row <= Math.floor(y) + 1; row++) {
    for (let column = Math.floor(x) - 1; column <= Math.floor(x) + 1; column++) {
      if (row < 0 || column < 0 || row >= HEIGHT || column >= WIDTH) continue;
      const cover = Math.max(0, 1 - Math.hypot(column + 0.5 - x, row + 0.5 - y) / 1.3);
      const at = 4 * (row * WIDTH + column);
      if ((figure[at + 3] ?? 0) >= 255 * cover) continue;
      figure.set([...colour, Math.round(255 * cover)], at);
    }
  }
}

/** Pseudorandom numbers in [0, 1), reproducible by their seed. */
function fractions(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
