import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createApiKey } from '../../../shared/contract/admin/keys.ts';
import { updateSettings } from '../../../shared/contract/admin/organization.ts';
import { checked, type RequestPart } from '../../../shared/contract/checked.ts';
import { Problem } from '../../../shared/contract/errors.ts';
import { finishOnboarding, openSession } from '../../../shared/contract/member/session.ts';
import { createUploads } from '../../../shared/contract/member/uploads.ts';
import * as v1 from '../../../shared/contract/v1/teams.ts';
import { sendInvite } from '../../../shared/contract/v2/invites.ts';
import { listModels } from '../../../shared/contract/v2/models.ts';
import { downloadPhotos } from '../../../shared/contract/v2/photos.ts';
import { createTeam, renameTeam } from '../../../shared/contract/v2/teams.ts';
import { createWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';

function problemOf(schema: z.ZodType | undefined, value: unknown, part: RequestPart = 'body'): string {
  try {
    checked(schema ?? z.never(), value, part);
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
  }
  throw new Error(`The ${part} was accepted, although an error was expected.`);
}

describe('messages about invalid requests', () => {
  test.each([
    [undefined, "INVALID_REQUEST: The field 'email' is required."],
    [5, "INVALID_REQUEST: The field 'email' is not valid: it must be a string."],
    ['anna', "INVALID_EMAIL: The e-mail address 'anna' is not valid: it needs the form name@domain."],
  ])('the e-mail address %j gets the message "%s"', (email, sentence) => {
    expect(problemOf(createWhiteLabelModel.body, { email })).toBe(sentence);
  });

  test('the message names the wrong field and the values that it allows', () => {
    expect(problemOf(createWhiteLabelModel.body, [])).toBe(
      'INVALID_REQUEST: The body must be a JSON object.',
    );
    const many = Array.from({ length: 501 }, (_, index) => `pho_${index}`);
    expect(problemOf(downloadPhotos.body, { photoIds: [] })).toContain(
      "'photoIds' is not valid: it needs at least 1 entry",
    );
    expect(problemOf(downloadPhotos.body, { photoIds: many })).toContain('at most 500 entries');
    expect(problemOf(downloadPhotos.body, { include: 'most' })).toContain('it must be one of main, all');
    expect(problemOf(createUploads.body, { files: [{ name: 'a', type: 'b', size: 0 }] })).toContain(
      "'files.0.size'",
    );
    const photo = { name: 'a.jpg', type: 'image/jpeg', size: 1 };
    for (const files of [[], Array(26).fill(photo)])
      expect(problemOf(createUploads.body, { files })).toContain("'files' is not valid");
  });

  test('the message about a page value outside its range names the range', () => {
    expect(problemOf(listModels.query, { limit: '201' }, 'query')).toBe(
      "INVALID_REQUEST: The query parameter 'limit' is not valid: it must be an integer from 1 to 200.",
    );
    expect(problemOf(listModels.query, { offset: '-1' }, 'query')).toContain(
      'an integer from 0 to 999999999999999',
    );
  });

  test('a limit of one is named in the singular', () => {
    const one = z.object({ list: z.array(z.string().max(1)).max(1) });
    expect(problemOf(one, { list: ['a', 'b'] })).toContain('it may have at most 1 entry.');
    expect(problemOf(one, { list: ['ab'] })).toContain('it may have at most 1 character.');
  });

  test('null as the team of a request means none, as leaving it out does', () => {
    for (const body of [sendInvite.body, createWhiteLabelModel.body]) {
      expect(checked(body, { email: 'a@b.test', teamId: null }, 'body').teamId).toBeUndefined();
      expect(checked(body, { email: 'a@b.test' }, 'body').teamId).toBeUndefined();
      expect(checked(body, { email: 'a@b.test', teamId: 'team_1' }, 'body').teamId).toBe('team_1');
      expect(problemOf(body, { email: 'a@b.test', teamId: 5 })).toContain("'teamId' is not valid");
    }
  });

  test.each(['\u200b', '\u200b\u200d\ufeff', '\u2800', '\u3164\u00ad', '\u0301', '\u2060 \u200b'])(
    'a name of characters that show nothing, %j, is refused',
    (name) => {
      for (const body of [createTeam.body, createApiKey.body])
        expect(problemOf(body, { name })).toBe(
          "INVALID_REQUEST: The field 'name' is not valid: it needs at least one character that can be seen.",
        );
      expect(problemOf(finishOnboarding.body, { trigger: 'female', name })).toContain("'name' is not valid");
    },
  );

  test.each(['Ada', '李', '👩‍🔬', '❤️', 'नीति', 'ا‌ب', '葛󠄀城', '7', '-'])('the name %j is accepted', (name) => {
    expect(checked(createTeam.body, { name }, 'body')).toEqual({ name });
  });

  const named = [
    [createTeam.body, {}],
    [renameTeam.body, {}],
    [v1.createTeam.body, {}],
    [v1.renameTeam.body, {}],
    [updateSettings.body, {}],
    [openSession.body, { invite: 'inv_1' }],
    [finishOnboarding.body, { trigger: 'female' }],
  ] as const;

  test.each([
    'Your account is locked, verify at https://evil.example',
    'Verify at HTTPS://evil.example',
    'ｈｔｔｐｓ：／／evil.example',
    'Go to www.evil.example',
    'evil.example/verify',
    'Verify:evil.xn--p1ai.example/x',
  ])('the name %j carries a URL and is refused wherever a name is taken', (name) => {
    for (const [body, others] of named)
      expect(problemOf(body, { ...others, name })).toBe(
        "INVALID_REQUEST: The field 'name' is not valid: it must not contain a URL, such as https://company.example or company.example/page.",
      );
  });

  test.each([
    ['An\u200bna', 'U+200B'],
    ['Anna\u202e', 'U+202E'],
    ['Anna\u00ad', 'U+00AD'],
    ['Anna\u2028Berger', 'U+2028'],
    ['Anna\u{e0041}', 'U+E0041'],
    ['Anna\u3164', 'U+3164'],
    ['Anna\u2800', 'U+2800'],
  ])('the name %j has a character that cannot be seen and is refused', (name, character) => {
    for (const [body, others] of named)
      expect(problemOf(body, { ...others, name })).toBe(
        `INVALID_REQUEST: The field 'name' is not valid: it contains ${character}, which cannot be seen.`,
      );
  });

  test.each([
    ...['Node.js Foundation', 'Booking.com', 'St. Gallen', 'Dr. med. Anna Berger', 'J.R.R. Tolkien', 'AT/DE'],
    ...[
      'Anna Berger, M.Sc./MBA',
      '24/7 Support',
      'R&D: v1.0/2.0',
      'Müller & Söhne',
      "O'Brien-Smith",
      'WWW. Team',
    ],
  ])('the name %j is that of a person, a team or an organization', (name) => {
    for (const [body, others] of named)
      expect(checked(body, { ...others, name }, 'body')).toMatchObject({ name });
  });

  test('the note of an API key may carry a URL', () => {
    const note = 'Used by https://ci.company.example';
    expect(checked(createApiKey.body, { name: 'CI', note }, 'body')).toMatchObject({ note });
  });

  test('addresses are trimmed and lower-cased, and unknown fields are ignored', () => {
    const parsed = createWhiteLabelModel.body?.parse({ email: ' Anna@Example.COM ', colour: 'red' });
    expect(parsed).toEqual({ email: 'anna@example.com', isDevelopment: false });
  });
});
