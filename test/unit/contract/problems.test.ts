import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { checked, type RequestPart } from '../../../shared/contract/checked.ts';
import { Problem } from '../../../shared/contract/errors.ts';
import { createUploads } from '../../../shared/contract/member/uploads.ts';
import { listModels } from '../../../shared/contract/v2/models.ts';
import { downloadPhotos } from '../../../shared/contract/v2/photos.ts';
import { createWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';

function refused(schema: z.ZodType | undefined, value: unknown, part: RequestPart = 'body'): string {
  try {
    checked(schema ?? z.never(), value, part);
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
  }
  throw new Error('It was accepted.');
}

describe('what is wrong with a request is said in a sentence', () => {
  test.each([
    [undefined, "INVALID_REQUEST: The field 'email' is required."],
    [5, "INVALID_REQUEST: The field 'email' is not valid: it must be a string."],
    ['anna', 'INVALID_EMAIL: The e-mail address is not valid: it needs the form name@domain.'],
    ['anna@', 'INVALID_EMAIL: The e-mail address is not valid: it needs the form name@domain.'],
    ['an na@b.c', 'INVALID_EMAIL: The e-mail address is not valid: it needs the form name@domain.'],
  ])('e-mail %j', (email, sentence) => {
    expect(refused(createWhiteLabelModel.body, { email })).toBe(sentence);
  });

  test('a body that is no object, a list that is empty or too long, a value outside its set', () => {
    expect(refused(createWhiteLabelModel.body, [])).toBe('INVALID_REQUEST: The body must be a JSON object.');
    const many = Array.from({ length: 501 }, (_, index) => `pho_${index}`);
    expect(refused(downloadPhotos.body, { photoIds: [] })).toContain(
      "'photoIds' is not valid: it needs at least 1 entries",
    );
    expect(refused(downloadPhotos.body, { photoIds: many })).toContain('at most 500 entries');
    expect(refused(downloadPhotos.body, { include: 'most' })).toContain('it must be one of main, all');
    expect(refused(createUploads.body, { files: [{ name: 'a', type: 'b', size: 0 }] })).toContain(
      "'files.0.size'",
    );
  });

  test('a page outside its range names the range', () => {
    expect(refused(listModels.query, { limit: '201' }, 'query')).toBe(
      "INVALID_REQUEST: The query parameter 'limit' is not valid: it must be an integer from 1 to 200.",
    );
    expect(refused(listModels.query, { offset: '-1' }, 'query')).toContain('an integer from 0 upwards');
  });

  test('addresses compare trimmed and lower-cased, unknown fields are let be', () => {
    const parsed = createWhiteLabelModel.body?.parse({ email: ' Anna@Example.COM ', colour: 'red' });
    expect(parsed).toEqual({ email: 'anna@example.com', isDevelopment: false });
  });
});
