import sharp from 'sharp';

export interface PortraitOptions {
  /** The number of the photo. Pose, framing and room differ between photos, the person does not. */
  readonly photo?: number;
  readonly width?: number;
  readonly height?: number;
}

interface Person {
  readonly skin: string;
  readonly shade: string;
  readonly lips: string;
  readonly iris: string;
  readonly hair: string;
  readonly hairShade: string;
  readonly hairStyle: 'short' | 'bob' | 'long' | 'bun' | 'cropped';
  readonly brows: number;
  readonly faceWidth: number;
  readonly jaw: number;
  readonly beard: boolean;
  readonly glasses: boolean;
}

/** Draws a fictional person in a room, as a JPEG. The seed alone determines the person. */
export async function drawPortrait(seed: number, options: PortraitOptions = {}): Promise<Uint8Array> {
  const { photo = 0, width = 1600, height = 2000 } = options;
  const person = choosePerson(fractions(seed * 7919 + 1));
  const next = fractions(seed * 104729 + photo * 1299709 + 17);
  const figure = Buffer.from(figureSvg(person, next, photo));
  return withSvg(() => paint(roomSvg(next), figure, { width, height }));
}

/** Draws the same person without the room, as a PNG of 1600 × 2000 pixels whose alpha is the person's true outline. */
export async function drawFigure(seed: number, photo = 0): Promise<Uint8Array> {
  const person = choosePerson(fractions(seed * 7919 + 1));
  const next = fractions(seed * 104729 + photo * 1299709 + 17);
  return withSvg(() =>
    sharp(Buffer.from(figureSvg(person, next, photo)))
      .png()
      .toBuffer(),
  );
}

/** The number of drawings in progress. */
let drawings = 0;

/**
 * Allows sharp to read SVG while a drawing is made. The service blocks that format in its process, which may be
 * this one, and the drawings of the demo are trusted.
 */
async function withSvg<Result>(draw: () => Promise<Result>): Promise<Result> {
  const operation = ['VipsForeignLoadSvgBuffer'];
  drawings += 1;
  sharp.unblock({ operation });
  try {
    return await draw();
  } finally {
    drawings -= 1;
    if (drawings === 0) sharp.block({ operation });
  }
}

