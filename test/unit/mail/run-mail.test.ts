import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RunEnd, runMail } from '../../../shared/mail/run-mail.ts';

const LINK = 'https://headshots.example/auth/signup?token=hsr.1';
const READY = { photoCount: 40 };
const FAILED = { failureReason: 'photos-refused' } as const;
const mail = (organizationName: string, outcome: RunEnd['outcome']) =>
  runMail({ to: 'a@b.c', language: 'en', organizationName }, { outcome, link: LINK, linkDays: 7 });

test('the mail about headshots that are ready names their number, the link and how long it works', () => {
  const { to, subject, text, html } = mail('Acme', READY);
  expect({ to, subject }).toEqual({ to: 'a@b.c', subject: 'Your headshots for Acme are ready' });
  for (const part of [text, html]) {
    expect(part).toContain('Your 40 headshots for Acme are ready');
    expect(part).toContain(LINK);
    expect(part).toContain('once, within 7 days');
  }
  expect(mail('Acme', { photoCount: 1 }).text).toContain('Your headshot for Acme is ready');
});

test('the mail about a failure for good says why', () => {
  const { subject, text, html } = mail('Acme', FAILED);
  expect(subject).toBe('Your headshots for Acme could not be made');
  for (const part of [text, html]) expect(part).toContain('were not accepted');
});

test('no name of an organization can add lines or markup to the mail about the end of a run', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(READY, FAILED),
      (name, outcome) => {
        const { subject, text, html } = mail(`A${name}<b>\r\nBcc: everybody@people.test`, outcome);
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(text.split('\n\n')).toHaveLength(mail('Acme', outcome).text.split('\n\n').length);
        expect(html.match(/<[^>]*>/g)).toEqual(mail('Acme', outcome).html.match(/<[^>]*>/g));
      },
    ),
  );
});
