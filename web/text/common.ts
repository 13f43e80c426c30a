import type { Texts } from './language.tsx';

const en = {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading …',
  tryAgain: 'Try again',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser blocked copying: select the text and copy it with the keyboard.',
  test: 'Test',
};

const de: typeof en = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  loading: 'Wird geladen …',
  tryAgain: 'Noch einmal versuchen',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Der Browser hat das Kopieren verhindert: Markiere den Text und kopiere ihn mit der Tastatur.',
  test: 'Test',
};

export const common: Texts<typeof en> = { en, de };
