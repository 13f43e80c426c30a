import type { ComponentChildren } from 'preact';

/** One drawn example of a photo, 80 units wide and high. */
interface DrawingProps {
  backdrop: string;
  children: ComponentChildren;
  /** The class of an effect on the whole drawing. */
  effect?: string;
}

function Drawing({ backdrop, effect = '', children }: DrawingProps) {
  return (
    <svg class={`drawing ${effect}`} viewBox="0 0 80 80" aria-hidden="true">
      <rect width="80" height="80" fill={backdrop} />
      {children}
    </svg>
  );
}

interface PersonProps {
  skin?: string;
  hair?: string;
  shirt?: string;
  /** The place and the size of the person, as an SVG transform. */
  place?: string;
  hasShortHair?: boolean;
  children?: ComponentChildren;
}

/** Head and shoulders, with the face around (40, 35). Children are drawn on the face. */
function Person({
  skin = '#e8b796',
  hair = '#4a3328',
  shirt = '#3f6f8f',
  place,
  hasShortHair = false,
  children,
}: PersonProps) {
  return (
    <g transform={place}>
      <path
        d={
          hasShortHair
            ? 'M25 37c-3-17 4-26 15-26s18 9 15 26z'
            : 'M24 34c-2-16 6-23 16-23s18 7 16 23c2 8 1 14-1 19H25c-2-5-3-11-1-19z'
        }
        fill={hair}
      />
      <path d="M10 84c0-17 10-24 30-24s30 7 30 24z" fill={shirt} />
      <path d="M33 48h14v11c0 4-3 7-7 7s-7-3-7-7z" fill={skin} />
      <path d="M33 52c4 4 10 4 14 0v4c-4 3-10 3-14 0z" fill="#0000001f" />
      <ellipse cx="40" cy="36" rx="14" ry="18" fill={skin} />
      <path
        d="M25.5 34c1-13 7-18 14.5-18s13.5 5 14.5 18c-3-4-4-8-5-10-6 3-14 3-19 0-1 2-2 6-5 10z"
        fill={hair}
      />
      <g fill="#fff">
        <ellipse cx="34" cy="36" rx="2.6" ry="1.9" />
        <ellipse cx="46" cy="36" rx="2.6" ry="1.9" />
      </g>
      <g fill="#2b211c">
        <circle cx="34" cy="36" r="1.5" />
        <circle cx="46" cy="36" r="1.5" />
      </g>
      <g fill="none" stroke={hair} stroke-width="1.3" stroke-linecap="round">
        <path d="M30.5 32c2-1.5 4.5-1.5 6-.5" />
        <path d="M43.5 31.500c1.5-1 4-1 6 .5" />
      </g>
      <path d="M40 37v5h-2" fill="none" stroke="#0000003d" stroke-width="1.1" stroke-linecap="round" />
      <path d="M35 46c3 3 7 3 10 0z" fill="#fff" stroke="#9c4a41" stroke-width="1" stroke-linejoin="round" />
      {children}
    </g>
  );
}

export const Alone = () => (
  <Drawing backdrop="#cfdcd6">
    <Person />
  </Drawing>
);

export const Light = () => (
  <Drawing backdrop="#f0e2c8">
    <rect x="6" y="8" width="20" height="34" rx="2" fill="#fff6dc" />
    <path d="M16 8v34M6 25h20" stroke="#e0cfa6" stroke-width="1.5" />
    <path d="M26 8l54 16v40L26 42z" fill="#fffbe899" />
    <Person skin="#c68863" hair="#1f1a1a" shirt="#7c4d6d" hasShortHair />
  </Drawing>
);

export const Gaze = () => (
  <Drawing backdrop="#d3d7e4">
    <Person skin="#8a5a3c" hair="#16110f" shirt="#c98a4b" />
    <path
      d="M20 22v-6h6M60 22v-6h-6M20 52v6h6M60 52v6h-6"
      fill="none"
      stroke="#fff"
      stroke-width="2"
      stroke-linecap="round"
    />
  </Drawing>
);

