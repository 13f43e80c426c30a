import sharp from 'sharp';
import { IMAGE_SIZES } from '../../images/image-sizes.ts';

const { width: WIDTH, height: HEIGHT } = IMAGE_SIZES.original;

/** Capitals as five by seven dots: text in an SVG needs fonts, which a Lambda does not have. */
const LETTERS: Record<string, readonly string[]> = {
  T: ['#####', '  #  ', '  #  ', '  #  ', '  #  ', '  #  ', '  #  '],
  E: ['#####', '#    ', '#    ', '#### ', '#    ', '#    ', '#####'],
  S: [' ####', '#    ', '#    ', ' ### ', '    #', '    #', '#### '],
  D: ['#### ', '#   #', '#   #', '#   #', '#   #', '#   #', '#### '],
  A: [' ### ', '#   #', '#   #', '#####', '#   #', '#   #', '#   #'],
};
const LETTER_PITCH = 6;

/**
 * A JPEG of the `original` size that cannot be mistaken for a headshot. The same seed gives the same image.
 */
export async function drawTestImage(seed: number): Promise<Uint8Array> {
  const hue = (seed * 137.508) % 360;
  return sharp(Buffer.from(testImageSvg(hue)))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer();
}

function testImageSvg(hue: number): string {
  const colour = (lightness: number) => `hsl(${hue.toFixed(1)},38%,${lightness}%)`;
  const stripes = Array.from(
    { length: 9 },
    (_, i) => `<path d="M${i * 440 - 1900} 1920l1920-1920h170L${i * 440 - 1730} 1920z"/>`,
  ).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${colour(88)}"/>
    <g fill="${colour(84)}">${stripes}</g>
    <g fill="${colour(52)}">
      <ellipse cx="768" cy="700" rx="310" ry="390"/>
      <rect x="640" y="960" width="256" height="300" rx="110"/>
      <path d="M130 1920c0-480 240-700 638-700s638 220 638 700z"/>
    </g>
    <rect y="1500" width="100%" height="250" fill="#202430"/>
    <path fill="#ffffff" d="${dots('TEST DATA', 150, 1555, 23)}"/>
  </svg>`;
}

/** The path of a line of capitals, each dot a square of `dot` pixels. */
function dots(text: string, left: number, top: number, dot: number): string {
  let path = '';
  [...text].forEach((letter, position) => {
    LETTERS[letter]?.forEach((row, y) => {
      for (let x = 0; x < row.length; x++) {
        if (row[x] !== '#') continue;
        path += `M${left + (position * LETTER_PITCH + x) * dot} ${top + y * dot}h${dot}v${dot}h-${dot}z`;
      }
    });
  });
  return path;
}
