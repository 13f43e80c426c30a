import type { FailureReason } from '../../shared/contract/schemas.ts';
import type { Texts } from './language.tsx';

const en = {
  title: 'We are making your headshots',
  lead: 'Sit back. There is nothing more you need to do.',
  progress: 'Progress',
  percent: (percent: number) => `${percent} %`,
  steps: {
    waiting: { label: 'Photos received', text: 'We start as soon as it is your turn.' },
    pending: { label: 'Getting to know your face', text: 'We learn from your photos how you look.' },
    generatingHeadshots: {
      label: 'Taking your headshots',
      text: 'Different backdrops, clothes and light, 40 times.',
    },
    active: { label: 'Ready for you', text: '' },
  },
  /** With a provider that retouches. */
  retouchedSteps: {
    pending: { label: 'Preparing your photos', text: 'We cut you out and choose the best of your photos.' },
    generatingHeadshots: {
      label: 'Making your headshots',
      text: 'Your photos, in even light and in front of different backdrops.',
    },
  },
  unknown: 'We tell you how long it takes as soon as we know.',
  longer: 'This takes a little longer than usual.',
  lastMinute: 'Less than a minute left',
  minutes: (count: number) => (count === 1 ? 'About 1 minute left' : `About ${count} minutes left`),
  hours: (count: number) => (count === 1 ? 'About 1 hour left' : `About ${count} hours left`),
  readyAt: (time: string) => `ready around ${time}`,
  leaveWithMail: 'You can close this page. We send you a mail when your headshots are ready.',
  leaveAndReturn: 'You can close this page. Come back later: your headshots will be here.',
  ready: 'Your headshots are ready.',
  retried: {
    title: 'That did not work. We are trying again',
    lead: 'Something went wrong on our side. We start over by ourselves, and there is nothing you need to do.',
  },
  failed: {
    title: 'We could not make your headshots',
    lead: 'We are sorry. We have tried several times, and it did not work.',
  },
  refused: {
    title: 'Your photos could not be used',
    lead: 'Our provider does not accept these photos. This can happen with photos that show other people, children or little clothing.',
  },
  unlike: {
    title: 'Your headshots did not look enough like you',
    lead: 'We are sorry. We compared them with your photos, and do not show you faces that are not yours.',
  },
  whatNow: 'What you can do',
  askInviter: (organization: string) =>
    `Write to ${organization}, the organization that invited you. It can invite you again, and you start over with other photos.`,
  askPartner: (organization: string) =>
    `Go back to the page of ${organization} that led you here, and ask there for a new start.`,
  reasons: {
    'training-failed': 'Photos that show only you, from different days and with good light, work best.',
    'photos-refused': 'Choose photos that show only you, in everyday clothes.',
    'likeness-too-low': 'Choose sharp photos that show only you, from the front and in good light.',
    'generation-failed': 'This was not because of your photos.',
    'timed-out': 'This was not because of your photos.',
    'internal-error': 'This was not because of your photos.',
  } satisfies Record<FailureReason, string>,
};

const de: typeof en = {
  title: 'Wir machen deine Porträts',
  lead: 'Lehn dich zurück. Du musst nichts weiter tun.',
  progress: 'Fortschritt',
  percent: (percent) => `${percent} %`,
  steps: {
    waiting: { label: 'Fotos angekommen', text: 'Wir fangen an, sobald du an der Reihe bist.' },
    pending: { label: 'Dein Gesicht kennenlernen', text: 'Wir lernen aus deinen Fotos, wie du aussiehst.' },
    generatingHeadshots: {
      label: 'Deine Porträts aufnehmen',
      text: 'Verschiedene Hintergründe, Kleidung und Licht, 40 Mal.',
    },
    active: { label: 'Bereit für dich', text: '' },
  },
  retouchedSteps: {
    pending: {
      label: 'Deine Fotos vorbereiten',
      text: 'Wir stellen dich frei und wählen deine besten Fotos.',
    },
    generatingHeadshots: {
      label: 'Deine Porträts machen',
      text: 'Deine Fotos, in gleichmäßigem Licht und vor verschiedenen Hintergründen.',
    },
  },
  unknown: 'Wie lange es dauert, sagen wir dir, sobald wir es wissen.',
  longer: 'Es dauert etwas länger als sonst.',
  lastMinute: 'Weniger als eine Minute',
  minutes: (count) => (count === 1 ? 'Noch etwa 1 Minute' : `Noch etwa ${count} Minuten`),
  hours: (count) => (count === 1 ? 'Noch etwa 1 Stunde' : `Noch etwa ${count} Stunden`),
  readyAt: (time) => `fertig gegen ${time} Uhr`,
  leaveWithMail:
    'Du kannst diese Seite schließen. Wir schicken dir eine E-Mail, wenn deine Porträts fertig sind.',
  leaveAndReturn: 'Du kannst diese Seite schließen. Komm später wieder: Deine Porträts sind dann hier.',
  ready: 'Deine Porträts sind fertig.',
  retried: {
    title: 'Das hat nicht geklappt. Wir versuchen es noch einmal',
    lead: 'Bei uns ist etwas schiefgegangen. Wir fangen von selbst neu an, du musst nichts tun.',
  },
  failed: {
    title: 'Wir konnten deine Porträts nicht machen',
    lead: 'Das tut uns leid. Wir haben es mehrmals versucht, und es hat nicht geklappt.',
  },
  refused: {
    title: 'Deine Fotos konnten nicht verwendet werden',
    lead: 'Unser Anbieter nimmt diese Fotos nicht an. Das kann bei Fotos vorkommen, die andere Menschen, Kinder oder wenig Kleidung zeigen.',
  },
  unlike: {
    title: 'Deine Porträts sahen dir nicht ähnlich genug',
    lead: 'Das tut uns leid. Wir haben sie mit deinen Fotos verglichen und zeigen dir keine Gesichter, die nicht deines sind.',
  },
  whatNow: 'Was du tun kannst',
  askInviter: (organization) =>
    `Schreib an ${organization}, die Organisation, die dich eingeladen hat. Sie kann dich neu einladen, und du fängst mit anderen Fotos an.`,
  askPartner: (organization) =>
    `Geh zurück zu der Seite von ${organization}, die dich hierher geführt hat, und bitte dort um einen neuen Anfang.`,
  reasons: {
    'training-failed':
      'Am besten sind Fotos, die nur dich zeigen, von verschiedenen Tagen und bei gutem Licht.',
    'photos-refused': 'Wähle Fotos, die nur dich zeigen, in alltäglicher Kleidung.',
    'likeness-too-low': 'Wähle scharfe Fotos, die nur dich zeigen, von vorn und bei gutem Licht.',
    'generation-failed': 'An deinen Fotos lag es nicht.',
    'timed-out': 'An deinen Fotos lag es nicht.',
    'internal-error': 'An deinen Fotos lag es nicht.',
  },
};

export const waiting: Texts<typeof en> = { en, de };
