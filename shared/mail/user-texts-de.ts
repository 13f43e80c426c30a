import type { Role } from '../contract/roles.ts';
import type { FailureReason } from '../contract/schemas.ts';
import type { Block } from './letter.ts';
import { type ByAction, type ToldChange, timeIn, total, type UserMailTexts } from './user-letter.ts';

const time = (at: string) => timeIn('de-DE', at);
const roles: Readonly<Record<Role, string>> = {
  viewer: 'Betrachter',
  manager: 'Verwalter',
  owner: 'Inhaber',
};
const rights: Readonly<Record<Role, string>> = {
  viewer: 'Als Betrachter siehst du Personen und ihre Porträts.',
  manager: 'Als Verwalter lädst du Personen ein und kümmerst dich um sie und ihre Porträts.',
  owner: 'Als Inhaber darfst du alles: Personen, Schlüssel, Webhooks, Einstellungen und andere Nutzer.',
};
const actions: ByAction = {
  'key.created': { happened: 'Ein neuer API-Schlüssel', remedy: 'lösche den Schlüssel' },
  'webhooks.secret_rotated': {
    happened: 'Ein neuer Signaturschlüssel',
    remedy: 'lege einen weiteren Signaturschlüssel an',
  },
  'user.invited': { happened: 'Ein neuer Inhaber', remedy: 'entferne den Nutzer' },
  'user.role_changed': { happened: 'Ein neuer Inhaber', remedy: 'ändere die Rolle zurück' },
  'user.signed_in': { happened: 'Eine neue Anmeldung', remedy: 'beende die Sitzung' },
};
const reasons: Readonly<Record<FailureReason, string>> = {
  'training-failed': 'aus den hochgeladenen Fotos ließen sich keine Porträts machen',
  'generation-failed': 'die Porträts konnten nicht erzeugt werden',
  'photos-refused': 'die Fotos wurden nicht zum Training angenommen; andere vielleicht schon',
  'likeness-too-low': 'die Porträts sahen der Person nicht ähnlich genug; mit anderen Fotos vielleicht schon',
  'timed-out': 'ein Schritt hat zu lange gedauert',
  'internal-error': 'bei uns ist etwas ausgefallen',
};
const models = (count: number) => (count === 1 ? '1 Modell' : `${count} Modelle`);
const failed = (count: number) => (count === 1 ? 'ist' : 'sind');
const origin = (from: string | undefined) => (from === undefined ? '' : ` Der Aufruf kam von ${from}.`);
const actors = {
  operator: 'Der Betreiber des Dienstes',
  unknown: 'Ein inzwischen entfernter Nutzer',
} as const;
const nameOf = (by: Exclude<ToldChange['by'], 'oneself'>) => (typeof by === 'object' ? by.email : actors[by]);
const otherwise = (remedy: string, adminUrl: string): Block => ({
  text: `Wenn du das warst, musst du nichts tun. Wenn nicht, melde dich an und ${remedy}:`,
  address: adminUrl,
});

