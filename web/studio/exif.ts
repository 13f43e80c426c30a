/** The tags of Exif data that a photo keeps. */
export interface KeptTags {
  /** The orientation of the pixels, 1 to 8 as in Exif; undefined when the data do not have it. */
  orientation: number | undefined;
  /** Whether the data name the maker of a camera: the service tells photos from drawings by it. */
  isOfCamera: boolean;
}

/** CIPA DC-008, 4.6.4: tags of the first directory. */
const MAKE = 0x010f;
const ORIENTATION = 0x0112;
/** CIPA DC-008, 4.6.2: types of values. */
const ASCII = 2;
const SHORT = 3;

const TIFF_HEAD_BYTES = 8;
const ENTRY_BYTES = 12;

/** The tags of the TIFF structure in Exif data. Damaged data have none. */
export function tagsOf(tiff: Uint8Array): KeptTags {
  const kept: KeptTags = { orientation: undefined, isOfCamera: false };
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < TIFF_HEAD_BYTES) return kept;
  const isLittleEndian = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittleEndian);
  if (directory + 2 > tiff.length) return kept;
  const entries = view.getUint16(directory, isLittleEndian);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) break;
    const tag = view.getUint16(at, isLittleEndian);
    if (tag === MAKE) kept.isOfCamera = true;
    if (tag !== ORIENTATION) continue;
    const orientation = view.getUint16(at + 8, isLittleEndian);
    if (orientation >= 1 && orientation <= 8) kept.orientation = orientation;
  }
  return kept;
}

/** The value of MAKE in the place of the maker's name, with the zero that ends it: it fits into its entry. */
const CAMERA = [0x43, 0x61, 0x6d, 0];

/** A segment of a JPEG with nothing but these tags; no segment when there are none. */
export function minimalExif({ orientation, isOfCamera }: KeptTags): Uint8Array<ArrayBuffer>[] {
  const entries = [
    ...(isOfCamera ? [[...short(MAKE), ...short(ASCII), ...long(CAMERA.length), ...CAMERA]] : []),
    ...(orientation === undefined
      ? []
      : [[...short(ORIENTATION), ...short(SHORT), ...long(1), ...short(orientation), 0, 0]]),
  ];
  if (entries.length === 0) return [];
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0];
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    ...long(TIFF_HEAD_BYTES),
    ...short(entries.length),
    ...entries.flat(),
    ...long(0),
  ];
  // The length counts its own two bytes.
  return [new Uint8Array([0xff, 0xe1, ...short(2 + exif.length + tiff.length), ...exif, ...tiff])];
}

function short(value: number): number[] {
  return [value >> 8, value & 0xff];
}

function long(value: number): number[] {
  return [...short(value >>> 16), ...short(value & 0xffff)];
}
