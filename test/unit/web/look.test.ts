import { describe, expect, test } from 'vitest';
import { BACKGROUNDS, contrastRatio, MIN_CONTRAST } from '../../../shared/contract/brand-look.ts';
import {
  accentOf,
  draftOf,
  edited,
  STANDARD_LOOK,
  textColors,
  undone,
} from '../../../web/admin/branding/look.ts';

test.each([
  ['#0b5fff', '#0b5fff'],
  [' 0B5FFF ', '#0b5fff'],
  ['#05f', '#0055ff'],
  ['blue', undefined],
  ['#0b5f', undefined],
  ['', undefined],
])('%j is the color %j', (written, color) => {
  expect(accentOf(written)).toBe(color);
});

test('a pale accent gets a darker text on light pages, a dark one a lighter text on dark pages', () => {
  expect(textColors('#ffee99').map(({ scheme }) => scheme)).toEqual(['light']);
  expect(textColors('#101040').map(({ scheme }) => scheme)).toEqual(['dark']);
  // On light pages its text gets a shade that no one tells from it.
  expect(textColors('#0b5fff').map(({ scheme }) => scheme)).toEqual(['dark']);
  for (const { scheme, color } of [...textColors('#ffee99'), ...textColors('#101040')])
    for (const background of BACKGROUNDS[scheme])
      expect(contrastRatio(color, background)).toBeGreaterThanOrEqual(MIN_CONTRAST);
});

describe('a draft of a look', () => {
  test('is undone a field at a time, and a color with all its steps', () => {
    let draft = draftOf(STANDARD_LOOK);
    for (const accent of ['#111111', '#222222', '#333333']) draft = edited(draft, { accent }, 'accent');
    draft = edited(draft, { font: 'serif' });
    draft = edited(draft, { accent: '#444444' }, 'accent');
    expect(draft.look).toEqual({ accent: '#444444', font: 'serif', logo: null });
    draft = undone(draft);
    expect(draft.look).toEqual({ accent: '#333333', font: 'serif', logo: null });
    draft = undone(undone(draft));
    expect(draft.look).toEqual(STANDARD_LOOK);
    expect(undone(draft)).toBe(draft);
  });

  test('goes back to the standard look as one step, which can be undone', () => {
    const draft = edited(draftOf({ accent: '#111111', font: 'slab', logo: 'data:' }), STANDARD_LOOK);
    expect(draft.look).toEqual(STANDARD_LOOK);
    expect(undone(draft).look.font).toBe('slab');
  });
});
