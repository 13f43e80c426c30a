/** The primaries of Display P3, in ITU-T H.273. */
const P3_PRIMARIES = 12;

/** The bytes at the start of a file in which its colour information is searched: it is in the first box. */
const SEARCHED_BYTES = 64 * 1024;

/**
 * The colour space of a HEIC file. Phones write Display P3, as an ICC profile of that name or as a number. Anything else
 * is taken as sRGB, which a browser takes images without a profile for.
 */
export function colourSpaceOf(bytes: Uint8Array): 'srgb' | 'display-p3' {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, SEARCHED_BYTES));
  const number = text.indexOf('colrnclx');
  if (number >= 0) {
    const at = number + 'colrnclx'.length;
    if (((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0) === P3_PRIMARIES) return 'display-p3';
  }
  const profile = text.indexOf('colrprof');
  // Names in profiles are UTF-16, or ASCII in older ones.
  return profile >= 0 && text.slice(profile).replaceAll('\0', '').includes('Display P3')
    ? 'display-p3'
    : 'srgb';
}
