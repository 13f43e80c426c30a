import type { Role } from '../../shared/contract/roles.ts';
import type { Texts } from './language.tsx';

const rights: Readonly<Record<Role, string>> = {
  viewer: 'Sees people and their headshots.',
  manager: 'Also invites people, and changes people and headshots.',
  owner: 'May do everything: also users, keys, webhooks and settings.',
};

const en = {
  rights,
  invite: {
    title: 'Invite a user',
    email: 'E-mail address',
    placeholder: 'name@company.com',
    role: 'Role',
    action: 'Send invitation',
    sent: (email: string) => `An invitation is on its way to ${email}.`,
  },
  you: 'You',
  roleOf: (email: string) => `Role of ${email}`,
  signedIn: 'Last signed in',
  invited: 'Invited',
  waiting: 'Not signed in yet',
  changed: (email: string, role: string) => `${email} is now: ${role}.`,
  ownRole: {
    question: 'Give up your role as an owner?',
    consequence: 'Only another owner can give it back to you.',
    action: 'Give up',
  },
  remove: 'Remove',
  removeNamed: (email: string) => `Remove ${email}`,
  removal: {
    question: (email: string) => `Remove ${email}?`,
    consequence: 'Their sessions end at once. You can invite them again.',
    ofOwner:
      'Their sessions end at once. You can invite them again. API keys and webhook secrets that they know stay valid until you replace them.',
    removed: (email: string) => `${email} is removed.`,
  },
  leave: {
    action: 'Leave',
    question: (organization: string) => `Leave ${organization}?`,
    consequence: 'You are signed out at once. Only an owner can invite you again.',
  },
  lastOwner: 'You are the only owner, so you stay. Make another user an owner first.',
  onlyOwners: 'Owners invite users and change their roles.',
};

const de: typeof en = {
  rights: {
    viewer: 'Sieht Personen und ihre Porträts.',
    manager: 'Lädt außerdem Personen ein und ändert Personen und Porträts.',
    owner: 'Darf alles: auch Nutzer, Schlüssel, Webhooks und Einstellungen.',
  },
  invite: {
    title: 'Nutzer einladen',
    email: 'E-Mail-Adresse',
    placeholder: 'name@firma.de',
    role: 'Rolle',
    action: 'Einladung schicken',
    sent: (email) => `Eine Einladung an ${email} ist unterwegs.`,
  },
  you: 'Du',
  roleOf: (email) => `Rolle von ${email}`,
  signedIn: 'Zuletzt angemeldet',
  invited: 'Eingeladen',
  waiting: 'Noch nicht angemeldet',
  changed: (email, role) => `${email} ist jetzt: ${role}.`,
  ownRole: {
    question: 'Deine Rolle als Inhaber abgeben?',
    consequence: 'Nur ein anderer Inhaber kann sie dir wiedergeben.',
    action: 'Abgeben',
  },
  remove: 'Entfernen',
  removeNamed: (email) => `${email} entfernen`,
  removal: {
    question: (email) => `${email} entfernen?`,
    consequence: 'Alle Sitzungen enden sofort. Du kannst die Person wieder einladen.',
    ofOwner:
      'Alle Sitzungen enden sofort. Du kannst die Person wieder einladen. API-Schlüssel und Signaturschlüssel, die sie kennt, gelten weiter, bis du sie ersetzt.',
    removed: (email) => `${email} ist entfernt.`,
  },
  leave: {
    action: 'Verlassen',
    question: (organization) => `${organization} verlassen?`,
    consequence: 'Du wirst sofort abgemeldet. Nur ein Inhaber kann dich wieder einladen.',
  },
  lastOwner: 'Du bist der einzige Inhaber und bleibst es. Mach zuerst jemand anderen zum Inhaber.',
  onlyOwners: 'Inhaber laden Nutzer ein und ändern ihre Rollen.',
};

export const adminUsers: Texts<typeof en> = { en, de };