async function paint(
  roomDrawing: string,
  figure: Buffer,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  // The room is drawn small and enlarged, which puts it out of focus.
  const room = await sharp(Buffer.from(roomDrawing)).png().toBuffer();
  const scene = await sharp(room)
    .resize(1600, 2000, { kernel: 'cubic' })
    .composite([{ input: figure }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(scene, { raw: { width: 1600, height: 2000, channels: 3 } })
    .resize(width, height, { fit: 'cover' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Draws `count` photos of one person. */
export async function portraitSet(seed: number, count: number): Promise<Uint8Array[]> {
  return Promise.all(Array.from({ length: count }, (_, photo) => drawPortrait(seed, { photo })));
}

const SKINS = [
  { skin: '#f3cfb3', shade: '#d9a585', lips: '#c9776f' },
  { skin: '#e8b892', shade: '#c68d66', lips: '#b9655c' },
  { skin: '#d19a6e', shade: '#a97148', lips: '#a5574d' },
  { skin: '#a8714a', shade: '#7f4f30', lips: '#8a463d' },
  { skin: '#7a4a30', shade: '#55301d', lips: '#6d352f' },
] as const;

const HAIRS = [
  { hair: '#2a211d', hairShade: '#120d0b' },
  { hair: '#4d3322', hairShade: '#2b1b11' },
  { hair: '#7b5230', hairShade: '#50331b' },
  { hair: '#b98d4f', hairShade: '#86612f' },
  { hair: '#8f4527', hairShade: '#5f2a15' },
  { hair: '#9a9a9c', hairShade: '#6c6c70' },
] as const;

const IRISES = ['#4b3324', '#5b4630', '#56707f', '#5f7550', '#3b2a20'] as const;
const STYLES = ['short', 'bob', 'long', 'bun', 'cropped'] as const;
const CLOTHES = ['#27344f', '#6d2f3a', '#2f5a4c', '#3b3f46', '#5c4b7a', '#8a5a2f', '#1f6079'] as const;
const WALLS = ['#b9c3c8', '#cbbfae', '#a9b8a4', '#c7b3b0', '#8fa0b3', '#d8d3c8', '#9c8f86'] as const;

function choosePerson(next: () => number): Person {
  const skin = Math.floor(next() * SKINS.length);
  // Fair hair is rare with dark skin.
  const hair = Math.floor(next() * (skin > 2 ? 2 : HAIRS.length));
  const hairStyle = pick(STYLES, next);
  return {
    ...(SKINS[skin] ?? SKINS[0]),
    ...(HAIRS[hair] ?? HAIRS[0]),
    hairStyle,
    iris: pick(IRISES, next),
    brows: 0.8 + next() * 0.5,
    faceWidth: 0.94 + next() * 0.12,
    jaw: next(),
    beard: (hairStyle === 'short' || hairStyle === 'cropped') && next() < 0.4,
    glasses: next() < 0.22,
  };
}

/**
 * A figure of 1600 × 2000 pixels. Its origin is the point between the eyes, its unit 1/100 of the eye
 * distance.
 */
function figureSvg(person: Person, next: () => number, photo: number): string {
  const scale = 1.65 + next() * 0.75;
  const x = 800 + (next() - 0.5) * 260;
  const y = 660 + (next() - 0.5) * 160;
  const tilt = (next() - 0.5) * 7;
  const clothes = pick(CLOTHES, next);
  const smile = 6 + next() * 14;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 2000" width="1600" height="2000">
    <defs>
      <radialGradient id="skin" cx="42%" cy="38%" r="70%">
        <stop offset="0" stop-color="${person.skin}"/><stop offset=".6" stop-color="${person.skin}"/>
        <stop offset="1" stop-color="${person.shade}"/>
      </radialGradient>
      <linearGradient id="hair" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="${person.hair}"/><stop offset="1" stop-color="${person.hairShade}"/>
      </linearGradient>
      <linearGradient id="cloth" x1="0" y1="0" x2="1" y2=".6">
        <stop offset="0" stop-color="${clothes}"/><stop offset="1" stop-color="#15171c" stop-opacity=".55"/>
      </linearGradient>
      <filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="7"/></filter>
    </defs>
    <g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})">
      ${hairBehind(person, tilt)}
      ${body(person, clothes, photo)}
      <g transform="rotate(${tilt.toFixed(2)} 0 180)">${head(person, smile)}</g>
    </g>
  </svg>`;
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

/** The part of the hair behind neck and shoulders. */
function hairBehind({ hairStyle }: Person, tilt: number): string {
  const turn = `transform="rotate(${tilt.toFixed(2)} 0 180)"`;
  if (hairStyle === 'long') {
    return `<path ${turn} d="M-142-40C-175 120-190 280-160 400C-110 430 110 430 160 400C190 280 175 120 142-40z" fill="url(#hair)"/>`;
  }
  if (hairStyle === 'bob') {
    return `<path ${turn} d="M-140-40C-168 60-165 150-130 205C-70 225 70 225 130 205C165 150 168 60 140-40z" fill="url(#hair)"/>`;
  }
  if (hairStyle === 'bun') return `<circle ${turn} cx="20" cy="-205" r="62" fill="url(#hair)"/>`;
  return '';
}

function body(person: Person, clothes: string, photo: number): string {
  const outline =
    'M-72 232C-150 262-270 275-318 350C-362 430-375 640-380 1000H380C375 640 362 430 318 350C270 275 150 262 72 232z';
  const neck = `<path d="M-64 120C-62 190-70 235-96 262C-50 330 50 330 96 262C70 235 62 190 64 120z" fill="${person.skin}"/>
    <path d="M-64 130C-40 205 40 205 64 130L66 196C30 232-30 232-66 196z" fill="${person.shade}" opacity=".75" filter="url(#soft)"/>`;
  const shading = `<path d="${outline}" fill="url(#cloth)" opacity=".7"/>
    <path d="M-205 470C-215 620-210 800-200 1000M205 470C215 620 210 800 200 1000" stroke="#0d0e12" stroke-opacity=".3" stroke-width="9" fill="none" filter="url(#soft)"/>`;
  const collar =
    photo % 2 === 0
      ? `<path d="M-92 246L0 430L92 246L60 238C40 300-40 300-60 238z" fill="#f2f1ee"/>
         <path d="M-96 240L-150 300L-70 380L0 520L70 380L150 300L96 240L0 440z" fill="${clothes}" stroke="#0d0e12" stroke-opacity=".35" stroke-width="4"/>`
      : `<path d="M-98 238C-60 330 60 330 98 238" fill="none" stroke="#0d0e12" stroke-opacity=".35" stroke-width="10"/>`;
  const cut = photo % 2 === 0 ? '' : neck;
  return `<path d="${outline}" fill="${clothes}"/>${shading}${photo % 2 === 0 ? neck : ''}${collar}${cut}`;
}

function head(person: Person, smile: number): string {
  const w = 102 * person.faceWidth;
  const jaw = 58 + person.jaw * 18;
  const face = `M${-w}-60C${-w - 4} 40 ${-w + 6} 100 ${-jaw} 152C-34 186 34 186 ${jaw} 152C${w - 6} 100 ${w + 4} 40 ${w}-60C${w}-150 ${-w}-150 ${-w}-60z`;
  const ear = (side: number) =>
    `<ellipse cx="${side * (w + 6)}" cy="24" rx="17" ry="34" fill="${person.shade}"/>`;
  return `${ear(-1)}${ear(1)}
    <path d="${face}" fill="url(#skin)"/>
    <ellipse cx="-52" cy="66" rx="30" ry="22" fill="${person.lips}" opacity=".16" filter="url(#soft)"/>
    <ellipse cx="52" cy="66" rx="30" ry="22" fill="${person.lips}" opacity=".16" filter="url(#soft)"/>
    ${person.beard ? beard(person, w, jaw) : ''}
    ${eye(person, -50)}${eye(person, 50)}
    <path d="M-6-4C-12 34-22 54-16 64C-8 72 8 72 16 64" fill="none" stroke="${person.shade}" stroke-width="5" stroke-linecap="round"/>
    <path d="M${-38 - smile / 3} ${106 - smile / 2}Q0 ${112 + smile} ${38 + smile / 3} ${106 - smile / 2}Q0 ${124 + smile * 1.5} ${-38 - smile / 3} ${106 - smile / 2}z" fill="${person.lips}"/>
    <path d="M${-30 - smile / 4} ${108 - smile / 2.4}Q0 ${112 + smile} ${30 + smile / 4} ${108 - smile / 2.4}Q0 ${108 + smile * 1.15} ${-30 - smile / 4} ${108 - smile / 2.4}z" fill="#fbf7f2"/>
    ${hairInFront(person, w)}
    ${person.glasses ? GLASSES : ''}`;
}

function eye({ iris, shade, hairShade, brows }: Person, x: number): string {
  const out = Math.sign(x);
  return `<ellipse cx="${x}" cy="-4" rx="30" ry="19" fill="${shade}" opacity=".5" filter="url(#soft)"/>
    <path d="M${x - 24} 2Q${x}-17 ${x + 24} 2Q${x} 14 ${x - 24} 2z" fill="#e4dcd6"/>
    <path d="M${x - 24} 2Q${x}-17 ${x + 24} 2Q${x} 14 ${x - 24} 2z" fill="${shade}" opacity=".5"/>
    <circle cx="${x}" cy="-1" r="12.5" fill="${iris}"/><circle cx="${x}" cy="-1" r="7" fill="#0b0908"/>
    <circle cx="${x + 4}" cy="-5" r="2.6" fill="#ffffff"/>
    <path d="M${x - 27} 3Q${x}-22 ${x + 27} 3" fill="none" stroke="#1b120e" stroke-width="5.5" stroke-linecap="round"/>
    <path d="M${x - out * 28}-34Q${x}-${44 + brows * 4} ${x + out * 32}-32" fill="none" stroke="${hairShade}" stroke-width="${9 * brows}" stroke-linecap="round" opacity=".9"/>`;
}

function beard({ hairShade }: Person, w: number, jaw: number): string {
  return `<path d="M${-w} 30C${-w + 2} 100 ${-jaw - 4} 140 ${-jaw} 154C-34 192 34 192 ${jaw} 154C${jaw + 4} 140 ${w - 2} 100 ${w} 30C${w - 14} 84 62 84 40 84Q0 74-40 84C-62 84 ${-w + 14} 84 ${-w} 30z" fill="${hairShade}" opacity=".72"/>`;
}

const GLASSES = `<g fill="#ffffff" fill-opacity=".07" stroke="#3a3431" stroke-width="4">
  <rect x="-88" y="-30" width="74" height="58" rx="22"/><rect x="14" y="-30" width="74" height="58" rx="22"/>
  <path d="M-14-8Q0-16 14-8M-88-10L-108-14M88-10L108-14" fill="none"/></g>`;

function hairInFront({ hairStyle }: Person, w: number): string {
  const o = w + 16;
  const caps: Record<Person['hairStyle'], string> = {
    cropped: `M${-w - 4} -10C${-w - 14}-120-80-176 0-176C80-176 ${w + 14}-120 ${w + 4}-10C${w - 4}-60 ${w - 20}-100 56-108C20-114-20-114-56-108C${-w + 20}-100 ${-w + 4}-60 ${-w - 4}-10z`,
    short: `M${-w - 6} 6C${-o - 8}-130-96-204 8-202C110-198 ${o + 8}-120 ${w + 6} 6C${w}-40 ${w - 12}-84 62-96C10-84-44-92-70-112C${-w + 14}-90 ${-w + 2}-40 ${-w - 6} 6z`,
    bob: `M${-o - 16} 150C${-o - 44}-20 ${-o - 20}-204 0-206C${o + 20}-204 ${o + 44}-20 ${o + 16} 150C${w + 14} 110 ${w + 10} 20 ${w - 14}-66C60-96 10-108-40-112C-70-92 ${-w + 10}-60 ${-w - 4} 0C${-w - 10} 60 ${-w - 10} 110 ${-o - 16} 150z`,
    long: `M${-o - 12} 240C${-o - 46}-10 ${-o - 18}-206 0-208C${o + 18}-206 ${o + 46}-10 ${o + 12} 240C${w + 20} 160 ${w + 8} 20 ${w - 16}-60C60-92 30-112 4-122C-30-108-66-90 ${-w + 16}-60C${-w - 8} 20 ${-w - 20} 160 ${-o - 12} 240z`,
    bun: `M${-w - 4} 10C${-o - 4}-124-92-190 0-190C92-190 ${o + 4}-124 ${w + 4} 10C${w}-50 ${w - 20}-92 40-110C10-116-10-116-40-110C${-w + 20}-92 ${-w}-50 ${-w - 4} 10z`,
  };
  return `<path d="${caps[hairStyle]}" fill="url(#hair)"/>
    <path d="M-70-140Q-20-184 60-168" fill="none" stroke="#ffffff" stroke-opacity=".13" stroke-width="20" stroke-linecap="round" filter="url(#soft)"/>`;
}

/** Pseudorandom numbers in [0, 1), reproducible by their seed (mulberry32). */
function fractions(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(from: readonly T[], next: () => number): T {
  return from[Math.floor(next() * from.length)] as T;
}
