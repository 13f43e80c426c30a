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
  ['The report has more than 5000 rows.', /^Eine Angabe ist ungültig/],
])('%s is told in German only', (message, sentence) => {
  const shown = (language: 'de' | 'en') =>
    sentenceOf({ code: 'INVALID_REQUEST', message }, errors[language], settingNames[language]);
  expect(shown('de')).toMatch(sentence);
  expect(shown('de')).not.toContain(message);
  expect(shown('en')).toBe(message);
});

test('each reason that has a German sentence is one of the service', () => {
  const sources = globSync('shared/{domain,webhook}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const isKnown = (part: string) => sources.some((source) => source.includes(part));
  expect(errors.de.reasons.map(([part]) => part).filter((part) => !isKnown(part))).toEqual([]);
});
