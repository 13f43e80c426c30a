import type { Language } from '../../shared/contract/languages.ts';
import type { IconName } from '../design/icon.tsx';
import type { Sentences } from '../text/signup.ts';

/** The values and functions that the app passes to the screens of an invite. */
export interface InviteProps {
  invite: string;
  /** Whether the person wants no more reminders of it. */
  stops?: boolean | undefined;
  alert: string | undefined;
  fail(error: unknown): void;
  clearError(): void;
  /** Opens the studio with the new session. */
  enter(session: string): void;
  /** Shows a last screen. */
  end(icon: IconName, ending: Ending): void;
}

/** The sentences of a last screen, which follow the language of the page. */
export type Ending = (language: Language) => Sentences;

/** The website of an organization as a link, or nothing where its text is none. */
export function websiteOf(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** `December 22, 2026`, `22. Dezember 2026`. @param time a time, or a day, which is the same in every time zone */
export function longDate(time: string, language: string): string {
  const zone = time.includes('T') ? {} : { timeZone: 'UTC' };
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', ...zone }).format(new Date(time));
}

/** `Sunday 2:05 PM`, `Sonntag, 14:05`, for a time within a week. */
export function dayAndTime(time: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', hour: 'numeric', minute: '2-digit' });
  return format.format(new Date(time));
}
