import { openImage } from '../../images/decode.ts';
import type { ColourPlanes } from './matte.ts';
import type { FacePlace } from './person-shape.ts';
import { type ColourImage, interleavedRowsOf, type Plane, resizePlane, smoothstep } from './raster.ts';
import { softBackground } from './soften-background.ts';

/** The eye distance, in pixels, at which backgrounds are blurred. They have no details that need more. */
const SOFT_EYE_DISTANCE = 60;

/** The part of an upload that a headshot shows, at full size. */
export interface Shown {
  readonly image: ColourImage;
  readonly alpha: Plane;
}

/** The person cut out, for a studio backdrop. `own` has the person's colours along the edge. */
export function cutSubject(image: ColourImage, alpha: Plane, own: ColourPlanes): Shown {
  return { image: withOwnColours(image, alpha, own), alpha };
}

/** The upload with its own background, out of focus. `possible` is all that may be the person, at any size. */
export async function keptSubject(image: ColourImage, possible: Plane, face: FacePlace): Promise<Shown> {
  const small = await shrunk(image, SOFT_EYE_DISTANCE / face.eyeDistance);
  const scale = small.width / image.width;
  const { soften, alpha } = softBackground(small, resizePlane(possible, small.width, small.height), {
    x: face.x * scale,
    y: face.y * scale,
    eyeDistance: face.eyeDistance * scale,
  });
  return { image: soften(image), alpha: resizePlane(alpha, image.width, image.height) };
}

async function shrunk({ width, height, data }: ColourImage, scale: number): Promise<ColourImage> {
  if (scale >= 1) return { width, height, data };
  const small = await openImage(data, { raw: { width, height, channels: 3 } })
    .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: small.info.width, height: small.info.height, data: small.data };
}

function withOwnColours(image: ColourImage, alpha: Plane, own: ColourPlanes): ColourImage {
  const { width, height } = image;
  const data = new Uint8Array(image.data);
  const [{ width: ownWidth, height: ownHeight }] = own;
  const rowAt = interleavedRowsOf(interleaved(own), ownWidth, ownHeight, width, height);
  for (let y = 0, i = 0, p = 0; y < height; y++) {
    const { left, weight, between } = rowAt(y);
    for (let x = 0; x < width; x++, i++, p += 3) {
      if (alpha.data[i]! >= 1) continue;
      const solid = smoothstep(0.9, 1, alpha.data[i]!);
      for (let k = 0, from = left[x]!; k < 3; k++, from++) {
        const colour = between[from]! + weight[x]! * (between[from + 3]! - between[from]!);
        data[p + k] = Math.round(data[p + k]! * solid + 255 * colour * (1 - solid));
      }
    }
  }
  return { ...image, data };
}

function interleaved(planes: ColourPlanes): Float32Array {
  const data = new Float32Array(3 * planes[0].data.length);
  planes.forEach((plane, channel) => {
    for (let i = 0, p = channel; i < plane.data.length; i++, p += 3) data[p] = plane.data[i]!;
  });
  return data;
}
