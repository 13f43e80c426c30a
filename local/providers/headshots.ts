import sharp from 'sharp';
import { backdropSvg, colourOf } from '../drawings/backdrop.ts';
import { choosePerson, figureSvg, type Person, type Pose } from '../drawings/figure.ts';
import { fractions } from '../drawings/random.ts';
import { withSvg } from '../drawings/svg.ts';

const WIDTH = 1024;
const HEIGHT = 1280;
/** Draws the figure of 1600 × 2000 pixels in the size of the image. SVG has 72 pixels an inch. */
const DENSITY = (72 * WIDTH) / 1600;

/**
 * An image that a stand-in returns for a prompt: a drawn person before the backdrop and in the clothes that the
 * prompt names. The same prompt and seed give the same JPEG of 1024 × 1280 pixels. Prompts with the same
 * `<lora:ID:…>` show the same person.
 */
export async function drawHeadshot(prompt: string, seed: number): Promise<Uint8Array> {
  const next = fractions(seed * 104729 + 17);
  const figure = figureSvg(personOf(prompt), poseOf(prompt, next));
  const brightness = 0.9 + next() * 0.2;
  return withSvg(async () => {
    const backdrop = await sharp(Buffer.from(backdropSvg(prompt)))
      .png()
      .toBuffer();
    return sharp(backdrop)
      .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
      .composite([{ input: Buffer.from(figure), density: DENSITY }])
      .removeAlpha()
      .modulate({ brightness })
      .jpeg({ quality: 88 })
      .toBuffer();
  });
}

/** The first person after the number of the LoRA who can be meant by the prompt's `man` or `woman`. */
function personOf(prompt: string): Person {
  const [, number = '1'] = /<lora:(\d+):/.exec(prompt) ?? [];
  const styles = stylesOf(prompt);
  for (let seed = Number(number) % 100_000; ; seed++) {
    const person = choosePerson(fractions(seed * 7919 + 1));
    if (styles.includes(person.hairStyle)) return person;
  }
}

function stylesOf(prompt: string): readonly Person['hairStyle'][] {
  if (/\bwoman\b/i.test(prompt)) return ['bob', 'long', 'bun'];
  if (/\bman\b/i.test(prompt)) return ['short', 'cropped'];
  return ['short', 'cropped', 'bob', 'long', 'bun'];
}

function poseOf(prompt: string, next: () => number): Pose {
  const scale = /close[- ](?:up|framing)/i.test(prompt) ? 2.4 : /waist|half|chest/i.test(prompt) ? 1.5 : 1.95;
  return {
    scale: scale + (next() - 0.5) * 0.3,
    x: 800 + (next() - 0.5) * 300,
    y: 640 + scale * 40 + (next() - 0.5) * 140,
    tilt: (next() - 0.5) * 12,
    smile: 8 + next() * 12,
    clothes: colourOf(prompt, 'suit|blazer|jacket|sweater|pullover|shirt|dress|blouse|top|polo', '#27344f'),
    jacket: /suit|blazer|jacket/i.test(prompt),
  };
}
