import { expect, test } from 'vitest';
import { snake } from '../../../shared/contract/openapi/names.ts';

test('names of the API are snake case in Python, and words that Python reserves end with an underscore', () => {
  expect(snake('photoIds')).toBe('photo_ids');
  expect(snake('from')).toBe('from_');
});
