import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';
import { Screen } from '../design/screen.tsx';
import { say } from '../design/toast.tsx';
import { repeat } from '../service/repeat.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { waiting } from '../text/waiting.ts';
import type { Frame } from './frame.ts';
import { isSignup } from './session.ts';
import { sentenceOfTimeLeft } from './time-left.ts';
import type { Model, Overview, Studio } from './view.ts';

const STEPS = ['waiting', 'pending', 'generatingHeadshots', 'active'] as const;

/** A model that has failed is at none of the steps. */
const ORDER: readonly (Model['status'] | undefined)[] = STEPS;

const FIRST_PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 20_000;
const BACK_OFF = 1.4;

interface ProgressProps {
  studio: Studio;
  frame: Frame;
}

/** The progress of the model, or its failure. It polls the status, less and less often while that stays the same. */
export function Progress({ studio, frame }: ProgressProps) {
  const [{ model, progress, madeBy }, setOverview] = useState<Overview>(studio.overview);
  const text = useText(waiting);
  const latest = useRef(studio);
  latest.current = studio;
  const hasEnded = model?.final === true;

  useEffect(() => {
    if (hasEnded) return;
    let shown = model?.status;
    let pause = FIRST_PAUSE_MS;
    return repeat(async () => {
      const { api, refresh, clearError, fail } = latest.current;
      try {
        const overview = await api.call('GET /api/member');
        clearError();
        setOverview(overview);
        const status = overview.model?.status;
        pause = status === shown ? Math.min(LONGEST_PAUSE_MS, pause * BACK_OFF) : FIRST_PAUSE_MS;
        shown = status;
        if (status === 'active') say(text.ready);
        if (status === undefined || status === 'active' || status === 'onboarding') await refresh();
      } catch (error) {
        pause = LONGEST_PAUSE_MS;
        fail(error);
      }
      return pause;
    });
  }, [hasEnded]);

  const isRetried = model?.status === 'failed';
  const { title, lead } = isRetried ? text.retried : text;
  const percent = progress?.percent ?? 0;
  // A background tab shows the share as well. The screen has set the title before.
  useEffect(() => {
    if (!isRetried && percent > 0) document.title = `${text.percent(percent)} · ${title}`;
  }, [isRetried, percent, title]);

  if (model?.final === true) return <Failed model={model} overview={studio.overview} frame={frame} />;
  return (
    <Screen {...frame} title={title} lead={lead} width="narrow">
      <section class="card waiting">
        {!isRetried && <Ring progress={progress} />}
        {!isRetried && <Steps status={model?.status} madeBy={madeBy} />}
        <p class="hint">{isSignup ? text.leaveWithMail : text.leaveAndReturn}</p>
      </section>
    </Screen>
  );
}

/** The share that is done, as a ring, and the time that is left. */
function Ring({ progress }: { progress: Overview['progress'] }) {
  const text = useText(waiting);
  const { language } = useLanguage();
  const percent = progress?.percent ?? 0;
  return (
    <div class="share">
      <div
        class="ring"
        role="progressbar"
        aria-label={text.progress}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <svg viewBox="0 0 120 120" aria-hidden="true">
          <circle cx="60" cy="60" r="52" class="rail" />
          <circle cx="60" cy="60" r="52" class="done" pathLength={100} stroke-dasharray={`${percent} 100`} />
        </svg>
        <span class="percent">{text.percent(percent)}</span>
      </div>
      <p class="left">{sentenceOfTimeLeft(progress, text, language, new Date())}</p>
    </div>
  );
}

interface StepsProps {
  status: Model['status'] | undefined;
  madeBy: Overview['madeBy'];
}

function Steps({ status, madeBy }: StepsProps) {
  const text = useText(waiting);
  const steps = madeBy === 'retouched' ? { ...text.steps, ...text.retouchedSteps } : text.steps;
  const current = ORDER.indexOf(status);
  return (
    <>
      <ol class="steps">
        {STEPS.map((step, index) => (
          <li
            key={step}
            class={index < current ? 'done' : index === current ? 'current' : ''}
            aria-current={index === current ? 'step' : undefined}
          >
            <span class="dot">
              <Icon name="check" />
            </span>
            <div>
              <b>{steps[step].label}</b>
              {steps[step].text !== '' && <p>{steps[step].text}</p>}
            </div>
          </li>
        ))}
      </ol>
      <p class="unseen" role="status">
        {STEPS[current] && steps[STEPS[current]].label}
      </p>
    </>
  );
}

function headingOf(reason: Model['failureReason'], text: ReturnType<typeof useText<typeof waiting.en>>) {
  if (reason === 'photos-refused') return text.refused;
  return reason === 'likeness-too-low' ? text.unlike : text.failed;
}

/** A model that has failed for good: why, and what the member can do. */
function Failed({ model, overview, frame }: { model: Model; overview: Overview; frame: Frame }) {
  const text = useText(waiting);
  const { title, lead } = headingOf(model.failureReason, text);
  const { name } = overview.organization;
  return (
    <Screen {...frame} title={title} lead={lead} width="narrow">
      <section class="card">
        <h2>{text.whatNow}</h2>
        {model.failureReason && <p>{text.reasons[model.failureReason]}</p>}
        <p>{isSignup ? text.askInviter(name) : text.askPartner(name)}</p>
      </section>
    </Screen>
  );
}
