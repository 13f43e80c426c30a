import sharp from 'sharp';
import { CLOTHES, choosePerson, figureSvg, type Pose } from '../local/drawings/figure.ts';
import { fractions, pick } from '../local/drawings/random.ts';
import { withSvg } from '../local/drawings/svg.ts';

const WALLS = ['#b9c3c8', '#cbbfae', '#a9b8a4', '#c7b3b0', '#8fa0b3', '#d8d3c8', '#9c8f86'] as const;

export interface PortraitOptions {
  /** The number of the photo. Pose, framing and room differ between photos, the person does not. */
  readonly photo?: number;
  readonly width?: number;
  readonly height?: number;
}

/** Draws a fictional person in a room, as a JPEG. The seed alone determines the person. */
export async function drawPortrait(seed: number, options: PortraitOptions = {}): Promise<Uint8Array> {
  const { photo = 0, width = 1600, height = 2000 } = options;
  const person = choosePerson(fractions(seed * 7919 + 1));
  const next = fractions(seed * 104729 + photo * 1299709 + 17);
  const figure = Buffer.from(figureSvg(person, chancePose(next, photo)));
  return withSvg(() => paint(roomSvg(next), figure, { width, height }));
}

/** Draws the same person without the room, as a PNG of 1600 × 2000 pixels whose alpha is the person's true outline. */
export async function drawFigure(seed: number, photo = 0): Promise<Uint8Array> {
  const person = choosePerson(fractions(seed * 7919 + 1));
  const next = fractions(seed * 104729 + photo * 1299709 + 17);
  const figure = Buffer.from(figureSvg(person, chancePose(next, photo)));
  return withSvg(() => sharp(figure).png().toBuffer());
}

function chancePose(next: () => number, photo: number): Pose {
  return {
    scale: 1.65 + next() * 0.75,
    x: 800 + (next() - 0.5) * 260,
    y: 660 + (next() - 0.5) * 160,
    tilt: (next() - 0.5) * 7,
    clothes: pick(CLOTHES, next),
    smile: 6 + next() * 14,
    jacket: photo % 2 === 0,
  };
}

async function paint(
  roomDrawing: string,
  figure: Buffer,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  // The room is drawn small and enlarged, which puts it out of focus.
  const room = await sharp(Buffer.from(roomDrawing)).png().toBuffer();
  // A smaller photo is drawn small, which takes a share of the time. A larger one is enlarged.
  const scale = Math.min(1, Math.max(width / 1600, height / 2000));
  const size = { width: Math.ceil(1600 * scale), height: Math.ceil(2000 * scale) };
  const scene = await sharp(room)
    .resize({ ...size, kernel: 'cubic', fit: 'fill' })
    .composite([{ input: figure, density: 72 * scale }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(scene, { raw: { ...size, channels: 3 } })
    .resize(width, height, { fit: 'cover' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Draws `count` photos of one person. */
export async function portraitSet(seed: number, count: number): Promise<Uint8Array[]> {
  return Promise.all(Array.from({ length: count }, (_, photo) => drawPortrait(seed, { photo })));
}

function roomSvg(next: () => number): string {
  const wall = pick(WALLS, next);
  const parts = [`<rect width="1600" height="2000" fill="${wall}"/>`];
  const light = next();
  parts.push(
    `<path d="M0 0h${500 + light * 900}L${light * 500} 2000H0z" fill="#ffffff" opacity=".16"/>`,
    `<rect y="1650" width="1600" height="350" fill="#5b4636" opacity=".55"/>`,
  );
  const left = next() < 0.5;
  const side = (x: number, width: number) => (left ? x : 1600 - x - width);
  const furniture = next();
  if (furniture < 0.4) parts.push(shelf(side(-40, 460), next));
  else if (furniture < 0.75) parts.push(windowAt(side(20, 430)));
  else parts.push(plant(side(60, 300) + 150));
  if (next() < 0.6) parts.push(framedPrint(left ? 1240 : 80, pick(CLOTHES, next)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 2000" width="200" height="250">${parts.join('')}</svg>`;
}

function shelf(x: number, next: () => number): string {
  let books = '';
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 9; column++) {
      const height = 150 + next() * 90;
      books += `<rect x="${x + 20 + column * 47}" y="${330 + row * 290 - height}" width="${34 + next() * 12}" height="${height}" fill="${pick(CLOTHES, next)}"/>`;
    }
    books += `<rect x="${x}" y="${330 + row * 290}" width="460" height="24" fill="#6b4c33"/>`;
  }
  return `<rect x="${x}" y="40" width="460" height="1560" fill="#4a3423"/>${books}`;
}

function windowAt(x: number): string {
  return `<rect x="${x}" y="120" width="430" height="980" fill="#f4f1ea"/>
    <rect x="${x + 26}" y="146" width="180" height="928" fill="#bcd7ea"/>
    <rect x="${x + 226}" y="146" width="180" height="928" fill="#cfe4f1"/>
    <path d="M${x + 26} 820q90-120 180-40t200-60v354h-380z" fill="#7f9f6c"/>`;
}

function plant(x: number): string {
  const leaves = Array.from({ length: 9 }, (_, i) => {
    const angle = -80 + i * 20;
    return `<ellipse cx="0" cy="-260" rx="46" ry="240" transform="translate(${x} 1250) rotate(${angle})" fill="${i % 2 ? '#3f6b43' : '#568457'}"/>`;
  });
  return `${leaves.join('')}<path d="M${x - 110} 1230h220l-36 330h-148z" fill="#7f8b93"/>`;
}

function framedPrint(x: number, colour: string): string {
  return `<rect x="${x}" y="220" width="290" height="380" fill="#2c2622"/>
    <rect x="${x + 24}" y="244" width="242" height="332" fill="#e9e2d2"/>
    <circle cx="${x + 145}" cy="390" r="80" fill="${colour}"/>`;
}
