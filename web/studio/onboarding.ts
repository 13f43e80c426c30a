import type { finishOnboarding } from '../../shared/contract/member/session.ts';
import type { Trigger } from '../../shared/contract/schemas.ts';
import { fill, h, icon, setAttribute } from '../shared/dom.ts';
import { consentCard } from './consent.ts';
import { PhotoTile } from './photo-tile.ts';
import { isInProgress, type Photo, Uploads } from './uploads.ts';
import type { Overview, Studio, View } from './view.ts';

const CHOICES: readonly { trigger: Trigger; label: string }[] = [
  { trigger: 'female', label: 'Female' },
  { trigger: 'male', label: 'Male' },
  { trigger: 'person', label: 'Person' },
];

/** The onboarding form: uploads, the choice of the trigger, and the name. */
export function onboardingView(studio: Studio): View {
  const { api, overview } = studio;
  const { minPhotos, maxPhotos } = overview.requirements;
  const grid = h('ul', { class: 'photos' });
  const troubles = h('ul', { class: 'troubles', 'aria-label': 'Photos that cannot be used' });
  const counter = h('p', { class: 'counter', 'aria-live': 'polite' });
  const hint = h('p', { class: 'hint', id: 'hint', 'aria-live': 'polite' });
  const submit = h('button', { class: 'primary', 'aria-describedby': 'hint' }, 'Make my headshots');
  const choice = choiceOfTrigger();
  const name = h('input', {
    id: 'name',
    maxlength: 120,
    autocomplete: 'name',
    value: overview.member.name ?? '',
  });
  const tiles = new Map<Photo, PhotoTile>();
  let isSubmitting = false;
  const told = new Set(overview.uploads.map(({ id }) => id));

  const uploads = new Uploads(api, changed, studio.fail);
  const photos = h(
    'section',
    { class: 'card' },
    h('div', { class: 'heading' }, h('h2', {}, 'Your photos'), counter),
    dropZone(overview.requirements, (files) => uploads.add(files)),
    grid,
    troubles,
  );
  // Uploads wait for the agreement.
  photos.inert = overview.consentRequired;
  const agreed = () => {
    photos.inert = false;
    photos.querySelector('input')?.focus();
  };
  const consent = overview.consentRequired ? consentCard(studio, agreed) : undefined;
  const form = h(
    'form',
    { class: 'stack', submit: (event: Event) => void finish(event) },
    consent,
    photos,
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'About you'),
      choice.element,
      h('label', { class: 'field', for: 'name' }, h('span', {}, 'Name ', h('i', {}, 'optional')), name),
    ),
    h('div', { class: 'submit' }, submit, hint),
  );
  form.addEventListener('change', showReadiness);
  uploads.resume(overview.uploads);
  showReadiness();

  function changed(photo: Photo): void {
    const tile = tiles.get(photo) ?? new PhotoTile(photo, uploads);
    tiles.set(photo, tile);
    if (uploads.photos.includes(photo)) {
      tile.update();
      const place = tile.isTrouble ? troubles : grid;
      if (tile.element.parentNode !== place) place.append(tile.element);
    } else {
      // The focused button is removed with the photo, so the focus moves on.
      if (tile.element.contains(document.activeElement)) form.querySelector('input')?.focus();
      tile.release();
      tiles.delete(photo);
    }
    showReadiness();
    if (photo.state !== 'accepted' || photo.id === undefined || told.has(photo.id)) return;
    told.add(photo.id);
    const accepted = uploads.photos.filter(({ state }) => state === 'accepted').length;
    studio.report('uploaded', { uploadId: photo.id, uploads: accepted });
  }

  function showReadiness(): void {
    const accepted = uploads.photos.filter(({ state }) => state === 'accepted').length;
    const inProgress = uploads.photos.filter(isInProgress).length;
    const missing = minPhotos - accepted;
    say(
      counter,
      accepted < minPhotos ? `${accepted} of at least ${minPhotos}` : `${accepted} of up to ${maxPhotos}`,
    );
    counter.classList.toggle('enough', missing <= 0);
    const blocked =
      missing > 0 && inProgress === 0
        ? `Add ${photosOf(missing, accepted > 0)} to continue.`
        : inProgress > 0
          ? `Uploading ${photosOf(inProgress, false)} …`
          : choice.value() === undefined
            ? 'Choose female, male or person to continue.'
            : undefined;
    say(hint, blocked ?? 'We start right away. You cannot change your photos after that.');
    setAttribute(submit, 'disabled', blocked !== undefined || isSubmitting);
  }

  async function finish(event: Event): Promise<void> {
    event.preventDefault();
    const trigger = choice.value();
    if (trigger === undefined) return;
    isSubmitting = true;
    studio.clearError();
    showReadiness();
    try {
      await api.call<typeof finishOnboarding>('POST', '/api/member/onboarding', {
        trigger,
        ...(name.value.trim() !== '' && { name: name.value.trim() }),
      });
      await studio.refresh();
    } catch (error) {
      isSubmitting = false;
      showReadiness();
      studio.fail(error);
    }
  }

  return {
    title: 'Let’s make your headshots',
    lead: 'Upload a few photos of yourself. We turn them into portraits you can use anywhere.',
    content: [form],
    leave: () => {
      for (const tile of tiles.values()) tile.release();
    },
  };
}

/**
 * Updates a live region. Screen readers announce every write, so an unchanged sentence is not written again.
 */
function say(region: Element, sentence: string): void {
  if (region.textContent !== sentence) fill(region, sentence);
}

function photosOf(count: number, isMore: boolean): string {
  return `${count} ${isMore ? 'more ' : ''}photo${count === 1 ? '' : 's'}`;
}

function dropZone(requirements: Overview['requirements'], add: (files: Iterable<File>) => void): Node {
  const { minPhotos, maxPhotos, minPixels, types } = requirements;
  const input = h('input', { type: 'file', multiple: true, accept: types.join(), class: 'unseen' });
  input.addEventListener('change', () => {
    add(input.files ?? []);
    input.value = '';
  });
  const zone = h(
    'label',
    { class: 'drop' },
    input,
    h('span', { class: 'drop-icon' }, icon('upload')),
    h('b', {}, 'Choose photos'),
    h('span', { class: 'or' }, ' or drop them here'),
    h(
      'small',
      {},
      `${minPhotos} to ${maxPhotos} photos of you alone, face well lit and in view, ` +
        `at least ${minPixels} pixels wide and high. JPEG, PNG or WebP.`,
    ),
  );
  const over = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    zone.classList.toggle('over', isOver);
  };
  zone.addEventListener('dragover', over(true));
  zone.addEventListener('dragleave', over(false));
  zone.addEventListener('drop', (event) => {
    over(false)(event);
    add(event.dataTransfer?.files ?? []);
  });
  return zone;
}

function choiceOfTrigger(): { element: Node; value(): Trigger | undefined } {
  const radios = CHOICES.map(({ trigger }) => h('input', { type: 'radio', name: 'trigger', value: trigger }));
  return {
    element: h(
      'fieldset',
      { class: 'choices' },
      h('legend', {}, 'Portray me as'),
      ...CHOICES.map(({ label }, index) => h('label', {}, radios[index], h('span', {}, label))),
    ),
    value: () => CHOICES.find((_, index) => radios[index]?.checked)?.trigger,
  };
}
