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
  const [data, alpha] = await Promise.all([
    cutFrame(subject.image, frame, size, 3),
    cutFrame(subject.alpha, frame, size, 1),
  ]);
  const backdrop = backdropPixels(shot.backdrop);
  if (subject.doubts.length === 0) castShadow(backdrop, await shadowOf(alpha, size));
  const { image, colours } = developer(shot.tone);
  image(data, subject.exposure);
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
async function cutFrame(encoded: Uint8Array, frame: Box, size: Size, channels: 1 | 3): Promise<Uint8Array> {
  const { width, height } = await openImage(encoded).metadata();
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

/** Lays the person over the backdrop, in place. Opaque pixels, which are most, stay as they are. */
function blend(person: Uint8Array, alpha: Uint8Array, backdrop: Float32Array, { width, height }: Size): void {
  // Rounds, and stays within bytes where the grain would leave them.
  const data = new Uint8ClampedArray(person.buffer, person.byteOffset, person.length);
  const backdropRow = interleavedRowsOf(backdrop, BACKDROP_WIDTH, BACKDROP_HEIGHT, width, height);
  let noise = 0x9e3779b9;
  for (let y = 0, i = 0, p = 0; y < height; y++) {
    const { left, weight, between } = backdropRow(y);
    for (let x = 0; x < width; x++, i++, p += 3) {
      const opacity = alpha[i]!;
      if (opacity === 255) continue;
      // A little grain hides the steps that eight bits leave in a smooth gradient.
      noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
      const grain = (noise >> 24) / 90;
      const share = opacity / 255;
      const rest = 1 - share;
      const from = left[x]!;
      const right = weight[x]!;
      const red = between[from]! + right * (between[from + 3]! - between[from]!);
      const green = between[from + 1]! + right * (between[from + 4]! - between[from + 1]!);
      const blue = between[from + 2]! + right * (between[from + 5]! - between[from + 2]!);
      data[p] = share * data[p]! + rest * (red + grain);
      data[p + 1] = share * data[p + 1]! + rest * (green + grain);
      data[p + 2] = share * data[p + 2]! + rest * (blue + grain);
    }
  }
}
