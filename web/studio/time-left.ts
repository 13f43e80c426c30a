import type { RunProgress } from '../../shared/contract/run-progress.ts';
import type { Texts } from '../text/language.tsx';
import type { waiting } from '../text/waiting.ts';

type WaitingText = typeof waiting extends Texts<infer Text> ? Text : never;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The time from which on minutes would be more precise than the estimate. */
const MINUTES_UNTIL = 90 * MINUTE;

/** `About 12 minutes left, ready around 15:20`, or why that cannot be told. */
export function sentenceOfTimeLeft(
  progress: RunProgress | null,
  text: WaitingText,
  language: string,
  now: Date,
): string {
  if (!progress || (progress.secondsLeft === null && progress.percent === 0)) return text.unknown;
  const { secondsLeft } = progress;
  if (secondsLeft === null) return text.longer;
  if (secondsLeft < MINUTE) return text.lastMinute;
  const end = new Date(now.getTime() + secondsLeft * 1000);
  const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(end);
  const left =
    secondsLeft < MINUTES_UNTIL
      ? text.minutes(Math.ceil(secondsLeft / MINUTE))
      : text.hours(Math.round(secondsLeft / HOUR));
  return `${left}, ${text.readyAt(time)}`;
}
