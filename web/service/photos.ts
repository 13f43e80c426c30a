/** The pixels of the sizes of every photo, as in shared/images/image-sizes.ts. */
export const MAIN = { width: 1024, height: 1280 };
export const THUMBNAIL = { width: 320, height: 400 };

/** Links are read again when they end within this time, in milliseconds. A download may take as long. */
export const FOR_DOWNLOAD = 10 * 60_000;
/** The same for a link that the member shares. New links are valid for 24 hours. */
export const FOR_SHARING = 20 * 60 * 60_000;

/** Whether the links of a photo can be used for this time, in milliseconds. */
export function hasFreshLinks(
  { expiresAt }: { expiresAt: string },
  now: number,
  time = FOR_DOWNLOAD,
): boolean {
  return Date.parse(expiresAt) - now > time;
}
