import type { ApiError } from '../service/api.ts';
import type { Texts } from './language.tsx';

/** Sentences for errors, by their codes. Without one, the message of the service is shown. */
interface ErrorTexts {
  codes: Readonly<Record<string, string>>;
  /** Sentences for errors that need more than their code, each by a part of the message. */
  reasons: readonly (readonly [part: string, sentence: string])[];
  /** The text for a failure of the page itself. */
  page: string;
}

const en: ErrorTexts = {
  codes: {
    OFFLINE: 'The service cannot be reached. Check your connection and try again.',
    INTERNAL_ERROR: 'Something went wrong on our side. Try again.',
    RATE_LIMIT_EXCEEDED: 'That was a lot at once. Wait a moment and try again.',
    INSUFFICIENT_CREDITS:
      'The organization has no credits left. Its owners get some from the operator of the service. Photos are kept until then.',
    INVITE_LIMIT_EXCEEDED:
      'The credits do not allow more pending invites and unfinished headshots. Revoke invites, or ask the operator of the service for credits.',
  },
  reasons: [
    ['the current version is', 'The text has changed since you opened the page. Please read it again.'],
  ],
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
    INSUFFICIENT_CREDITS:
      'Die Organisation hat keine Credits mehr. Ihre Inhaber bekommen welche beim Betreiber des Dienstes. Die Fotos bleiben bis dahin.',
    FORBIDDEN: 'Das ist nicht erlaubt.',
    NOT_FOUND: 'Das gibt es nicht mehr.',
    ARCHIVE_TOO_LARGE: 'In ein ZIP-Archiv passen 4 GB. Lade ein Team nach dem anderen herunter.',
    INVITE_LIMIT_EXCEEDED:
      'Für weitere offene Einladungen und unfertige Porträts reichen die Credits nicht. Widerrufe Einladungen, oder bitte den Betreiber des Dienstes um Credits.',
  },
  reasons: [
    [
      'must not contain a URL',
      'Der Text darf keine URL enthalten wie https://firma.example oder firma.example/seite.',
    ],
    ['must be an http or https URL', 'Gib eine URL mit http oder https ein, oder nichts.'],
    ['must be an origin', 'Gib in jeder Zeile eine Herkunft wie https://app.example.com an, ohne Pfad.'],
    ['must be a domain', 'Gib Domains wie firma.example an.'],
    [
      'which cannot be seen',
      'Der Text enthält ein unsichtbares Zeichen. Schreib ihn neu, statt ihn einzufügen.',
    ],
    ['character that can be seen', 'Der Text braucht ein sichtbares Zeichen.'],
    [
      'webhook URL must',
      'An diese URL schicken wir keine Webhooks: Sie braucht https, einen öffentlichen Host und Port 443 oder einen über 1023.',
    ],
    ['webhook URL could not be resolved', 'Der Host der URL hat keine Adresse.'],
    ['teams, the most', 'Mehr als 1.000 Teams gehen nicht: Lösche erst eins.'],
    ['last owner', 'Die Organisation braucht einen Inhaber: Mach erst jemand anderen dazu.'],
    ['does not accept our mail', 'Die Adresse nimmt keine Mails von uns an. Gib den Link selbst weiter.'],
    [
      'reported our mail as spam',
      'Die Adresse hat unsere Mails als Spam gemeldet. Gib den Link selbst weiter.',
    ],
    [
      'the current version is',
      'Der Text hat sich geändert, seit du die Seite geöffnet hast. Bitte lies ihn noch einmal.',
    ],
    ['uploads of the model have expired', 'Die hochgeladenen Fotos sind schon gelöscht.'],
    ['older than 30 days', 'Das Ereignis ist älter als 30 Tage und nicht mehr da.'],
    [
      'belongs to another member or invite',
      'Diese Adresse gehört schon zu jemand anderem in der Organisation. Deine bisherige bleibt.',
    ],
    [
      'pending invite to the former address',
      'Für deine bisherige Adresse ist eine Einladung offen: Nimm sie an und öffne dann diesen Link noch einmal.',
    ],
  ],
  page: 'Auf dieser Seite ist etwas schiefgegangen. Lade sie neu, um fortzufahren.',
};

export const errors: Texts<ErrorTexts> = { en, de };

/** The sentence to show for an error. @param names of fields, as the page shows the one that the message names */
export function sentenceOf(
  { code, message }: Pick<ApiError, 'code' | 'message'>,
  { codes, reasons }: ErrorTexts,
  names: Readonly<Record<string, string>>,
): string {
  const [, field = '', why = ''] = /'([\w.]+)' is (?:not valid: )?(.+)/.exec(message) ?? [];
  const reason = reasons.find(([part]) => message.includes(part))?.[1];
  const sentence = reason ?? codes[code];
  const name = field
    .split('.')
    .map((part) => names[part])
    .find((found) => found !== undefined);
  if (name !== undefined) return `${name}: ${sentence ?? why}`;
  if (sentence === undefined) return message;
  // Only the message tells what is invalid.
  return reason === undefined && code === 'INVALID_REQUEST' ? `${sentence} (${message})` : sentence;
}
