import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errors, sentenceOf } from '../../../web/text/errors.ts';
import { settingNames } from '../../../web/text/setting-names.ts';

test.each([
  [
    "The field 'frameOrigins.0' is not valid: it must use https.",
    /^Wer deine Seiten zeigen darf: Eine Angabe/,
  ],
  ["The field 'branding.logo' is not valid: it is no image.", /^Logo: Eine Angabe/],
  ["The organization's last owner cannot leave or change the role.", /^Die Organisation braucht/],
])('%s is told in German only', (message, sentence) => {
  const shown = (language: 'de' | 'en') =>
    sentenceOf({ code: 'INVALID_REQUEST', message }, errors[language], settingNames[language]);
  expect(shown('de')).toMatch(sentence);
  expect(shown('de')).not.toContain(message);
  expect(shown('en')).toBe(message);
});

test('a reason without a German sentence stays in brackets', () => {
  const error = { code: 'INVALID_REQUEST', message: 'The report has more than 5000 rows.' };
  const shown = sentenceOf(error, errors.de, settingNames.de);
  expect(shown).toBe(`${errors.de.codes.INVALID_REQUEST} (${error.message})`);
});

test('each reason that has a German sentence is one of the service', () => {
  const sources = globSync('shared/{domain,webhook}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const isKnown = (part: string) => sources.some((source) => source.includes(part));
  expect(errors.de.reasons.map(([part]) => part).filter((part) => !isKnown(part))).toEqual([]);
});
