import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../shared/contract/languages.ts';
import { failureReason } from '../../../shared/contract/schemas.ts';
import { addressMail, inviteMail, returnMail } from '../../../shared/mail/member-mail.ts';
import { escapeHtml, type Mail } from '../../../shared/mail/message.ts';
import { runMail } from '../../../shared/mail/run-mail.ts';

const LINK = 'https://headshots.example/auth/signup?token=hsr.1';

/** Every mail to members in a language, by name. */
function mailsIn(language: Language): Record<string, Mail> {
  const recipient = { to: 'a@b.c', language, organizationName: 'Acme' };
  const end = { link: LINK, linkDays: 7 };
  return {
    invite: inviteMail(recipient, { link: LINK, expiresAt: '2026-03-02T10:00:00.000Z' }),
    address: addressMail(recipient, LINK),
    'link to continue': returnMail(recipient, LINK),
    'one headshot': runMail(recipient, { ...end, outcome: { photoCount: 1 } }),
    'many headshots': runMail(recipient, { ...end, outcome: { photoCount: 40 } }),
    ...Object.fromEntries(
      failureReason.options.map((reason) => [
        reason,
        runMail(recipient, { ...end, outcome: { failureReason: reason } }),
      ]),
    ),
  };
}

const NAMES = Object.keys(mailsIn('en'));

describe.each(NAMES)('the mail to a member: %s', (name) => {
  test.each(LANGUAGES)('says the same in its plain text and in its HTML, in %s', (language) => {
    const { text, html } = mailsIn(language)[name] as Mail;
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`href="${escapeHtml(LINK)}"`);
    const [, ...paragraphs] = text.trim().split('\n\n');
    expect(paragraphs.length).toBeGreaterThan(2);
    for (const paragraph of paragraphs.filter((each) => !each.includes(LINK)))
      expect(html).toContain(paragraph);
  });

  test('shares no paragraph between languages, so that none was left untranslated', () => {
    const paragraphs = LANGUAGES.map((language) => {
      const { subject, text } = mailsIn(language)[name] as Mail;
      return [subject, ...text.trim().split('\n\n')];
    });
    const [english = [], ...others] = paragraphs;
    for (const other of others) {
      expect(other).toHaveLength(english.length);
      expect(other.filter((paragraph) => english.includes(paragraph))).toEqual([]);
    }
  });
});

test('the German invite names its last day as Germans write it', () => {
  expect(mailsIn('de').invite?.text).toContain('bis zum 2. März 2026');
});
