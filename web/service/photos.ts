/** The pixels of the sizes of every photo, as in shared/images/image-sizes.ts. */
export const MAIN = { width: 1024, height: 1280 };
export const THUMBNAIL = { width: 320, height: 400 };

/** Links are read again when they end within this time, in milliseconds. A download may take as long. */
const SPARE = 10 * 60_000;

/** Whether the links of a photo can be used for a while. */
export function hasFreshLinks({ expiresAt }: { expiresAt: string }, now: number): boolean {
  return Date.parse(expiresAt) - now > SPARE;
}
