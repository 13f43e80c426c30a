import { useRef, useState } from 'preact/hooks';
import type { Trigger } from '../../shared/contract/schemas.ts';
import { Field } from '../design/form.tsx';
import { Button } from '../design/icon.tsx';
import { Screen } from '../design/screen.tsx';
import { useAction } from '../design/use-action.ts';
import { ApiError } from '../service/api.ts';
import { common } from '../text/common.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { photos as photosText } from '../text/photos.ts';
import { studio as studioText } from '../text/studio.ts';
import { ConsentCard, GivenConsent, useConsent } from './consent.tsx';
import type { Frame } from './frame.ts';
import { longDate } from './invite.ts';
import { NotOpened } from './not-opened.tsx';
import { PhotoSection } from './photo-section.tsx';
import { choiceOf, StyleSection, useStyles } from './style-section.tsx';
import { isInProgress } from './uploads.ts';
import { useUploading } from './use-uploading.ts';
import type { Studio } from './view.ts';

const TRIGGERS: readonly Trigger[] = ['female', 'male', 'person'];

/** The next thing that the member has to do before onboarding can be finished. */
interface Missing {
  label: string;
  hint: string;
  /** Selects what the member uses for it. */
  place?: string;
}

/** The onboarding form: consent, photos, the trigger where headshots are generated, and the name. */
export function Onboarding({ studio, frame }: { studio: Studio; frame: Frame }) {
  const { api, overview } = studio;
  const text = useText(photosText);
  const uploads = useUploading(studio);
  const [needsConsent, setNeedsConsent] = useState(overview.consentRequired);
  const { value: consent, error, reload } = useConsent(studio, needsConsent);
  // Retouching does not use the trigger.
  const asksTrigger = overview.madeBy === 'generated';
  const [trigger, setTrigger] = useState<Trigger | undefined>(asksTrigger ? undefined : 'person');
  const [name, setName] = useState(overview.member.name ?? '');
  const styles = useStyles(overview.styles);
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, run } = useAction(studio.fail);
  const { loading } = useText(common);
  const { notOpened } = useText(studioText);
  const { language } = useLanguage();
  const { photosBy } = overview.organization;

  const missing = whatIsMissing();
  function whatIsMissing(): Missing | undefined {
    const { submit } = text;
    const { minPhotos } = overview.requirements;
    if (needsConsent) return { label: submit.consent, hint: submit.hint, place: '.agree input' };
    const accepted = uploads.acceptedCount;
    const inProgress = uploads.photos.filter(isInProgress).length;
    if (inProgress > 0) return { label: submit.sending(inProgress), hint: submit.sendingHint };
    if (accepted < minPhotos) {
      const label = submit.missing(minPhotos - accepted, accepted > 0);
      return { label, hint: submit.hint, place: 'input[type=file]' };
    }
    for (const part of ['backdrops', 'outfits'] as const) {
      const { all, names } = styles[part];
      if (all.length > 0 && names.length === 0) {
        return {
          label: text.styles.missing[part],
          hint: text.styles.missingHint,
          place: `[aria-labelledby=${part}] input`,
        };
      }
    }
    if (!trigger) return { label: submit.choice, hint: submit.choiceHint, place: 'input[type=radio]' };
    return undefined;
  }

  const finish = (event: SubmitEvent) => {
    event.preventDefault();
    if (missing || !trigger) {
      // A blocked button leads to what is missing.
      const place = missing?.place && form.current?.querySelector<HTMLElement>(missing.place);
      if (place) {
        place.focus({ preventScroll: true });
        place.closest('section')?.scrollIntoView({ block: 'start', behavior: scrolling() });
      }
      return;
    }
    studio.clearError();
    void run(async () => {
      // Headshots are made of all photos that the service has, also of one that is only about to be removed.
      if (!(await uploads.removalsEnd())) {
        studio.fail(new ApiError('INTERNAL_ERROR'));
        return;
      }
      const choice = choiceOf(styles);
      await api.call('POST /api/member/onboarding', {
        body: {
          trigger,
          ...(name.trim() !== '' && { name: name.trim() }),
          ...(choice && { styles: choice }),
        },
      });
      await studio.refresh();
    });
  };

  // Shown as a whole, so that nothing moves when the text arrives.
  if (needsConsent && !consent) {
    const retry = () => {
      studio.clearError();
      return reload();
    };
    if (error !== undefined) return <NotOpened title={notOpened} error={error} retry={retry} />;
    return <Screen {...frame} title="" lead={loading} isQuiet />;
  }
  return (
    <Screen
      {...frame}
      title={text.title}
      lead={photosBy === null ? text.lead : `${text.lead} ${text.photosBy(longDate(photosBy, language))}`}
    >
      <form class="stack" ref={form} onSubmit={finish}>
        {needsConsent && consent && (
          <ConsentCard
            studio={studio}
            consent={consent}
            agreed={() => setNeedsConsent(false)}
            reload={reload}
          />
        )}
        <PhotoSection uploads={uploads} requirements={overview.requirements} isClosed={needsConsent} />
        <StyleSection part="backdrops" styles={styles} />
        <StyleSection part="outfits" styles={styles} />
        <section class="card">
          <h2>{text.about}</h2>
          {asksTrigger && (
            <fieldset class="choices">
              <legend>{text.portrayAs}</legend>
              {TRIGGERS.map((each) => (
                <label key={each}>
                  <input
                    type="radio"
                    name="trigger"
                    value={each}
                    checked={trigger === each}
                    onChange={() => setTrigger(each)}
                  />
                  <span>{text.triggers[each]}</span>
                </label>
              ))}
            </fieldset>
          )}
          <Field
            id="name"
            label={text.name}
            note={text.optional}
            maxLength={120}
            autocomplete="name"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </section>
        <div class="beside submit">
          <Button
            type="submit"
            class={missing ? 'primary large blocked' : 'primary large'}
            label={missing?.label ?? text.submit.ready}
            aria-disabled={missing !== undefined}
            disabled={isBusy}
            aria-describedby="hint"
          />
          <p class="hint" id="hint">
            {missing?.hint ?? text.submit.hint}
          </p>
          <span class="unseen" role="status">
            {missing?.label ?? text.submit.ready}
          </span>
        </div>
        {!needsConsent && consent && <GivenConsent studio={studio} consent={consent} />}
      </form>
    </Screen>
  );
}

function scrolling(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
