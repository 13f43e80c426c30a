import type { ComponentChildren } from 'preact';
import anna from './people/anna.svg';
import cutOut from './people/anna-cut-out.svg';

/** The drawings of a member's four steps. Their colours are in drawings.css, so that they fit both colour schemes. */
function Drawing({ children }: { children: ComponentChildren }) {
  return (
    <svg class="drawing" viewBox="0 0 240 180" aria-hidden="true">
      {children}
    </svg>
  );
}

interface SmallPhotoProps {
  x: number;
  y: number;
  /** The width in units of the drawing; the height is 5/4 of it. */
  width: number;
  /** The colour behind the person where that is not the studio. */
  backdrop?: string;
}

function SmallPhoto({ backdrop, width, ...place }: SmallPhotoProps) {
  const size = { ...place, width, height: width * 1.25 };
  return (
    <g class="small-photo">
      {backdrop !== undefined && <rect {...size} fill={backdrop} />}
      <image {...size} href={backdrop === undefined ? anna : cutOut} />
    </g>
  );
}

function Check({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle class="accent" r="9" />
      <path class="on-accent" d="M-4 .5l3 3 5-6" />
    </g>
  );
}

/** A letter with a portrait and a button in it. */
export function InviteDrawing() {
  return (
    <Drawing>
      <path class="accent back" d="M50 76l70-46 70 46v74a8 8 0 0 1-8 8H58a8 8 0 0 1-8-8z" />
      <g transform="translate(0 -14)">
        <rect class="sheet" x="66" y="34" width="108" height="104" rx="8" />
        <circle class="accent" cx="120" cy="62" r="13" />
        <circle class="on-accent-fill" cx="120" cy="58.5" r="4.5" />
        <path class="on-accent-fill" d="M112 70.500c1-5 4-7 8-7s7 2 8 7z" />
        <path class="bar" d="M92 87h56M100 97h40" />
        <rect class="accent" x="94" y="107" width="52" height="16" rx="8" />
        <path class="on-accent" d="M108 115h24" />
      </g>
      <path class="pocket" d="M50 82l70 44 70-44v68a8 8 0 0 1-8 8H58a8 8 0 0 1-8-8z" />
    </Drawing>
  );
}

/** A phone with four photos, one of them still being sent. */
export function PhotosDrawing() {
  return (
    <Drawing>
      <rect class="sheet" x="70" y="12" width="100" height="180" rx="16" />
      <path class="bar" d="M108 22h24" />
      <SmallPhoto x={80} y={34} width={38} backdrop="#b9cfdd" />
      <SmallPhoto x={122} y={34} width={38} backdrop="#d8c9a8" />
      <SmallPhoto x={80} y={86} width={38} backdrop="#b3c7a3" />
      <SmallPhoto x={122} y={86} width={38} backdrop="#d9b9ad" />
      <Check x={115} y={79} />
      <Check x={157} y={79} />
      <Check x={115} y={131} />
      <path class="track" d="M129 126h24" />
      <path class="progress" d="M129 126h14" />
      <rect class="accent" x="80" y="146" width="80" height="18" rx="9" />
      <path class="on-accent" d="M104 155h32" />
    </Drawing>
  );
}

/** A portrait in a ring of progress, beside a cup. */
export function WaitDrawing() {
  return (
    <Drawing>
      <circle class="ring" cx="112" cy="90" r="62" />
      <circle class="ring-done" cx="112" cy="90" r="62" transform="rotate(-90 112 90)" />
      <SmallPhoto x={80} y={50} width={64} />
      <g class="cup">
        <path class="body" d="M168 118h36v22a16 16 0 0 1-16 16h-4a16 16 0 0 1-16-16z" />
        <path class="handle" d="M204 124h5a8 8 0 0 1 0 16h-5" />
        <path class="handle" d="M179 110c-4-5 4-8 0-14M192 110c-4-5 4-8 0-14" />
      </g>
    </Drawing>
  );
}

/** A gallery with a favorite. */
export function ChooseDrawing() {
  return (
    <Drawing>
      <g class="dim">
        <SmallPhoto x={30} y={48} width={62} backdrop="#c9d3dc" />
        <SmallPhoto x={148} y={48} width={62} backdrop="#ded3c4" />
      </g>
      <rect class="sheet" x="74" y="24" width="92" height="126" rx="10" />
      <SmallPhoto x={80} y={30} width={80} />
      <path class="bar" d="M84 140h26" />
      <path class="star" d="M152 132l2.4 5 5.6.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.6-.800z" />
      <circle class="accent" cx="166" cy="30" r="14" />
      <path class="on-accent" d="M166 23v12m0 0l-5-5m5 5l5-5" />
    </Drawing>
  );
}
