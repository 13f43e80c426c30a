import { openImage } from '../../shared/images/decode.ts';
import { judgeUpload } from '../../shared/images/judge-upload.ts';

/** Judges 25 progressive JPEGs of 48 megapixels, which a decoder holds as a whole, and prints the highest resident memory of the process, in MB. */
const UPLOADS = 25;
const [width, height] = [8000, 6000];
const MEGABYTE_IN_KB = 1000;

// Noise, so that the decoder has the work that a photograph gives it.
const upload = await openImage(Buffer.alloc(3), { raw: { width: 1, height: 1, channels: 3 } })
  .resize(width, height, { fit: 'fill' })
  .composite([{ input: await noise(), tile: true }])
  .jpeg({ quality: 85, progressive: true })
  .toBuffer();
for (let number = 0; number < UPLOADS; number++) {
  const verdict = await judgeUpload(upload);
  if (!verdict.accepted) throw new Error(verdict.reason);
}
console.log(process.resourceUsage().maxRSS / MEGABYTE_IN_KB);

function noise(): Promise<Buffer> {
  const side = 500;
  let state = 1;
  const data = Buffer.from(
    Array.from({ length: side * side * 3 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return state >>> 24;
    }),
  );
  return openImage(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}
