import { openImage } from '../../images/decode.ts';
import type { ColourPlanes } from './matte.ts';
import type { FacePlace } from './person-shape.ts';
import { type ColourImage, type Plane, resizePlane, rowsOf, smoothstep } from './raster.ts';
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
  const data = image.data.slice();
  own.forEach((plane, channel) => {
    const colourAt = rowsOf(plane, width, height);
    for (let y = 0, i = 0, p = channel; y < height; y++) {
      const colour = colourAt(y);
      for (let x = 0; x < width; x++, i++, p += 3) {
        const solid = smoothstep(0.9, 1, alpha.data[i]!);
        if (solid < 1) data[p] = Math.round(data[p]! * solid + 255 * colour[x]! * (1 - solid));
      }
    }
  });
  return { ...image, data };
}
