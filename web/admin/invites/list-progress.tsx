import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../design/icon.tsx';
import { useQuestion } from '../../design/question.tsx';
import { adminInvites } from '../../text/admin-invites.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { timeText } from '../parts.tsx';
import { progressOf, type SendingList } from './list.ts';
import type { ListState } from './use-sending.ts';

interface ListProgressProps {
  list: SendingList;
  state: ListState;
  pause(): void;
  resume(): Promise<void>;
  /** Leaves out the lines that are left. */
  end(): void;
}

/** A list on its way: how far it is, the reason why it waits, and the ways to go on. */
export function ListProgress({ list, state, pause, resume, end }: ListProgressProps) {
  const text = useText(adminInvites).sending;
  const { ask, dialog } = useQuestion();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isPausing, setIsPausing] = useState(false);
  const { total, failed, left } = progressOf(list);
  const isRunning = state.name === 'sending' || state.name === 'waiting';
  const isIdle = !isRunning && state.name !== 'elsewhere';
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (!isRunning) setIsPausing(false);
  }, [isRunning]);
  const askToEnd = async () => {
    const question = text.stopQuestion(left);
    if (await ask({ question, consequence: text.stopConsequence, action: text.stop })) end();
  };
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {text.title}
      </h2>
      <div class="sending">
        <progress max={total} value={total - left} aria-label={text.title} />
        <p class="counts">
          <b>{text.progress(total - left, total)}</b>
          {failed > 0 && <span class="hint">{text.failed(failed)}</span>}
        </p>
      </div>
      <StateSentence state={state} />
      <p class="hint">{text.keep}</p>
      <div class="beside">
        {isRunning && (
          <Button
            label={text.pause}
            disabled={isPausing}
            onClick={() => {
              setIsPausing(true);
              pause();
            }}
          />
        )}
        {isIdle && (
          <>
            <Button class="primary" label={text.resume} onClick={() => void resume()} />
            <Button label={text.stop} onClick={() => void askToEnd()} />
          </>
        )}
      </div>
      {dialog}
    </>
  );
}

function StateSentence({ state }: { state: ListState }) {
  const text = useText(adminInvites).sending;
  const { language } = useLanguage();
  const sentence = () => {
    switch (state.name) {
      case 'sending':
      case 'finished':
        return undefined;
      case 'waiting':
        return state.cause === 'connection'
          ? text.connection
          : text.limit(Math.max(1, Math.ceil((state.until - Date.now()) / 1000)));
      case 'elsewhere':
        return text.elsewhere;
      case 'stopped':
        return text.paused;
      case 'full':
        return text.full;
      case 'usedUp':
        return text.usedUp(timeText(new Date(state.until).toISOString(), language));
    }
  };
  const shown = sentence();
  return <div role="status">{shown !== undefined && <p class="notice">{shown}</p>}</div>;
}
