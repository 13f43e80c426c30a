import type { Texts } from './language.tsx';

/** Texts around the reference. The reference itself is in English, as the contracts are. */
const en = {
  contents: 'Contents',
  signIn: 'Sign in',
  find: 'Find …',
  findEndpoint: 'Find an endpoint',
  foundNone: 'No endpoint or event has this name.',
  skip: 'Skip navigation',
  introduction: 'Introduction',
  overview: 'Overview',
  webhooks: 'Webhooks',
  schemas: 'Schemas',
  schemasLead: 'Objects that several requests and responses share.',
  machineReadable: 'For programs, the reference is an OpenAPI 3.1 document:',
  start: {
    title: 'Get started',
    key: 'Your API key',
    hint: 'The key stays in this tab, and “Try it” uses it in all calls below. For a terminal:',
    setKey: 'set the API key',
    makeClient: 'make the client',
    send: 'Send an invite. Use your own address to receive the e-mail.',
    status: 'Get the status of the invite.',
    label: (title: string) => `${title} (quick start)`,
  },
  codeLanguage: 'Language of the examples',
  copyOf: (name: string) => `Copy ${name}`,
  places: { path: 'Path', query: 'Query', header: 'Header' },
  body: 'Body',
  headers: 'Headers',
  response: 'Response',
  errors: 'Errors',
  example: 'Example',
  exampleResponse: 'Example response',
  fields: {
    optional: 'optional',
    or: 'or',
    listOf: 'list of',
    time: 'time',
    any: 'any',
    oneOf: (values: string) => `One of ${values}.`,
    fallback: (value: string) => `Default: ${value}.`,
    /** The limits of a number, or of the entries of a list. */
    range: (lowest: number | undefined, highest: number | undefined, ofList: boolean) => {
      const unit = ofList ? ' entries' : '';
      if (highest === undefined) return `${lowest} or more${unit}.`;
      return lowest === undefined ? `At most ${highest}${unit}.` : `${lowest} to ${highest}${unit}.`;
    },
  },
  trial: {
    title: 'Try it',
    of: (title: string) => `Try it: ${title}`,
    question: (title: string) => `${title}?`,
    consequence: 'This call deletes real data.',
    send: 'Send',
    session: 'Session',
    pasteKey: 'Paste your API key to try it.',
  },
};

const de: typeof en = {
  contents: 'Inhalt',
  signIn: 'Anmelden',
  find: 'Suchen …',
  findEndpoint: 'Einen Endpunkt suchen',
  foundNone: 'So heißt kein Endpunkt und kein Ereignis.',
  skip: 'Navigation überspringen',
  introduction: 'Einführung',
  overview: 'Überblick',
  webhooks: 'Webhooks',
  schemas: 'Schemas',
  schemasLead: 'Objekte, die in mehreren Anfragen und Antworten vorkommen.',
  machineReadable: 'Für Programme ist die Referenz ein OpenAPI-3.1-Dokument:',
  start: {
    title: 'Erste Schritte',
    key: 'Dein API-Schlüssel',
    hint: 'Der Schlüssel bleibt in diesem Tab, und „Ausprobieren“ verwendet ihn in allen Aufrufen. Für ein Terminal:',
    setKey: 'den API-Schlüssel setzen',
    makeClient: 'den Client anlegen',
    send: 'Verschicke eine Einladung. Mit deiner eigenen Adresse bekommst du die E-Mail.',
    status: 'Frage den Status der Einladung ab.',
    label: (title) => `${title} (erste Schritte)`,
  },
  codeLanguage: 'Sprache der Beispiele',
  copyOf: (name) => `Kopieren: ${name}`,
  places: { path: 'Pfad', query: 'Abfrage', header: 'Header' },
  body: 'Body',
  headers: 'Header',
  response: 'Antwort',
  errors: 'Fehler',
  example: 'Beispiel',
  exampleResponse: 'Beispiel einer Antwort',
  fields: {
    optional: 'optional',
    or: 'oder',
    listOf: 'Liste aus',
    time: 'Zeitpunkt',
    any: 'beliebig',
    oneOf: (values) => `Eines von ${values}.`,
    fallback: (value) => `Standard: ${value}.`,
    range: (lowest, highest, ofList) => {
      const unit = ofList ? ' Einträge' : '';
      if (highest === undefined) return `${lowest} oder mehr${unit}.`;
      return lowest === undefined ? `Höchstens ${highest}${unit}.` : `${lowest} bis ${highest}${unit}.`;
    },
  },
  trial: {
    title: 'Ausprobieren',
    of: (title) => `Ausprobieren: ${title}`,
    question: (title) => `${title}?`,
    consequence: 'Dieser Aufruf löscht echte Daten.',
    send: 'Senden',
    session: 'Sitzung',
    pasteKey: 'Trage deinen API-Schlüssel ein, um es auszuprobieren.',
  },
};

export const docs: Texts<typeof en> = { en, de };
