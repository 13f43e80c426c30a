import type { Texts } from './language.tsx';

const en = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading …',
  tryAgain: 'Try again',
  language: 'Language',
  test: 'Test',
};

const de: typeof en = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  loading: 'Wird geladen …',
  tryAgain: 'Noch einmal versuchen',
  language: 'Sprache',
  test: 'Test',
};

export const common: Texts<typeof en> = { en, de };
