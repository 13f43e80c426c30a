import { openImage } from '../../images/decode.ts';
import { IMAGE_SIZES } from '../../images/image-sizes.ts';
import { BACKDROP_HEIGHT, BACKDROP_WIDTH, backdropPixels } from './backdrops.ts';
import { type Box, boxBlur, type ColourImage, clamp, interleavedRowsOf, type Plane } from './raster.ts';
import type { Shot } from './shots.ts';
import type { Subject } from './subject.ts';
import { developer } from './tones.ts';

const { original: ORIGINAL } = IMAGE_SIZES;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The pixels of one photo, in the format of the photos. A frame smaller than the `original` size is composed in the
 * subject's own pixels, since enlarging the person, the matte and the backdrop one by one takes most of the time and
 * adds no detail. The same subject and shot give the same pixels.
 */
export async function composeHeadshot(subject: Subject, shot: Shot): Promise<ColourImage> {
  const frame = wholePixels(subject.frames[shot.crop]);
  const size = frame.width < ORIGINAL.width ? frame : ORIGINAL;
  const whole = await openImage(subject.image).metadata();
  const [data, alpha] = await Promise.all([
    cutFrame(subject.image, whole, frame, size, 3),
    cutFrame(subject.alpha, whole, frame, size, 1),
  ]);
  const backdrop = backdropPixels(shot.backdrop);
  if (subject.doubts.length === 0) castShadow(backdrop, await shadowOf(alpha, size));
  const { image, colours } = developer(shot.tone, subject.exposure);
  image(data, alpha);
  colours(backdrop);
  blend(data, alpha, backdrop, size);
  return { width: size.width, height: size.height, data };
}

function wholePixels({ left, top, width, height }: Box): Box {
  return {
    left: Math.round(left),
    top: Math.round(top),
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  };
}

/** The frame at a size. The area beyond the image is black, and transparent in the matte. */
async function cutFrame(
  encoded: Uint8Array,
  { width, height }: Size,
  frame: Box,
  size: Size,
  channels: 1 | 3,
): Promise<Uint8Array> {
  const scale = size.width / frame.width;
  const left = clamp(frame.left, 0, width - 1);
  const top = clamp(frame.top, 0, height - 1);
  const right = clamp(frame.left + frame.width, left + 1, width);
  const bottom = clamp(frame.top + frame.height, top + 1, height);
  const out = {
    left: clamp(Math.round((left - frame.left) * scale), 0, size.width - 1),
    top: clamp(Math.round((top - frame.top) * scale), 0, size.height - 1),
    right: clamp(Math.round((right - frame.left) * scale), 1, size.width),
    bottom: clamp(Math.round((bottom - frame.top) * scale), 1, size.height),
  };
  const cut = openImage(encoded)
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(out.right - out.left, out.bottom - out.top, { fit: 'fill', kernel: 'cubic' })
    .extend({
      left: out.left,
      top: out.top,
      right: size.width - out.right,
      bottom: size.height - out.bottom,
      background: '#000000',
    });
  // The channels of a matte are equal. Its conversion to the colour space of one channel takes three times as long.
  return (channels === 1 ? cut.extractChannel(0) : cut.toColourspace('srgb')).raw().toBuffer();
}

/** Darkens `BACKDROP_WIDTH` × `BACKDROP_HEIGHT` pixels of three numbers in a shadow. */
function castShadow(pixels: Float32Array, shadow: Plane): void {
  for (let i = 0; i < shadow.data.length; i++) {
    const light = 1 - 0.22 * shadow.data[i]!;
    for (let k = 0; k < 3; k++) pixels[i * 3 + k]! *= light;
  }
}

/** The shadow of the person on the backdrop: faint, below and to the right. */
async function shadowOf(alpha: Uint8Array, { width, height }: Size): Promise<Plane> {
  const small = await openImage(alpha, { raw: { width, height, channels: 1 } })
    .resize(BACKDROP_WIDTH, BACKDROP_HEIGHT, { fit: 'fill' })
    .extractChannel(0)
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

/** Lays the person over the backdrop, in place. Opaque pixels, which are many, stay as they are. */
function blend(person: Uint8Array, alpha: Uint8Array, backdrop: Float32Array, { width, height }: Size): void {
  // Rounds, and stays within bytes where the grain would leave them.
  const data = new Uint8ClampedArray(person.buffer, person.byteOffset, person.length);
  const backdropRow = interleavedRowsOf(backdrop, BACKDROP_WIDTH, BACKDROP_HEIGHT, width, height);
  // A signed integer of 32 bits from the start: V8 keeps any other as a double, and converts it for every pixel.
  let noise = 0x9e3779b9 | 0;
  for (let y = 0, i = 0, p = 0; y < height; y++) {
    const { left, weight, between } = backdropRow(y);
    // Many neighbours lie between the same two pixels of the small backdrop, whose colours are read once.
    let from = -1;
    let red = 0;
    let green = 0;
    let blue = 0;
    let redStep = 0;
    let greenStep = 0;
    let blueStep = 0;
    for (let x = 0; x < width; x++, i++, p += 3) {
      const opacity = alpha[i]!;
      if (opacity === 255) continue;
      if (left[x] !== from) {
        from = left[x]!;
        red = between[from]!;
        green = between[from + 1]!;
        blue = between[from + 2]!;
        redStep = between[from + 3]! - red;
        greenStep = between[from + 4]! - green;
        blueStep = between[from + 5]! - blue;
      }
      // A little grain hides the steps that eight bits leave in a smooth gradient.
      noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
      const grain = (noise >> 24) / 90;
      const right = weight[x]!;
      const behindRed = red + right * redStep + grain;
      const behindGreen = green + right * greenStep + grain;
      const behindBlue = blue + right * blueStep + grain;
      if (opacity === 0) {
        data[p] = behindRed;
        data[p + 1] = behindGreen;
        data[p + 2] = behindBlue;
        continue;
      }
      const share = opacity / 255;
      const rest = 1 - share;
      data[p] = share * data[p]! + rest * behindRed;
      data[p + 1] = share * data[p + 1]! + rest * behindGreen;
      data[p + 2] = share * data[p + 2]! + rest * behindBlue;
    }
  }
}
