import { ApiError } from '../service/api.ts';
import { type Texts, useText } from './language.tsx';

/** Sentences for errors, by their codes. Without one, the message of the service is shown. */
interface ErrorTexts {
  codes: Readonly<Record<string, string>>;
  /** The text for a failure of the page itself. */
  page: string;
}

const en: ErrorTexts = {
  codes: {
    OFFLINE: 'The service cannot be reached. Check your connection and try again.',
    INTERNAL_ERROR: 'Something went wrong on our side. Try again.',
    RATE_LIMIT_EXCEEDED: 'That was a lot at once. Wait a moment and try again.',
  },
  page: 'Something went wrong on this page. Reload it to continue.',
};

const de: ErrorTexts = {
  codes: {
    OFFLINE: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
    INTERNAL_ERROR: 'Bei uns ist etwas schiefgegangen. Versuche es noch einmal.',
    RATE_LIMIT_EXCEEDED: 'Das war viel auf einmal. Warte einen Moment und versuche es noch einmal.',
    INVALID_REQUEST: 'Eine Angabe ist ungültig. Prüfe sie und versuche es noch einmal.',
    INVALID_EMAIL: 'Die E-Mail-Adresse ist ungültig.',
    ALREADY_EXISTS: 'Das gibt es schon.',
    ALREADY_DELETED: 'Das ist schon gelöscht.',
    UNAUTHORIZED: 'Die Anmeldung ist abgelaufen.',
    INSUFFICIENT_CREDITS: 'Die Organisation hat keine Credits mehr.',
    FORBIDDEN: 'Das ist nicht erlaubt.',
    NOT_FOUND: 'Das gibt es nicht mehr.',
    ARCHIVE_TOO_LARGE: 'In ein ZIP-Archiv passen 4 GB. Lade ein Team nach dem anderen herunter.',
    INVITE_LIMIT_EXCEEDED:
      'Alle Plätze für offene Einladungen und unfertige Porträts sind belegt. Füge Credits hinzu oder widerrufe Einladungen.',
  },
  page: 'Auf dieser Seite ist etwas schiefgegangen. Lade sie neu, um fortzufahren.',
};

const errors: Texts<ErrorTexts> = { en, de };

/** A function that gives the sentence to show for an error. */
export function useSentences(): (error: unknown) => string {
  const text = useText(errors);
  return (error) => {
    if (error instanceof ApiError) {
      const sentence = text.codes[error.code] ?? error.message;
      // Only the message names the invalid field.
      const isVague = error.code === 'INVALID_REQUEST' && sentence !== error.message;
      return isVague ? `${sentence} (${error.message})` : sentence;
    }
    console.error(error);
    return text.page;
  };
}
