/** Colours as prompts name them. */
const COLOURS: Readonly<Record<string, string>> = {
  white: '#eef0f1',
  cream: '#e9e0d0',
  beige: '#d8c9b3',
  sand: '#d6c3a3',
  'warm white': '#efe9df',
  'light grey': '#ccd1d5',
  'slate grey': '#6b747e',
  'dark grey': '#4a4f56',
  grey: '#9aa1a8',
  charcoal: '#3a3e44',
  black: '#1e2024',
  navy: '#22324f',
  'dark blue': '#24395c',
  'deep blue': '#1f3a68',
  'light blue': '#b3cbe0',
  blue: '#4d78a8',
  teal: '#2f7378',
  'dark green': '#2a4a3c',
  'sage green': '#a3b09a',
  green: '#5b8a68',
  burgundy: '#6b2737',
  red: '#a63d40',
  brown: '#7a5a42',
  camel: '#b18a5c',
  orange: '#d58a4b',
  yellow: '#d9b95c',
  pink: '#d9a6ad',
  purple: '#6b5788',
};
/** Longer names first, so that `dark blue` is not read as blue. */
const NAMES = Object.keys(COLOURS).sort((a, b) => b.length - a.length);
const NAMED_COLOUR = `(${NAMES.join('|')})`;

/** The colour that a prompt gives to one of the things, such as `navy blazer`. */
export function colourOf(prompt: string, things: string, otherwise: string): string {
  const text = prompt.toLowerCase().replaceAll('gray', 'grey');
  const [, name = ''] = new RegExp(`\\b${NAMED_COLOUR}(?: [a-z-]+){0,2} (?:${things})\\b`).exec(text) ?? [];
  return COLOURS[name] ?? otherwise;
}

const SCENES: readonly { word: RegExp; draw: () => string }[] = [
  { word: /office|meeting room|workplace/, draw: office },
  { word: /outdoor|park|garden|trees|nature/, draw: park },
  { word: /city|skyline|street/, draw: city },
  { word: /brick/, draw: bricks },
  { word: /library|shelves/, draw: shelves },
];

/** The backdrop that a prompt names, as an SVG of 200 × 250 pixels that is enlarged, which puts it out of focus. */
export function backdropSvg(prompt: string): string {
  const scene = SCENES.find(({ word }) => word.test(prompt.toLowerCase()));
  const content = scene
    ? scene.draw()
    : studio(colourOf(prompt, 'backdrop|background|wall|studio', '#b4bac0'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 2000" width="200" height="250">${content}</svg>`;
}

function studio(colour: string): string {
  return `<defs><radialGradient id="light" cx="50%" cy="36%" r="75%">
      <stop offset="0" stop-color="#ffffff" stop-opacity=".3"/><stop offset=".5" stop-color="#ffffff" stop-opacity="0"/>
      <stop offset="1" stop-color="#000000" stop-opacity=".32"/>
    </radialGradient></defs>
    <rect width="1600" height="2000" fill="${colour}"/><rect width="1600" height="2000" fill="url(#light)"/>`;
}

const column = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('');

function office(): string {
  return `<rect width="1600" height="2000" fill="#cfd5d8"/>
    ${column(4, (at) => `<rect x="${at * 420 - 60}" y="120" width="360" height="900" fill="#e8f1f6"/><rect x="${at * 420 - 60}" y="700" width="360" height="320" fill="#b9ccd2"/>`)}
    <rect y="1180" width="1600" height="820" fill="#8d8478"/><rect x="980" y="980" width="620" height="260" fill="#5e666c"/>
    <circle cx="220" cy="1040" r="170" fill="#6d8c6a"/>`;
}

function park(): string {
  return `<rect width="1600" height="2000" fill="#c9dfe9"/><rect y="1250" width="1600" height="750" fill="#8aa86b"/>
    ${column(7, (at) => `<circle cx="${at * 270}" cy="${760 + (at % 3) * 130}" r="${270 + (at % 2) * 90}" fill="${['#5d8654', '#77a060', '#93b573'][at % 3]}"/>`)}
    <circle cx="1250" cy="330" r="260" fill="#fff6dc" opacity=".7"/>`;
}

function city(): string {
  return `<rect width="1600" height="2000" fill="#d9dee6"/>
    ${column(8, (at) => `<rect x="${at * 210 - 20}" y="${420 + ((at * 5) % 7) * 110}" width="190" height="1600" fill="${['#8e99a8', '#a3adb9', '#77838f'][at % 3]}"/>`)}
    ${column(12, (at) => `<circle cx="${(at * 397) % 1600}" cy="${900 + ((at * 211) % 700)}" r="34" fill="#f3dca6" opacity=".8"/>`)}`;
}

function bricks(): string {
  return `<rect width="1600" height="2000" fill="#c9b5a6"/>
    ${column(25, (row) => column(9, (at) => `<rect x="${at * 200 - (row % 2) * 100}" y="${row * 82}" width="188" height="70" fill="${['#a8604a', '#b46c54', '#9a5643'][(row + at * 2) % 3]}"/>`))}`;
}

function shelves(): string {
  return `<rect width="1600" height="2000" fill="#5b4230"/>
    ${column(6, (row) => column(22, (at) => `<rect x="${at * 74 + 6}" y="${row * 340 + 40 + ((at * 7 + row) % 5) * 18}" width="60" height="${260 - ((at * 7 + row) % 5) * 18}" fill="${['#6d2f3a', '#2f5a4c', '#27344f', '#b18a5c', '#8a8f96'][(at * 3 + row) % 5]}"/>`))}`;
}
