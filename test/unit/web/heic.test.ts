import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { colourSpaceOf } from '../../../web/heic/colour-space.ts';
import { fitted } from '../../../web/heic/protocol.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('the conversion of HEIC photos', () => {
  test('the profile that phones write is recognised, by its name or its number', () => {
    const beginning = Buffer.from('\0\0\0\x18ftypheic....meta....iprpipco\0\0\x02\x30');
    const named = Buffer.concat([
      beginning,
      Buffer.from('colrprof\0\0\x02\x24appl\x04mntrRGB'),
      utf16('Display P3'),
    ]);
    expect(colourSpaceOf(named)).toBe('display-p3');
    const numbered = (primaries: number) =>
      Buffer.concat([beginning, Buffer.from('colrnclx'), Buffer.from([0, primaries, 0, 13, 0, 6, 128])]);
    expect(colourSpaceOf(numbered(12))).toBe('display-p3');
    expect(colourSpaceOf(numbered(1))).toBe('srgb');
  });

  test('other profiles, and names outside of a profile, are taken as sRGB', () => {
    expect(colourSpaceOf(Buffer.from('ftypheic....colrprof....sRGB IEC61966-2.1'))).toBe('srgb');
    expect(colourSpaceOf(Buffer.from('ftypheic....Display P3....'))).toBe('srgb');
    expect(colourSpaceOf(new Uint8Array())).toBe('srgb');
    const fixture = readFileSync(join(import.meta.dirname, '../../fixtures/portrait.heic'));
    expect(colourSpaceOf(fixture)).toBe('srgb');
  });

  test('a photo of 48 megapixels is shrunk to 4096 pixels, and a smaller one stays', () => {
    expect(fitted(8064, 6048)).toEqual({ width: 4096, height: 3072 });
    expect(fitted(3024, 4032)).toEqual({ width: 3024, height: 4032 });
    expect(fitted(100, 20_000)).toEqual({ width: 20, height: 4096 });
  });

  test('the pinned decoder has its module in a file of its own, and needs no eval', () => {
    const library = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.js');
    const script = readFileSync(library, 'utf8');
    expect(script).not.toMatch(/\bnew Function\b|\beval\(/);
    expect(script.length).toBeLessThan(120_000);
    expect(readFileSync(library.replace(/js$/, 'wasm')).subarray(0, 4)).toEqual(Buffer.from('\0asm'));
  });
});
