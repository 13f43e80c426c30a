import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS, LOGO_MIN_PIXELS } from '../contract/brand.ts';
import { Problem } from '../contract/errors.ts';
import { checkContainer } from './containers.ts';
import { openImage } from './decode.ts';

const DECODING_SECONDS = 5;
const TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;

/**
 * Decodes every pixel of a logo in a data URL, so that pages show nothing but an image of the type that it names.
 * @throws INVALID_REQUEST with the reason.
 */
export async function requireLogo(dataUrl: string): Promise<void> {
  const [, format, base64 = ''] = /^data:image\/(png|jpeg|webp);base64,(.*)$/s.exec(dataUrl) ?? [];
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') {
    throw refused('it must be a data URL of a PNG, JPEG or WebP');
  }
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_MAX_BYTES) throw refused(`it must have at most ${LOGO_MAX_BYTES / 1024} KB`);
  const { width, height, pages } = await decoded(bytes, format).catch(() => {
    throw refused(`the image is damaged, or no ${format.toUpperCase()}`);
  });
  if (pages > 1) throw refused('it must not be animated');
  if (Math.min(width, height) < LOGO_MIN_PIXELS || Math.max(width, height) > LOGO_MAX_PIXELS) {
    throw refused(
      `its sides must have ${LOGO_MIN_PIXELS} to ${LOGO_MAX_PIXELS} pixels, and they have ${width} × ${height}`,
    );
  }
}

async function decoded(bytes: Uint8Array, format: keyof typeof TYPES) {
  checkContainer(bytes, TYPES[format]);
  const metadata = await openImage(bytes, { limitInputPixels: false }).metadata();
  if (metadata.format !== format) throw new Error(`The image is ${metadata.format}.`);
  const { width, height, pages = 1 } = metadata;
  // The sides are checked before any pixel is decoded.
  if (Math.max(width, height) <= LOGO_MAX_PIXELS) {
    await openImage(bytes, { failOn: 'warning' }).timeout({ seconds: DECODING_SECONDS }).raw().toBuffer();
  }
  return { width, height, pages };
}

function refused(reason: string): Problem {
  return new Problem('INVALID_REQUEST', `The field 'branding.logo' is not valid: ${reason}.`);
}
