import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../shared/contract/languages.ts';
import { failureReason } from '../../../shared/contract/schemas.ts';
import {
  addressMail,
  favoriteMail,
  inviteMail,
  type Recipient,
  reminderMail,
  returnMail,
  runMail,
} from '../../../shared/mail/member-mail.ts';
import { escapeHtml, type Mail } from '../../../shared/mail/message.ts';

const LINK = 'https://headshots.example/auth/signup?token=hsr.1';

/** Every mail to members in a language, by name. */
function mailsIn(
  language: Language,
  organizationName = 'Acme',
  look: Pick<Recipient, 'branding' | 'replyTo'> = { branding: {} },
): Record<string, Mail> {
  const recipient = { to: 'a@b.c', language, organizationName, ...look };
  const end = { link: LINK, linkDays: 7 };
  const request = { link: LINK, photosBy: '2026-02-20', stopRemindersLink: `${LINK}&reminders=stop` };
  const reminder = (photos: number, missing: number) =>
    reminderMail(recipient, { ...request, ...end, photos, missing });
  return {
    invite: inviteMail(recipient, { ...request, expiresAt: '2026-03-02T10:00:00.000Z' }),
    'a reminder without photos': reminder(0, 4),
    'a reminder with some photos': reminder(3, 1),
    'a reminder with all photos': reminder(4, 0),
    address: addressMail(recipient, LINK),
    'link to continue': returnMail(recipient, LINK),
    'a headshot that was chosen': favoriteMail(recipient, end),
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

  test.each(LANGUAGES)('has the look of the organization and its address for answers, in %s', (language) => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    const branding = { accent: '#ffe14d', font: 'serif', logo } as const;
    const mail = mailsIn(language, 'Ac"me', { branding, replyTo: 'people@acme.test' })[name] as Mail;
    expect(mail).toMatchObject({ logo, replyTo: 'people@acme.test' });
    expect(mail.senderName).toMatch(/^Ac"me (via|über) Headshots$/);
    expect(mail.text).toContain('people@acme.test');
    expect(mail.html).toContain('src="cid:logo"');
    expect(mail.html).toContain('alt="Ac&#34;me"');
    // Black text, which white would not have enough contrast for.
    expect(mail.html).toMatch(/bgcolor="#ffe14d"[^>]*><a [^>]*color:#000000/);
    expect(mail.html).toContain('Charter');
  });

  test('can be laid out by Word, of which Outlook on Windows is a part', () => {
    const { html } = mailsIn('en', 'Acme', { branding: { logo: 'data:image/png;base64,iVBORw0KGgo=' } })[
      name
    ] as Mail;
    const body = html.slice(html.indexOf('<body'));
    const tags = new Set([...body.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag));
    expect(['body', 'table', 'tr', 'td', 'h1', 'img', 'div', 'p', 'a', 'br']).toEqual(
      expect.arrayContaining([...tags]),
    );
    // It knows attributes for what it does not take from styles.
    expect(body).not.toMatch(/display:(flex|grid)|position:|float:|background-image|url\(/);
    for (const [sheet = ''] of body.matchAll(/<table [^>]*max-width[^>]*>/g))
      expect(sheet).toMatch(/width="560".*bgcolor=/);
    expect(body).toMatch(/<td class="text"[^>]* style="[^"]*font:/);
    for (const [image = ''] of body.matchAll(/<img [^>]*>/g)) expect(image).toMatch(/height="\d+"/);
    for (const [, cell = ''] of body.matchAll(/<td class="button"([^>]*)>/g))
      expect(cell).toMatch(/bgcolor="#\w+".*mso-padding-alt/);
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

  test('gets neither lines nor markup from the name of an organization', () => {
    const { text, html } = mailsIn('en')[name] as Mail;
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (odd) => {
        const mail = mailsIn('en', `A${odd}<b>\r\nBcc: everybody@people.test`)[name] as Mail;
        expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect([...mail.subject].length).toBeLessThan(130);
        expect(mail.text.split('\n\n')).toHaveLength(text.split('\n\n').length);
        expect(mail.html.match(/<[^>]*>/g)).toEqual(html.match(/<[^>]*>/g));
      }),
      { numRuns: 5 },
    );
  });
});

test.each(['invite', 'a reminder without photos'])(
  '%s leads to the page that ends reminders, which mail programs offer as well',
  (name) => {
    const stop = `${LINK}&reminders=stop`;
    const { text, html, unsubscribe } = mailsIn('en')[name] as Mail;
    expect(text).toContain(`open this page:\n${stop}`);
    expect(html).toContain(`href="${escapeHtml(stop)}"`);
    expect(unsubscribe).toBe(stop);
    expect(mailsIn('en').address).not.toHaveProperty('unsubscribe');
  },
);

test.each([
  ['a reminder without photos', 'we need 4 photos of you.', 'brauchen wir 4 Fotos von dir.'],
  ['a reminder with some photos', 'we need 1 more photo of you.', 'brauchen wir noch 1 Foto von dir.'],
  [
    'a reminder with all photos',
    '4 photos for your headshots for Acme, which is enough',
    '4 Fotos für deine Porträts für Acme geschickt, und das reicht',
  ],
])('%s tells how many are missing', (name, english, german) => {
  expect(mailsIn('en')[name]?.text).toContain(english);
  expect(mailsIn('de')[name]?.text).toContain(german);
  expect(mailsIn('en')[name]?.text).toContain('Acme asks for your photos by 20 February 2026.');
});

test('the German invite names its last day and the day for photos as Germans write it', () => {
  expect(mailsIn('de').invite?.text).toContain('bis zum 2. März 2026');
  expect(mailsIn('de').invite?.text).toContain('Acme bittet dich um deine Fotos bis zum 20. Februar 2026.');
});
