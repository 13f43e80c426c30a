import { expect, test } from 'vitest';
import { UPLOAD_REASON_CODES } from '../../../shared/contract/upload-reason-codes.ts';
import { UPLOAD_REQUIREMENTS } from '../../../shared/contract/upload-requirements.ts';
import { MAX_MEGAPIXELS_IN_PASSES } from '../../../shared/images/reasons.ts';
import { adminInvites } from '../../../web/text/admin-invites.ts';
import { adminReports } from '../../../web/text/admin-reports.ts';
import { adminWebhooks } from '../../../web/text/admin-webhooks.ts';
import { reasons } from '../../../web/text/reasons.ts';

test.each(['en', 'de'] as const)('every reason has a sentence and an advice of its own in %s', (language) => {
  const texts = UPLOAD_REASON_CODES.map((code) => reasons[language][code]);
  expect(new Set(texts.map(({ title }) => title)).size).toBe(UPLOAD_REASON_CODES.length);
  for (const { title, advice } of texts) {
    expect(title).toMatch(/^\p{Lu}.+\.$/u);
    expect(advice).toMatch(/^\p{Lu}.+\.$/u);
  }
  expect(reasons[language]['too-many-bytes'].title).toContain(
    `${UPLOAD_REQUIREMENTS.maxBytes / 1024 ** 2} MB`,
  );
  expect(reasons[language]['too-many-pixels'].advice).toContain(`${MAX_MEGAPIXELS_IN_PASSES}`);
});

test.each([
  {
    language: 'en',
    invites: '1 invite ',
    mails: '1 invite mail is ',
    none: 'No invites are ',
    team: '1 more team',
  },
  {
    language: 'de',
    invites: '1 Einladung.',
    mails: 'bleibt 1 Einladungsmail.',
    none: 'Keine Einladungen sind ',
    team: '1 weiteres Team',
  },
] as const)('one is counted in the singular in $language, and none in a word', (expected) => {
  const { preview, result } = adminInvites[expected.language];
  expect(preview.room(1)).toContain(expected.invites);
  expect(preview.mails(1)).toContain(expected.mails);
  expect(result.title(0)).toContain(expected.none);
  expect(adminReports[expected.language].otherTeams(1)).toBe(expected.team);
});

test('the outcome of an attempt is told in German, too, with the status or the code of the error', () => {
  const { outcomeText } = adminWebhooks.de;
  const delivered = { error: null, responseStatus: 200, detail: 'The receiver answered 200.' };
  expect(outcomeText(delivered)).toBe('Dein Server antwortete mit 200.');
  const refused = 'The connection could not be opened (ECONNREFUSED).';
  expect(outcomeText({ error: 'connect', responseStatus: null, detail: refused })).toBe(
    'Die Verbindung kam nicht zustande (ECONNREFUSED).',
  );
  const unexpected = { error: 'unexpected-status', responseStatus: 500, detail: '' } as const;
  expect(outcomeText(unexpected)).toBe('Dein Server antwortete nicht mit 200 (500).');
});
