/** The tag of the camera's maker in EXIF, which every phone and camera writes. */
const MAKE = 0x010f;
const HEADER = 'Exif\0\0';
const ENTRY_BYTES = 12;

/** Whether the EXIF data of a file name the camera that took it. Damaged data name none. */
export function namesCamera(exif: Buffer | undefined): boolean {
  if (!exif) return false;
  const tiff = exif.subarray(exif.toString('latin1', 0, HEADER.length) === HEADER ? HEADER.length : 0);
  if (tiff.length < 8) return false;
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return false;
  const entries = read16(directory);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return false;
    if (read16(at) === MAKE) return true;
  }
  return false;
}
