import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errors, sentenceOf } from '../../../web/text/errors.ts';
import { settingNames } from '../../../web/text/setting-names.ts';

const shownIn = (language: 'de' | 'en', message: string) =>
  sentenceOf({ code: 'INVALID_REQUEST', message }, errors[language], settingNames[language]);

test.each([
  [
    "The field 'frameOrigins.0' is not valid: it must be an origin such as https://app.example.com.",
    'Who may show your pages: it must be an origin such as https://app.example.com.',
    /^Wer deine Seiten zeigen darf: Gib in jeder Zeile eine Herkunft/,
  ],
  [
    "The field 'name' is not valid: it must not contain a URL.",
    'Name: it must not contain a URL.',
    /^Name: .+ URL/,
  ],
  ["The field 'branding.logo' is not valid: it is no image.", 'Logo: it is no image.', /^Logo: Eine Angabe/],
  ["The organization's last owner cannot leave.", undefined, /^Die Organisation braucht/],
])('%s is told by the name of the field on the page, in German only', (message, en, de) => {
  expect(shownIn('en', message)).toBe(en ?? message);
  expect(shownIn('de', message)).toMatch(de);
  expect(shownIn('de', message)).not.toContain('it ');
});

test('a reason without a German sentence stays in brackets', () => {
  const message = 'The report has more than 5000 rows.';
  expect(shownIn('de', message)).toBe(`${errors.de.codes.INVALID_REQUEST} (${message})`);
});

test('each reason that has a German sentence is one of the service', () => {
  const sources = globSync('shared/{contract,domain,webhook}/**/*.ts').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const isKnown = (part: string) => sources.some((source) => source.includes(part));
  expect(errors.de.reasons.map(([part]) => part).filter((part) => !isKnown(part))).toEqual([]);
});
