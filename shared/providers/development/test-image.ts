import { openImage } from '../../images/decode.ts';
import { IMAGE_SIZES } from '../../images/image-sizes.ts';

const { width: WIDTH, height: HEIGHT } = IMAGE_SIZES.original;

/** Capitals as five by seven dots. */
const LETTERS: Record<string, readonly string[]> = {
  T: ['#####', '  #  ', '  #  ', '  #  ', '  #  ', '  #  ', '  #  '],
  E: ['#####', '#    ', '#    ', '#### ', '#    ', '#    ', '#####'],
  S: [' ####', '#    ', '#    ', ' ### ', '    #', '    #', '#### '],
  D: ['#### ', '#   #', '#   #', '#   #', '#   #', '#   #', '#### '],
  A: [' ### ', '#   #', '#   #', '#####', '#   #', '#   #', '#   #'],
};
const LETTER_PITCH = 6;

/** The caption: its left upper corner, and the side of a dot, in pixels. */
const CAPTION = { text: 'TEST DATA', left: 150, top: 1555, dot: 23 };

type Colour = readonly [red: number, green: number, blue: number];
const WHITE: Colour = [255, 255, 255];
const BAND: Colour = [0x20, 0x24, 0x30];

/** The side of a drawn pixel. Drawing each pixel of the image would take four times as long. */
const SCALE = 2;

/** A JPEG that is no headshot, the same for a seed. Drawn pixel by pixel, since the loader of SVG is blocked. */
export async function drawTestImage(seed: number): Promise<Uint8Array> {
  const hue = (seed * 137.508) % 360;
  const [wall, stripe, figure] = [colourOf(hue, 88), colourOf(hue, 84), colourOf(hue, 52)];
  const [width, height] = [WIDTH / SCALE, HEIGHT / SCALE];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < HEIGHT; y += SCALE) {
    for (let x = 0; x < WIDTH; x += SCALE, at += 3) {
      const ground = isFigure(x, y) ? figure : isStripe(x, y) ? stripe : wall;
      const colour = isCaption(x, y) ? WHITE : isBand(y) ? BAND : ground;
      [data[at], data[at + 1], data[at + 2]] = colour;
    }
  }
  return openImage(data, { raw: { width, height, channels: 3 } })
    .resize(WIDTH, HEIGHT, { kernel: 'nearest' })
    .jpeg({ quality: 80 })
    .toBuffer();
}

const isBand = (y: number) => y >= 1500 && y < 1750;

/** Diagonal stripes of 170 pixels, 440 apart. */
const isStripe = (x: number, y: number) => (x + y) % 440 < 170;

/** Head, neck and shoulders. */
function isFigure(x: number, y: number): boolean {
  const isNeck = x >= 640 && x < 896 && y >= 960 && y < 1260;
  return isNeck || isInEllipse(x, y, 700, 310, 390) || isInEllipse(x, y, HEIGHT, 638, 700);
}

function isInEllipse(x: number, y: number, centreY: number, radiusX: number, radiusY: number): boolean {
  return ((x - WIDTH / 2) / radiusX) ** 2 + ((y - centreY) / radiusY) ** 2 <= 1;
}

function isCaption(x: number, y: number): boolean {
  const column = Math.floor((x - CAPTION.left) / CAPTION.dot);
  const row = Math.floor((y - CAPTION.top) / CAPTION.dot);
  const letter = CAPTION.text[Math.floor(column / LETTER_PITCH)] ?? ' ';
  return LETTERS[letter]?.[row]?.[column % LETTER_PITCH] === '#';
}

/** A colour of 38 % saturation. https://en.wikipedia.org/wiki/HSL_and_HSV#HSL_to_RGB_alternative */
function colourOf(hue: number, lightness: number): Colour {
  const light = lightness / 100;
  const chroma = 0.38 * Math.min(light, 1 - light);
  const part = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (light - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}
