import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../shared/contract/languages.ts';
import { ROLES } from '../../../shared/contract/roles.ts';
import { failureReason } from '../../../shared/contract/schemas.ts';
import { NOTICED_ACTIONS } from '../../../shared/contract/trail-actions.ts';
import { escapeHtml, type Mail } from '../../../shared/mail/message.ts';
import type { Notice, ToldChange } from '../../../shared/mail/user-letter.ts';
import {
  circuitMail,
  failuresMail,
  invitationMail,
  noticeMail,
  ownChangeMail,
  ownerLostMail,
  parkedMail,
  signInMail,
} from '../../../shared/mail/user-mails.ts';

const URL = 'https://headshots.example/admin';
const LINK = `${URL}?token=hot.1`;
const AT = '2026-03-02T10:00:00.000Z';
const ACTORS: Readonly<Record<string, ToldChange['by']>> = {
  another: { email: 'boss@users.test' },
  oneself: 'oneself',
  operator: 'operator',
  unknown: 'unknown',
};

/** Every mail to users in a language, by name. Each has `name` as the name of the organization. */
function mailsIn(language: Language, name = 'Acme'): Record<string, Mail> {
  const recipient = { to: 'a@b.c', language };
  const common = { organizationName: name, adminUrl: URL };
  const link = { organizationName: name, link: LINK };
  const webhooks = { ...common, webhookUrl: 'https://hooks.test/secret' };
  const changes = Object.entries(ACTORS).flatMap(([actor, by]) =>
    [undefined, 'viewer' as const].flatMap((to) => {
      const change: ToldChange = { name, by, at: AT, from: 'owner', to };
      const owners = { change, email: 'gone@users.test', address: '203.0.113.7', adminUrl: URL };
      const title = `${to ? 'another role' : 'a removal'} by ${actor}`;
      return [
        [`own: ${title}`, ownChangeMail(recipient, change)],
        [`owner: ${title}`, ownerLostMail(recipient, owners)],
      ] as const;
    }),
  );
  return {
    'one link to sign in': signInMail(recipient, { links: [link], more: undefined }),
    'links to sign in': signInMail(recipient, { links: [link, link], more: `${URL}?after=org_1` }),
    parked: parkedMail(recipient, { ...webhooks, reason: 'Status 500.', givenUpAt: AT }),
    circuit: circuitMail(recipient, { ...webhooks, openedAt: AT }),
    'one failure': failuresMail(recipient, { ...common, failures: [{ reason: 'timed-out', models: 1 }] }),
    failures: failuresMail(recipient, {
      ...common,
      failures: failureReason.options.map((reason) => ({ reason, models: 2 })),
    }),
    ...Object.fromEntries(
      ROLES.map((role) => [
        `invitation: ${role}`,
        invitationMail(recipient, { ...common, role, link: LINK, expiresAt: AT }),
      ]),
    ),
    ...Object.fromEntries(
      NOTICED_ACTIONS.map((action) => {
        const by = action === 'user.signed_in' ? 'oneself' : { email: 'ada@users.test' };
        const owner = action === 'user.invited' ? 'new@users.test' : undefined;
        const notice: Notice = { name, by, at: AT, action, from: '203.0.113.7', owner };
        return [action, noticeMail(recipient, { notice, adminUrl: URL })];
      }),
    ),
    ...Object.fromEntries(changes),
  };
}

const NAMES = Object.keys(mailsIn('en'));
const mailIn = (language: Language, name: string, organization?: string) =>
  mailsIn(language, organization)[name] as Mail;
const paragraphsOf = ({ text }: Mail) => text.trim().split('\n\n');

describe.each(NAMES)('the mail to users: %s', (name) => {
  test.each(LANGUAGES)('says the same in its plain text and in its HTML, in %s', (language) => {
    const mail = mailIn(language, name);
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(paragraphsOf(mail).length).toBeGreaterThan(2);
    // The path of a webhook's URL may contain a secret.
    expect(mail.text).not.toContain('hooks.test/');
    for (const line of mail.text.split('\n')) {
      // HTML has bullets and buttons in place of hyphens and colons.
      expect(mail.html).toContain(escapeHtml(line.replace(/^- |:$/g, '')));
    }
  });

  test('shares no paragraph between languages, so that none was left untranslated', () => {
    const [english = [], ...others] = LANGUAGES.map((language) => {
      const mail = mailIn(language, name);
      // A link to sign in follows the name of its organization, in every language.
      return [mail.subject, ...paragraphsOf(mail)].filter((part) => !part.startsWith('Acme:\n'));
    });
    for (const other of others) {
      expect(other).toHaveLength(english.length);
      expect(other.filter((paragraph) => english.includes(paragraph))).toEqual([]);
    }
  });

  test('gets neither lines nor markup from the name of an organization', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 100 }),
        fc.constantFrom(...LANGUAGES),
        (odd, language) => {
          const mail = mailIn(language, name, `A${odd}<b>\r\nBcc: everybody@people.test`);
          const usual = mailIn(language, name);
          expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
          expect(mail.text.split('\n\n')).toHaveLength(usual.text.split('\n\n').length);
          expect(mail.html.match(/<[^>]*>/g)).toEqual(usual.html.match(/<[^>]*>/g));
        },
      ),
      { numRuns: 5 },
    );
  });
});

test('a mail says of its only link that it works once, and of several that each does', () => {
  expect(mailIn('de', 'one link to sign in').text).toContain('\nEr gilt einmal');
  expect(mailIn('de', 'links to sign in').text).toContain('\nJeder gilt einmal');
  expect(mailIn('en', 'links to sign in').text).toContain('\nEach works once');
});
