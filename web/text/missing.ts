import type { Texts } from './language.tsx';

const en = {
  title: 'This page does not exist',
  lead: 'The address has a mistake, or the page has moved.',
  home: 'Go to the front page',
  invited:
    'Do you have an invite? Open the link in your mail again, or copy it as a whole: it may be longer than one line.',
};

const de: typeof en = {
  title: 'Diese Seite gibt es nicht',
  lead: 'In der Adresse steckt ein Fehler, oder die Seite ist umgezogen.',
  home: 'Zur Startseite',
  invited:
    'Du hast eine Einladung? Öffne den Link in deiner E-Mail noch einmal oder kopiere ihn ganz: Er kann länger als eine Zeile sein.',
};

export const missing: Texts<typeof en> = { en, de };
