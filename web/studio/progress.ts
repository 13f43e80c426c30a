import type { getOverview } from '../../shared/contract/member/session.ts';
import type { ModelStatus } from '../../shared/contract/schemas.ts';
import { repeat } from '../service/repeat.ts';
import { fill, h, icon, setAttribute } from '../shared/dom.ts';
import type { Overview, Studio, View } from './view.ts';

const STEPS: readonly { status: ModelStatus; label: string; text: string }[] = [
  { status: 'waiting', label: 'Photos received', text: 'We start in a moment.' },
  {
    status: 'pending',
    label: 'Studying your photos',
    text: 'We look for your face and the best light in each photo.',
  },
  {
    status: 'generatingHeadshots',
    label: 'Making your headshots',
    text: 'We choose backdrops, light and framing.',
  },
  { status: 'active', label: 'Ready', text: '' },
];

const FIRST_PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 20_000;
const BACK_OFF = 1.4;

/**
 * Shows the progress of the model. It polls the status, less and less often while the status stays the same.
 */
export function progressView(studio: Studio): View {
  const rows = STEPS.map(({ label, text }) =>
    h(
      'li',
      {},
      h('span', { class: 'dot' }, icon('check')),
      h('div', {}, h('b', {}, label), h('p', {}, text)),
    ),
  );
  // Not announced by screen readers, as it changes with every poll.
  const timeLeft = h('p', { class: 'hint' }, timeLeftOf(studio.overview.progress));
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
      // Only screen readers announce the current step, as the list of steps shows it already.
      label !== undefined && h('span', { class: 'unseen' }, `${label}. `),
      status === 'failed'
        ? 'Something went wrong. We start over automatically, and there is nothing you need to do.'
        : 'You can leave this page and come back later.',
    );
  };
  showStatus(shown);

  const leave = repeat(async () => {
    try {
      const { model, progress } = await studio.api.call<typeof getOverview>('GET', '/api/member');
      studio.clearError();
      fill(timeLeft, timeLeftOf(progress));
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
    title: 'We are making your headshots',
    lead: 'This takes a while. There is nothing more you need to do.',
    content: [h('section', { class: 'card' }, h('ol', { class: 'steps' }, ...rows), timeLeft, news)],
    leave,
  };
}

/** `42 % done, about 21 minutes left.`; empty before anything is known. */
function timeLeftOf(progress: Overview['progress']): string {
  if (!progress || progress.percent === 0) return '';
  const { percent, secondsLeft } = progress;
  if (secondsLeft === null) return `${percent} % done.`;
  const minutes = Math.ceil(secondsLeft / 60);
  return `${percent} % done, about ${minutes} minute${minutes === 1 ? '' : 's'} left.`;
}
