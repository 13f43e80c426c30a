import type { ComponentChildren } from 'preact';

type Hair = 'short' | 'long' | 'bob' | 'bun' | 'curls' | 'bald';

interface Person {
  skin: string;
  /** The shade of the neck and the nose. */
  shade: string;
  hair: Hair;
  hairColor: string;
  top: string;
  lapel: string;
  backdrop: string;
  glow: string;
  glasses?: true;
  beard?: true;
}

/** People that do not exist, for illustrations. */
const PEOPLE = {
  anna: {
    skin: '#f0c8a8',
    shade: '#dfae8b',
    hair: 'long',
    hairColor: '#7a4527',
    top: '#23433d',
    lapel: '#2e564e',
    backdrop: '#d5e0da',
    glow: '#e6eeea',
  },
  karim: {
    skin: '#c68f66',
    shade: '#ad774f',
    hair: 'short',
    hairColor: '#211915',
    top: '#2c3a52',
    lapel: '#3a4c69',
    backdrop: '#d9d3c6',
    glow: '#e9e4d9',
    beard: true,
  },
  mei: {
    skin: '#f3d2b3',
    shade: '#e2b993',
    hair: 'bob',
    hairColor: '#1e1b20',
    top: '#8c3f3b',
    lapel: '#a3524c',
    backdrop: '#e9d9cd',
    glow: '#f4e9e0',
    glasses: true,
  },
  ada: {
    skin: '#8d5a3b',
    shade: '#75472c',
    hair: 'curls',
    hairColor: '#1d1412',
    top: '#b98a3a',
    lapel: '#cb9d4d',
    backdrop: '#c8d3dc',
    glow: '#dce4ea',
  },
  jonas: {
    skin: '#f2cdb2',
    shade: '#e0b08f',
    hair: 'short',
    hairColor: '#b98447',
    top: '#3c4340',
    lapel: '#4d5552',
    backdrop: '#bcc9c4',
    glow: '#d2dcd8',
    glasses: true,
  },
  ruth: {
    skin: '#eabf9f',
    shade: '#d6a27d',
    hair: 'bun',
    hairColor: '#b9b4ad',
    top: '#4a3d5c',
    lapel: '#5c4d70',
    backdrop: '#ddd6e2',
    glow: '#ebe6ee',
  },
  david: {
    skin: '#6f452d',
    shade: '#5a3521',
    hair: 'bald',
    hairColor: '#1a1210',
    top: '#e7e2d8',
    lapel: '#d6cfc1',
    backdrop: '#a9bab4',
    glow: '#c2cfca',
    beard: true,
  },
} as const satisfies Record<string, Person>;
export type PersonName = keyof typeof PEOPLE;

const FEATURES = '#2a201c';

/** A drawn headshot, 4 by 5. Decorative: the text beside it says what it stands for. */
export function Portrait({ person, children }: { person: PersonName; children?: ComponentChildren }) {
  return (
    <svg class="portrait" viewBox="0 0 120 150" aria-hidden="true">
      <Figure person={person} />
      {children}
    </svg>
  );
}