export const Places = () => (
  <Drawing backdrop="#bcd4e6">
    <circle cx="14" cy="15" r="6" fill="#fbe7a1" />
    <path d="M0 52c10-10 22-8 40-2v34H0z" fill="#7fa77c" />
    <rect x="40" width="40" height="80" fill="#d9c5ae" />
    <path d="M50 10h22v4H50zm0 14h22v4H50z" fill="#a98e72" />
    <path d="M53 4h4v6h-4zm6 1h3v5h-3zm-4 12h5v7h-5zm8 2h4v5h-4z" fill="#6f7f96" />
    <path d="M40 0v80" stroke="#fff" stroke-width="2" />
    <Person skin="#f1cdb0" hair="#b5793a" shirt="#44546b" />
  </Drawing>
);

export const Sunglasses = () => (
  <Drawing backdrop="#d8d2c8">
    <Person>
      <path
        d="M28 33h11l-1 6c-1 3-8 3-9 0zm13 0h11l-1 6c-1 3-8 3-9 0zM39 34h2"
        fill="#191716"
        stroke="#191716"
        stroke-width="1.2"
      />
      <path d="M31 35l3 4M44 35l3 4" stroke="#ffffff80" stroke-width="1" />
    </Person>
  </Drawing>
);

export const Group = () => (
  <Drawing backdrop="#d8d2c8">
    <Person place="translate(-15 8) scale(.8)" skin="#8a5a3c" hair="#16110f" shirt="#8a6d3b" hasShortHair />
    <Person place="translate(33 6) scale(.8)" skin="#f1cdb0" hair="#c99a4a" shirt="#5d7052" />
    <Person place="translate(9 16) scale(.8)" />
  </Drawing>
);

export const Far = () => (
  <Drawing backdrop="#c9d6df">
    <path d="M0 58c24-8 52-8 80 0v26H0z" fill="#a9bb9d" />
    <path d="M8 58l8-22 8 22zm46 0l10-28 10 28z" fill="#6f8f72" />
    <Person place="translate(30 44) scale(.24)" />
    <path d="M33.5 64h12l-1.5 12h-3l-1.5-8-1.5 8h-3z" fill="#3d4653" />
  </Drawing>
);

export const Blurry = () => (
  <Drawing backdrop="#d8d2c8" effect="blurred">
    <Person hair="#1f1a1a" shirt="#5d7052" hasShortHair />
  </Drawing>
);

export const Filter = () => (
  <Drawing backdrop="#f3c9dc">
    <Person skin="#ffd9d3" hair="#8d5a86" shirt="#c27fb0">
      <path d="M25 20l1-13 11 8zm30 0l-1-13-11 8z" fill="#8d5a86" />
      <path d="M28 16l.5-5 4.5 3.500zm24 0l-.5-5-4.5 3.500z" fill="#ffc1d6" />
      <ellipse cx="40" cy="41.5" rx="2.6" ry="1.9" fill="#3b2634" />
      <path d="M24 42l8 1m-8 4l8-2m24-3l-8 1m8 4l-8-2" stroke="#3b2634" stroke-width=".8" />
      <circle cx="31" cy="43" r="2.5" fill="#ff7fa880" />
      <circle cx="49" cy="43" r="2.5" fill="#ff7fa880" />
    </Person>
    <path
      d="M12 18l1.5 4 4 1.5-4 1.5-1.5 4-1.5-4-4-1.5 4-1.500zm56-8l1 3 3 1-3 1-1 3-1-3-3-1 3-1z"
      fill="#fff"
    />
  </Drawing>
);

export const Cut = () => (
  <Drawing backdrop="#d8d2c8">
    <Person place="translate(-44 -42) scale(1.55)" skin="#c68863" hair="#2b1d17" shirt="#8f4f3f" />
  </Drawing>
);
