import { describe, expect, test } from 'vitest';
import { changedFields, overwrittenFields } from '../../../web/admin/settings/changes.ts';
import { settingsIn } from '../../../web/admin/settings/settings-in.ts';

const stored = {
  name: 'Garden Tools',
  website: '',
  description: 'One\r\ntwo',
  frameOrigins: ['https://b.test', 'https://a.test'] as string[] | null,
  uploadRetentionDays: 30,
  whiteLabelConsent: false,
  styles: { outfits: ['knitwear'], backdrops: ['office'] } as object | null,
};

describe('changed fields', () => {
  test('are those that differ, whatever the order of lists and fields and the ends of lines', () => {
    const same = {
      ...stored,
      description: 'One\ntwo',
      frameOrigins: ['https://a.test', 'https://b.test'],
      styles: { backdrops: ['office'], outfits: ['knitwear'] },
    };
    expect(changedFields(stored, same)).toEqual({});
    expect(changedFields(stored, { ...same, frameOrigins: null, uploadRetentionDays: 7 })).toEqual({
      frameOrigins: null,
      uploadRetentionDays: 7,
    });
  });

  test('overwrite another user only where both have changed the same field to different values', () => {
    const change = { name: 'Mine', uploadRetentionDays: 7 };
    const current = { ...stored, name: 'Theirs', uploadRetentionDays: 7, website: 'https://their.test' };
    expect(overwrittenFields(change, stored, current)).toEqual(['name']);
    expect(overwrittenFields(change, stored, stored)).toEqual([]);
  });
});

describe('settings in a form', () => {
  const catalogue = {
    backdrops: [
      { name: 'light-grey' as const, label: 'Light grey' },
      { name: 'office' as const, label: 'Office' },
    ],
    outfits: [{ name: 'knitwear' as const, label: 'Fine knitwear' }],
  };
  const formOf = (...fields: [name: string, value: string][]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return form;
  };

  test('are read with origins from lines, and null for lists that are not limited', () => {
    const form = formOf(
      ...([
        ['name', ' Garden Tools '],
        ['retention', '7'],
        ['replyTo', 'people@tools.test'],
        ['photosBy', '2026-12-31'],
        ['remind', '3'],
        ['consent', 'on'],
        ['frames', 'some'],
        ['origins', 'https://a.test\n\n https://b.test '],
      ] as [string, string][]),
    );
    expect(settingsIn(form, catalogue)).toEqual({
      name: 'Garden Tools',
      website: '',
      description: '',
      uploadRetentionDays: 7,
      whiteLabelConsent: true,
      frameOrigins: ['https://a.test', 'https://b.test'],
      replyTo: 'people@tools.test',
      photosBy: '2026-12-31',
      remindEveryDays: 3,
      styles: null,
    });
  });

  test('have the styles that are chosen, in the order of the catalogue', () => {
    const form = formOf(
      ['frames', 'any'],
      ['backdrops', 'some'],
      ['backdrop', 'office'],
      ['backdrop', 'light-grey'],
      ['outfits', 'all'],
      ['outfit', 'knitwear'],
    );
    expect(settingsIn(form, catalogue)).toMatchObject({
      frameOrigins: null,
      styles: { backdrops: ['light-grey', 'office'] },
    });
  });
});