/** The same drawing as a part of another one, 120 by 150 units. `backdrop` replaces that of the studio. */
export function Figure({ person, backdrop }: { person: PersonName; backdrop?: string }) {
  const { skin, shade, hair, hairColor, top, lapel, glow, glasses, beard, ...studio }: Person =
    PEOPLE[person];
  return (
    <>
      <rect width="120" height="150" fill={backdrop ?? studio.backdrop} />
      {backdrop === undefined && <circle cx="60" cy="62" r="54" fill={glow} />}
      <HairBehind hair={hair} color={hairColor} />
      <path d="M6 152c1-33 22-46 54-46s53 13 54 46z" fill={top} />
      <path d="M49 84h22v22c-3 8-19 8-22 0z" fill={shade} />
      <path d="M45 105l15 21 15-21 4 2-19 33-19-33z" fill="#fbfaf7" />
      <path d="M41 106l-9 14 9 6-3 5 21 21h2l21-21-3-5 9-6-9-14-19 33z" fill={lapel} />
      <circle cx="37.5" cy="65" r="5" fill={shade} />
      <circle cx="82.5" cy="65" r="5" fill={shade} />
      <path d="M60 93c14 0 22.5-13 22.5-31S75 33 60 33 37.5 44 37.5 62 46 93 60 93z" fill={skin} />
      {beard && (
        <path
          d="M38 66c1 19 9 29 22 29s21-10 22-29c-3 7-6 9.5-10 9.5-5-3-19-3-24 0-4 0-7-2.5-10-9.500z"
          fill={hairColor}
          opacity="0.85"
        />
      )}
      <HairBefore hair={hair} color={hairColor} />
      <g fill="none" stroke={FEATURES} stroke-width="2" stroke-linecap="round">
        <path d="M47.5 57q4-2.5 8 0M64.5 57q4-2.5 8 0" opacity="0.75" />
        <path d="M53 80q7 6 14 0" stroke={beard ? '#f4e4da' : FEATURES} />
        <path d="M60 64l-2 8h4" stroke={shade} />
        {glasses && (
          <path
            d="M43.5 63.500a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0M61.5 63.500a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0M58.5 62q1.5-1 3 0"
            stroke-width="1.6"
          />
        )}
      </g>
      <circle cx="51.5" cy="63.5" r="2.2" fill={FEATURES} />
      <circle cx="68.5" cy="63.5" r="2.2" fill={FEATURES} />
    </>
  );
}

function HairBehind({ hair, color }: { hair: Hair; color: string }) {
  switch (hair) {
    case 'long':
      return (
        <path
          d="M60 22c-24 0-31 18-30 42 .5 18-2 32-6 44 10 8 62 8 72 0-4-12-6.5-26-6-44 1-24-6-42-30-42z"
          fill={color}
        />
      );
    case 'bob':
      return (
        <path
          d="M60 23c-24 0-30 18-30 36 0 14 0 24 2 34 8 4 48 4 56 0 2-10 2-20 2-34 0-18-6-36-30-36z"
          fill={color}
        />
      );
    case 'bun':
      return <circle cx="60" cy="21" r="12" fill={color} />;
    case 'curls':
      return (
        <g fill={color}>
          <circle cx="60" cy="36" r="20" />
          <circle cx="41" cy="42" r="15" />
          <circle cx="79" cy="42" r="15" />
          <circle cx="34" cy="58" r="13" />
          <circle cx="86" cy="58" r="13" />
          <circle cx="35" cy="75" r="10" />
          <circle cx="85" cy="75" r="10" />
        </g>
      );
    case 'short':
    case 'bald':
      return null;
  }
}

function HairBefore({ hair, color }: { hair: Hair; color: string }) {
  switch (hair) {
    case 'short':
      return (
        <path
          d="M36 62c-5-26 9-39 25-39 17 0 27 13 23 39-2-7-4-13-8-17-9 2-24 1-31-4-5 5-7 12-9 21z"
          fill={color}
        />
      );
    case 'long':
      return (
        <path
          d="M37 66c-1-24 8-36 23-36s24 12 23 36c-5-6-10-14-13-22-6 9-20 14-28 15-2 2-4 4-5 7z"
          fill={color}
        />
      );
    case 'bob':
      return (
        <path
          d="M35 68c-2-28 8-38 25-38s27 10 25 38c-2-6-3-10-3-16-14 2-30 2-44 0 0 6-1 10-3 16z"
          fill={color}
        />
      );
    case 'bun':
      return <path d="M36 62c-2-24 8-34 24-34s26 10 24 34c-4-10-11-18-24-19-13 1-20 9-24 19z" fill={color} />;
    case 'curls':
      return (
        <g fill={color}>
          <circle cx="46" cy="39" r="9" />
          <circle cx="60" cy="35" r="9" />
          <circle cx="74" cy="39" r="9" />
        </g>
      );
    case 'bald':
      return null;
  }
}
