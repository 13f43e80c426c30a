import { openImage } from '../../images/decode.ts';
import { encodeOriginal, IMAGE_SIZES } from '../../images/image-sizes.ts';
import { BACKDROP_HEIGHT, BACKDROP_WIDTH, backdropPixels } from './backdrops.ts';
import { type Box, boxBlur, clamp, interleavedRowsOf, type Plane } from './raster.ts';
import type { Shot } from './shots.ts';
import type { Subject } from './subject.ts';
import { developer } from './tones.ts';

const { width: WIDTH, height: HEIGHT } = IMAGE_SIZES.original;

/** One photo as a JPEG of the `original` size. The same subject and shot give the same bytes. */
export async function composeHeadshot(subject: Subject, shot: Shot): Promise<Uint8Array> {
  const frame = subject.frames[shot.crop];
  const [person, alpha] = await Promise.all([
    cutFrame(subject.image, frame, 3),
    cutFrame(subject.alpha, frame, 1),
  ]);
  const backdrop =
    subject.doubts.length === 0 ? await studioBackdrop(shot, alpha) : backdropPixels(shot.backdrop);
  const data = blend(person, alpha, backdrop, developer(shot.tone), subject.exposure);
  return encodeOriginal({ width: WIDTH, height: HEIGHT, data });
}

/** The frame at the output's size. The area beyond the image is black, and transparent in the matte. */
async function cutFrame(encoded: Uint8Array, frame: Box, channels: 1 | 3): Promise<Uint8Array> {
  const { width, height } = await openImage(encoded).metadata();
  const scale = WIDTH / frame.width;
  const left = clamp(Math.round(frame.left), 0, width - 1);
  const top = clamp(Math.round(frame.top), 0, height - 1);
  const right = clamp(Math.round(frame.left + frame.width), left + 1, width);
  const bottom = clamp(Math.round(frame.top + frame.height), top + 1, height);
  const out = {
    left: clamp(Math.round((left - frame.left) * scale), 0, WIDTH - 1),
    top: clamp(Math.round((top - frame.top) * scale), 0, HEIGHT - 1),
    right: clamp(Math.round((right - frame.left) * scale), 1, WIDTH),
    bottom: clamp(Math.round((bottom - frame.top) * scale), 1, HEIGHT),
  };
  return openImage(encoded)
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(out.right - out.left, out.bottom - out.top, { fit: 'fill', kernel: 'cubic' })
    .extend({
      left: out.left,
      top: out.top,
      right: WIDTH - out.right,
      bottom: HEIGHT - out.bottom,
      background: '#000000',
    })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer();
}

/**
 * The shot's backdrop with the person's shadow, as `BACKDROP_WIDTH` × `BACKDROP_HEIGHT` pixels of three
 * numbers.
 */
async function studioBackdrop(shot: Shot, alpha: Uint8Array): Promise<Float32Array> {
  const pixels = backdropPixels(shot.backdrop);
  const shadow = await shadowOf(alpha);
  for (let i = 0; i < shadow.data.length; i++) {
    const light = 1 - 0.22 * shadow.data[i]!;
    for (let k = 0; k < 3; k++) pixels[i * 3 + k]! *= light;
  }
  return pixels;
}

/** The shadow of the person on the backdrop: faint, below and to the right. */
async function shadowOf(alpha: Uint8Array): Promise<Plane> {
  const small = await openImage(alpha, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .resize(BACKDROP_WIDTH, BACKDROP_HEIGHT, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const plane: Plane = {
    width: BACKDROP_WIDTH,
    height: BACKDROP_HEIGHT,
    data: new Float32Array(small.length),
  };
  for (let y = 0; y < BACKDROP_HEIGHT; y++) {
    for (let x = 0; x < BACKDROP_WIDTH; x++) {
      const from = Math.max(0, y - 3) * BACKDROP_WIDTH + Math.max(0, x - 2);
      plane.data[y * BACKDROP_WIDTH + x] = small[from]! / 255;
    }
  }
  return boxBlur(boxBlur(plane, 5), 5);
}

function blend(
  person: Uint8Array,
  alpha: Uint8Array,
  backdrop: Float32Array,
  develop: ReturnType<typeof developer>,
  exposure: number,
): Uint8Array {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  const backdropRow = interleavedRowsOf(backdrop, BACKDROP_WIDTH, BACKDROP_HEIGHT, WIDTH, HEIGHT);
  const lift = exposureCurve(exposure);
  let noise = 0x9e3779b9;
  for (let y = 0, i = 0, p = 0; y < HEIGHT; y++) {
    const { left, weight, between } = backdropRow(y);
    for (let x = 0; x < WIDTH; x++, i++, p += 3) {
      const opacity = alpha[i]!;
      const red = lift[person[p]!]!;
      const green = lift[person[p + 1]!]!;
      const blue = lift[person[p + 2]!]!;
      // A little grain hides the steps that eight bits leave in a smooth gradient.
      noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
      if (opacity === 255) {
        develop(data, p, red, green, blue);
        continue;
      }
      const share = opacity / 255;
      const rest = 1 - share;
      const grain = (noise >> 24) / 90;
      const from = left[x]!;
      const right = weight[x]!;
      develop(
        data,
        p,
        share * red + rest * (between[from]! + right * (between[from + 3]! - between[from]!) + grain),
        share * green +
          rest * (between[from + 1]! + right * (between[from + 4]! - between[from + 1]!) + grain),
        share * blue +
          rest * (between[from + 2]! + right * (between[from + 5]! - between[from + 2]!) + grain),
      );
    }
  }
  return data;
}

/** Brightens like a longer exposure, without clipping white. */
function exposureCurve(exposure: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, value) => 255 * (1 - (1 - value / 255) ** exposure));
}
