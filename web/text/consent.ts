import type { Texts } from './language.tsx';

const en = {
  heading: 'Before you start',
  lead: 'Your face is personal. Please read what happens to your photos.',
  agree: 'I agree that my photos are used like this.',
  given: 'Your consent',
  agreedAt: (date: string) => `You agreed on ${date}.`,
  withdraw: 'Withdraw and erase everything',
};

const de: typeof en = {
  heading: 'Bevor du anfängst',
  lead: 'Dein Gesicht ist etwas Persönliches. Bitte lies, was mit deinen Fotos geschieht.',
  agree: 'Ich bin einverstanden, dass meine Fotos so verwendet werden.',
  given: 'Deine Einwilligung',
  agreedAt: (date) => `Du hast am ${date} zugestimmt.`,
  withdraw: 'Widerrufen und alles löschen',
};

export const consent: Texts<typeof en> = { en, de };
