import type { getOverview } from '../../shared/contract/member/session.ts';
import type { ModelStatus } from '../../shared/contract/schemas.ts';
import { fill, h, icon, setAttribute } from '../shared/dom.ts';
import { repeat } from '../shared/repeat.ts';
import type { Studio, View } from './view.ts';

const STEPS: readonly { status: ModelStatus; label: string; text: string }[] = [
  { status: 'waiting', label: 'Photos received', text: 'Your turn comes in a moment.' },
  {
    status: 'pending',
    label: 'Studying your photos',
    text: 'Finding your face, and the best light in each.',
  },
  { status: 'generatingHeadshots', label: 'Making your headshots', text: 'Backdrops, light and framing.' },
  { status: 'active', label: 'Ready', text: '' },
];

const FIRST_PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 20_000;
const BACK_OFF = 1.4;

/** Waits with the member: looks again and again, less and less often while nothing changes. */
export function progressView(studio: Studio): View {
  const rows = STEPS.map(({ label, text }) =>
    h(
      'li',
      {},
      h('span', { class: 'dot' }, icon('check')),
      h('div', {}, h('b', {}, label), h('p', {}, text)),
    ),
  );
  const news = h('p', { class: 'hint', role: 'status' });
  let shown = studio.overview.model?.status;
  let pause = FIRST_PAUSE_MS;

  const showStatus = (status: ModelStatus | undefined) => {
    const current = STEPS.findIndex((step) => step.status === status);
    for (const [index, row] of rows.entries()) {
      row.className = index < current ? 'done' : index === current ? 'current' : '';
      setAttribute(row, 'aria-current', index === current && 'step');
    }
    const label = STEPS[current]?.label;
    fill(
      news,
      // Who sees the steps needs not to be told where they are.
      label !== undefined && h('span', { class: 'unseen' }, `${label}. `),
      status === 'failed'
        ? 'Something went wrong on the way. It starts over by itself; there is nothing you need to do.'
        : 'You can leave this page and come back later.',
    );
  };
  showStatus(shown);

  const leave = repeat(async () => {
    try {
      const { model } = await studio.api.call<typeof getOverview>('GET', '/api/member');
      studio.calm();
      if (model?.status === shown) {
        pause = Math.min(LONGEST_PAUSE_MS, pause * BACK_OFF);
      } else {
        pause = FIRST_PAUSE_MS;
        shown = model?.status;
        showStatus(shown);
        if (shown === 'active' || shown === 'onboarding') await studio.refresh();
      }
    } catch (error) {
      pause = LONGEST_PAUSE_MS;
      studio.fail(error);
    }
    return pause;
  });

  return {
    title: 'Your headshots are in the making',
    lead: 'This takes a while. Nothing more is needed from you.',
    content: [h('section', { class: 'card' }, h('ol', { class: 'steps' }, ...rows), news)],
    leave,
  };
}
