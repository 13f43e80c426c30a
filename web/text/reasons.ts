import type { UploadReasonCode } from '../../shared/contract/upload-reason-codes.ts';
import type { Texts } from './language.tsx';

/** The reasons of the service, and one of the page: a file that the browser cannot read. */
export type ReasonCode = UploadReasonCode | 'unreadable';

interface Reason {
  /** The fault of the photo. */
  title: string;
  /** The remedy. */
  advice: string;
}

const en: Readonly<Record<ReasonCode, Reason>> = {
  empty: { title: 'The file is empty.', advice: 'Choose the photo again, or another one.' },
  'too-many-bytes': {
    title: 'The file is larger than 50 MB.',
    advice: 'Save it smaller, or choose another photo.',
  },
  'not-an-image': { title: 'This file is not an image.', advice: 'Choose a JPEG, PNG, WebP or HEIC photo.' },
  'unsupported-format': {
    title: 'We cannot use this kind of file.',
    advice: 'Choose a JPEG, PNG, WebP or HEIC photo.',
  },
  'too-few-pixels': {
    title: 'The photo is too small.',
    advice: 'Choose the original photo. Photos from chats are often shrunk.',
  },
  'too-many-pixels': {
    title: 'The photo has too many pixels.',
    advice: 'Save it with at most 50 megapixels, or choose another photo.',
  },
  'too-much-metadata': {
    title: 'The file carries too much besides the photo.',
    advice: 'Export it without metadata and add it again.',
  },
  damaged: {
    title: 'The file is damaged or incomplete.',
    advice: 'Save it as a JPEG and add it again, or choose another photo.',
  },
  'check-failed': {
    title: 'We could not check this photo.',
    advice: 'Export it again, or choose another photo.',
  },
  screenshot: {
    title: 'This looks like a screenshot.',
    advice: 'Choose the photo itself, as the camera saved it.',
  },
  'no-face': {
    title: 'We found no face.',
    advice: 'Choose a photo that shows your face clearly, without sunglasses.',
  },
  'several-people': {
    title: 'There is more than one person.',
    advice: 'Choose a photo of you alone, or crop the others out.',
  },
  'face-cut-off': {
    title: 'Your face is cut off at the edge.',
    advice: 'Choose a photo that shows your whole head.',
  },
  'face-too-small': {
    title: 'Your face is too far away.',
    advice: 'Choose a photo that was taken closer to you.',
  },
  blurry: { title: 'Your face is out of focus.', advice: 'Choose a sharper photo.' },
  'another-person': {
    title: 'This seems to be another person.',
    advice: 'Choose a photo of you, or remove the other photos if they do not show you.',
  },
  duplicate: {
    title: 'You have added this photo already.',
    advice: 'Choose a different one: variety makes better headshots.',
  },
  unreadable: {
    title: 'Your device does not let us read this file.',
    advice: 'Save it on this device first, then add it again.',
  },
};

const de: Readonly<Record<ReasonCode, Reason>> = {
  empty: { title: 'Die Datei ist leer.', advice: 'Wähle das Foto noch einmal aus oder nimm ein anderes.' },
  'too-many-bytes': {
    title: 'Die Datei ist größer als 50 MB.',
    advice: 'Speichere sie kleiner oder nimm ein anderes Foto.',
  },
  'not-an-image': {
    title: 'Diese Datei ist kein Bild.',
    advice: 'Wähle ein Foto im Format JPEG, PNG, WebP oder HEIC.',
  },
  'unsupported-format': {
    title: 'Diese Art von Datei können wir nicht verwenden.',
    advice: 'Wähle ein Foto im Format JPEG, PNG, WebP oder HEIC.',
  },
  'too-few-pixels': {
    title: 'Das Foto ist zu klein.',
    advice: 'Nimm das Original. Fotos aus Chats sind oft verkleinert.',
  },
  'too-many-pixels': {
    title: 'Das Foto hat zu viele Pixel.',
    advice: 'Speichere es mit höchstens 50 Megapixeln oder nimm ein anderes Foto.',
  },
  'too-much-metadata': {
    title: 'Die Datei enthält zu viel außer dem Foto.',
    advice: 'Exportiere sie ohne Metadaten und füge sie noch einmal hinzu.',
  },
  damaged: {
    title: 'Die Datei ist beschädigt oder unvollständig.',
    advice: 'Speichere sie als JPEG und füge sie noch einmal hinzu, oder nimm ein anderes Foto.',
  },
  'check-failed': {
    title: 'Wir konnten dieses Foto nicht prüfen.',
    advice: 'Exportiere es neu oder nimm ein anderes Foto.',
  },
  screenshot: {
    title: 'Das sieht nach einem Bildschirmfoto aus.',
    advice: 'Nimm das Foto selbst, so wie die Kamera es gespeichert hat.',
  },
  'no-face': {
    title: 'Wir haben kein Gesicht gefunden.',
    advice: 'Nimm ein Foto, auf dem dein Gesicht gut zu sehen ist, ohne Sonnenbrille.',
  },
  'several-people': {
    title: 'Hier ist mehr als eine Person zu sehen.',
    advice: 'Nimm ein Foto nur von dir oder schneide die anderen weg.',
  },
  'face-cut-off': {
    title: 'Dein Gesicht ist am Rand abgeschnitten.',
    advice: 'Nimm ein Foto, auf dem dein ganzer Kopf zu sehen ist.',
  },
  'face-too-small': {
    title: 'Dein Gesicht ist zu weit weg.',
    advice: 'Nimm ein Foto, das näher an dir aufgenommen ist.',
  },
  blurry: { title: 'Dein Gesicht ist unscharf.', advice: 'Nimm ein schärferes Foto.' },
  'another-person': {
    title: 'Das scheint eine andere Person zu sein.',
    advice: 'Nimm ein Foto von dir, oder entferne die anderen Fotos, wenn sie dich nicht zeigen.',
  },
  duplicate: {
    title: 'Dieses Foto hast du schon hinzugefügt.',
    advice: 'Nimm ein anderes: Abwechslung macht bessere Porträts.',
  },
  unreadable: {
    title: 'Dein Gerät lässt uns diese Datei nicht lesen.',
    advice: 'Speichere sie zuerst auf diesem Gerät und füge sie dann noch einmal hinzu.',
  },
};

export const reasons: Texts<typeof en> = { en, de };
