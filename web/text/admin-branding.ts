import type { BrandFont } from '../../shared/contract/brand.ts';
import type { LogoFault } from '../admin/branding/logo.ts';
import type { Texts } from './language.tsx';

const fonts: Readonly<Record<BrandFont | 'standard', string>> = {
  standard: 'Standard',
  system: 'Like the device',
  humanist: 'Humanist',
  geometric: 'Geometric',
  rounded: 'Rounded',
  serif: 'Serif',
  slab: 'Slab serif',
};
const logoFaults: Readonly<Record<LogoFault, string>> = {
  unreadable: 'Your browser cannot read this file. Choose a PNG, JPEG, WebP or SVG.',
  'too-small': 'This image is too small. Its sides need at least 16 pixels.',
  'too-detailed': 'This image has too many details for a logo. Choose a simpler one.',
  'too-pale':
    'This logo cannot be seen on white, as on light pages and in mails. Choose one for light backgrounds.',
};

const en = {
  look: 'Look',
  accent: 'Accent',
  pick: 'Pick the accent',
  accentHint: 'The color of buttons and links, such as #1d4ed8.',
  standardAccent: 'Standard',
  noColor: 'Enter a color such as #0b5fff.',
  contrast: {
    light: (color: string) =>
      `This color is too pale for text on a light page. Text and lines get the darker ${color}; buttons keep your color.`,
    dark: (color: string) =>
      `This color is too dark for text on a dark page. Text and lines get the lighter ${color}; buttons keep your color.`,
  },
  font: 'Font',
  fonts,
  logo: 'Logo',
  chooseLogo: 'Choose a file',
  otherLogo: 'Choose another file',
  removeLogo: 'Remove',
  logoHint: 'PNG, JPEG, WebP or SVG, for pages and mails. Large images, WebP and SVG become a small PNG.',
  logoFaults,
  save: 'Save',
  undo: 'Undo',
  reset: 'Back to the standard look',
  saved: 'Saved. Your people see the new look with their next click and in their next mail.',
  unsaved: 'Not saved yet. Only you see this look.',
  preview: {
    title: 'What your people see',
    page: 'Page',
    pages: { signup: 'Sign-up', studio: 'Studio' },
    device: 'Device',
    devices: { phone: 'Phone', desktop: 'Desktop' },
    scheme: 'Colors',
    schemes: { light: 'Light', dark: 'Dark' },
  },
};

const de: typeof en = {
  look: 'Aussehen',
  accent: 'Akzentfarbe',
  pick: 'Akzentfarbe aussuchen',
  accentHint: 'Die Farbe von Knöpfen und Links, zum Beispiel #1d4ed8.',
  standardAccent: 'Standard',
  noColor: 'Das ist keine Farbe. Schreib sie zum Beispiel als #0b5fff.',
  contrast: {
    light: (color) =>
      `Diese Farbe ist zu blass für Text auf einer hellen Seite. Text und Linien bekommen das dunklere ${color}, Knöpfe behalten deine Farbe.`,
    dark: (color) =>
      `Diese Farbe ist zu dunkel für Text auf einer dunklen Seite. Text und Linien bekommen das hellere ${color}, Knöpfe behalten deine Farbe.`,
  },
  font: 'Schrift',
  fonts: {
    standard: 'Standard',
    system: 'Wie das Gerät',
    humanist: 'Humanistisch',
    geometric: 'Geometrisch',
    rounded: 'Rund',
    serif: 'Mit Serifen',
    slab: 'Mit starken Serifen',
  },
  logo: 'Logo',
  chooseLogo: 'Datei wählen',
  otherLogo: 'Andere Datei wählen',
  removeLogo: 'Entfernen',
  logoHint:
    'PNG, JPEG, WebP oder SVG, für Seiten und Mails. Große Bilder, WebP und SVG werden zu einem kleinen PNG.',
  logoFaults: {
    unreadable: 'Diese Datei ist kein Bild, das dein Browser lesen kann. Nimm PNG, JPEG, WebP oder SVG.',
    'too-small': 'Dieses Bild ist zu klein. Seine Seiten brauchen mindestens 16 Pixel.',
    'too-detailed': 'Dieses Bild hat zu viele Details für ein Logo. Nimm ein einfacheres.',
    'too-pale':
      'Auf Weiß ist dieses Logo nicht zu sehen, also auf hellen Seiten und in E-Mails. Nimm eines für helle Hintergründe.',
  },
  save: 'Speichern',
  undo: 'Rückgängig',
  reset: 'Zurück zum Standard',
  saved: 'Gespeichert. Deine Leute sehen das neue Aussehen mit dem nächsten Klick und in der nächsten Mail.',
  unsaved: 'Noch nicht gespeichert. Nur du siehst dieses Aussehen.',
  preview: {
    title: 'Was deine Leute sehen',
    page: 'Seite',
    pages: { signup: 'Anmeldung', studio: 'Studio' },
    device: 'Gerät',
    devices: { phone: 'Handy', desktop: 'Rechner' },
    scheme: 'Farben',
    schemes: { light: 'Hell', dark: 'Dunkel' },
  },
};

export const adminBranding: Texts<typeof en> = { en, de };