/** The texts of the mails to users in German. */
export const de: UserMailTexts = {
  greeting: 'Hallo!',
  signIn: (links, more) => ({
    subject: links.length === 1 ? `Anmelden bei ${links[0]?.name}` : 'Anmelden bei deinen Organisationen',
    blocks: [
      'Du hast um einen Link gebeten, um dich bei den Porträts deiner Organisation anzumelden.',
      // The line that precedes a link is the name only, in every language.
      ...links.map(({ name, link }) => ({ text: name, label: `Anmelden bei ${name}`, link })),
      ...(more === undefined
        ? []
        : [
            {
              text: `Du bist Nutzer weiterer Organisationen. Eine Mail hat höchstens ${links.length}; die Links zu den anderen bekommst du hier:`,
              address: more,
            },
          ]),
      `${links.length === 1 ? 'Er' : 'Jeder'} gilt einmal, innerhalb von 15 Minuten.`,
      'Wenn du nicht darum gebeten hast, ignoriere diese Mail: Ohne den Link kann sich niemand anmelden.',
    ],
  }),
  invitation: (name, role, link, expiresAt, adminUrl) => ({
    subject: `Dein Zugang zu ${name}`,
    blocks: [
      `Du bist zum Verwaltungsbereich von ${name} eingeladen. ${rights[role]}`,
      { text: 'Anmelden', label: 'Anmelden', link },
      {
        text: `Der Link gilt einmal, bis ${time(expiresAt)}. Danach bekommst du mit dieser Adresse einen neuen:`,
        address: adminUrl,
      },
      'Wenn du die Organisation nicht kennst, ignoriere diese Mail.',
    ],
  }),
  notice: ({ name, action, at, from, by, owner }, adminUrl) => {
    const { happened, remedy } = actions[action];
    const who = [
      ...(owner === undefined ? [] : [`Neuer Inhaber: ${owner}`]),
      ...(by === 'oneself' ? [] : [`Von: ${nameOf(by)}`]),
    ];
    return {
      subject: `${happened} bei ${name}`,
      blocks: [
        `${happened} bei ${name}, am ${time(at)}.${origin(from)}`,
        ...(who.length === 0 ? [] : [{ lines: who }]),
        otherwise(remedy, adminUrl),
      ],
    };
  },
  changed: ({ name, by, at, from, to }) => {
    const remedy =
      by === 'oneself'
        ? 'Wenn du das nicht warst, sag es sofort einem Inhaber der Organisation.'
        : 'Wenn du damit nicht gerechnet hast, frag einen Inhaber der Organisation.';
    if (to !== undefined) {
      const who = by === 'oneself' ? 'Du hast' : `${nameOf(by)} hat`;
      return {
        subject: `Deine Rolle bei ${name} hat sich geändert`,
        blocks: [
          `${who} am ${time(at)} deine Rolle im Verwaltungsbereich von ${name} von ${roles[from]} zu ${roles[to]} geändert. ${rights[to]}`,
          remedy,
        ],
      };
    }
    return by === 'oneself'
      ? {
          subject: `Du hast ${name} verlassen`,
          blocks: [
            `Du hast den Verwaltungsbereich von ${name} am ${time(at)} verlassen. Deine Sitzungen dort sind beendet.`,
            remedy,
          ],
        }
      : {
          subject: `Du wurdest aus ${name} entfernt`,
          blocks: [
            `${nameOf(by)} hat dich am ${time(at)} aus dem Verwaltungsbereich von ${name} entfernt. Deine Sitzungen dort sind beendet.`,
            remedy,
          ],
        };
  },
  ownerLost: ({ name, by, at, from, to }, email, address, adminUrl) => {
    if (to !== undefined) {
      const change =
        by === 'oneself'
          ? `${email} hat am ${time(at)} die eigene Rolle`
          : `${nameOf(by)} hat am ${time(at)} die Rolle von ${email}`;
      return {
        subject: `Ein Inhaber von ${name} hat eine andere Rolle`,
        blocks: [
          `${change} bei ${name} von ${roles[from]} zu ${roles[to]} geändert.${origin(address)}`,
          otherwise('ändere die Rolle zurück', adminUrl),
        ],
      };
    }
    const change =
      by === 'oneself'
        ? `${email}, Inhaber von ${name}, hat die Organisation am ${time(at)} verlassen`
        : `${nameOf(by)} hat ${email}, Inhaber von ${name}, am ${time(at)} entfernt`;
    return {
      subject: `${name} hat einen Inhaber weniger`,
      blocks: [`${change}.${origin(address)}`, otherwise('lade den Nutzer wieder ein', adminUrl)],
    };
  },
  failures: (name, failures, adminUrl) => ({
    subject: `${models(total(failures))} von ${name} ${failed(total(failures))} fehlgeschlagen`,
    blocks: [
      `${models(total(failures))} von ${name} ${failed(total(failures))} endgültig fehlgeschlagen und ${total(failures) === 1 ? 'startet' : 'starten'} nicht von selbst neu.`,
      { lines: failures.map((each) => `${models(each.models)}: ${reasons[each.reason]} (${each.reason})`) },
      'Jeder Credit wurde zurückgegeben. Unsere Betreiber wissen davon.',
      {
        text: 'Welche es sind, zeigt der Bereich „Fortschritt“: Öffne eine Person, um es noch einmal zu versuchen oder zu sehen, ob es andere Fotos braucht. Die API zeigt sie durch den Status failed mit final true:',
        address: adminUrl,
      },
      {
        note: 'Eine solche Mail schicken wir höchstens alle drei Stunden. Modelle, die dazwischen fehlschlagen, zählt die nächste.',
      },
    ],
  }),
  parked: (name, host, reason, givenUpAt, adminUrl) => ({
    subject: `Webhooks von ${name} kommen nicht an`,
    blocks: [
      `${host} hat einen Webhook von ${name} nicht angenommen, und weitere Versuche gibt es nicht.`,
      `Das Ergebnis des letzten Versuchs: ${reason}`,
      `Nichts ist verloren. Webhooks zu diesem Modell und zu jedem anderen, das ebenso scheitert, warten der Reihe nach bis ${time(givenUpAt)}.`,
      {
        text: 'Wenn dein Empfänger wieder mit 200 antwortet, melde dich an und stelle die wartenden Webhooks neu zu:',
        address: adminUrl,
      },
      { note: 'Solange Webhooks warten, schicken wir keine weitere Mail dazu.' },
    ],
  }),
  circuit: (name, host, openedAt, adminUrl) => ({
    subject: `Webhooks von ${name} warten`,
    blocks: [
      `${host} hat die Webhooks mehrerer Modelle von ${name} nicht angenommen. Seit ${time(openedAt)} warten wir, bevor wir weitere schicken.`,
      'Nichts ist verloren. Die Webhooks warten der Reihe nach, bis zu 72 Stunden lang. Von Zeit zu Zeit schicken wir einen davon, und wenn dein Empfänger mit 200 antwortet, folgen die anderen von selbst.',
      {
        text: 'Wenn dein Empfänger wieder arbeitet, kannst du dich anmelden und einen Test schicken, damit wir nicht warten müssen:',
        address: adminUrl,
      },
      { note: 'Zu Webhooks, die nicht ankommen, schicken wir höchstens eine Mail am Tag.' },
    ],
  }),
};
