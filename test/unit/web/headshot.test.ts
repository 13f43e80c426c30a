import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { pack } from '../../../web/service/pack.ts';
import { hasFreshLinks } from '../../../web/service/photos.ts';
import { filtered, similarTo } from '../../../web/studio/gallery-filter.ts';
import { archiveName, bestFirst, fileName, type Headshot, sourceOf } from '../../../web/studio/headshot.ts';
import { sentenceOfTimeLeft } from '../../../web/studio/time-left.ts';
import { waiting } from '../../../web/text/waiting.ts';

function headshot(id: string, facts: Partial<Headshot> = {}): Headshot {
  return {
    id,
    status: 'active',
    likedStatus: 'none',
    createdAt: '2026-01-01T00:00:00.000Z',
    madeBy: 'generated',
    urls: { main: 'https://images.test/main.jpg' },
    expiresAt: '2026-01-02T00:00:00.000Z',
    ...facts,
  };
}

describe('names of downloaded files', () => {
  test.each([
    ['Anna Doe', 1, '.jpg', 'anna-doe-01.jpg'],
    ['Jörg Müßig-Łuk', 40, '.jpg', 'joerg-muessig-luk-40.jpg'],
    ['  Zoë / O’Neill ', 7, '-square.jpg', 'zoe-o-neill-07-square.jpg'],
    ['王小明', 3, '.jpg', 'headshot-03.jpg'],
    [null, 12, '.png', 'headshot-12.png'],
    ['../..', 1, '.jpg', 'headshot-01.jpg'],
  ])('%j gives %d%s the name %s', (person, number, ending, name) => {
    expect(fileName(person, number, ending)).toBe(name);
  });

  test('a long name is cut, and does not end with a hyphen', () => {
    expect(fileName('ab '.repeat(60), 1, '.jpg')).toMatch(/^(ab-){19}ab-01\.jpg$/);
  });

  test('the archive has the name of the person', () => {
    expect([archiveName('Anna Doe'), archiveName(null)]).toEqual(['anna-doe-headshots.zip', 'headshots.zip']);
  });
});

test('links count as fresh until ten minutes before they expire', () => {
  const end = Date.parse('2026-01-02T00:00:00.000Z');
  expect(hasFreshLinks(headshot('a'), end - 11 * 60_000)).toBe(true);
  expect(hasFreshLinks(headshot('a'), end - 9 * 60_000)).toBe(false);
});

test('the gallery begins with the headshots that are most like the person, and ends with those that were not measured', () => {
  const list = [
    headshot('unmeasured'),
    headshot('old', { likeness: 0.8 }),
    headshot('best', { likeness: 0.9 }),
    headshot('new', { likeness: 0.8, createdAt: '2026-01-01T00:00:01.000Z' }),
  ];
  expect(list.sort(bestFirst).map(({ id }) => id)).toEqual(['best', 'new', 'old', 'unmeasured']);
});

test('the gallery begins with the retouched headshots that have a backdrop, however like the person the others are', () => {
  const retouched = (id: string, facts: Partial<Headshot>) => headshot(id, { madeBy: 'retouched', ...facts });
  const list = [
    retouched('1', { likeness: 0.98 }),
    retouched('2', { likeness: 0.95, backdrop: 'slate' }),
    retouched('3', { likeness: 0.87, backdrop: 'garden' }),
    retouched('4', { likeness: 0.99 }),
  ];
  expect(list.sort(bestFirst).map(({ id }) => id)).toEqual(['3', '2', '4', '1']);
});

test('filters show all, the liked and favorite ones, the favorite, or those that were put away', () => {
  const list = [
    headshot('plain'),
    headshot('liked', { likedStatus: 'liked' }),
    headshot('loved', { likedStatus: 'loved' }),
    headshot('favorite'),
    headshot('away', { status: 'deleted', likedStatus: 'loved' }),
  ];
  const ids = (filter: Parameters<typeof filtered>[1]) =>
    filtered(list, filter, 'favorite').map(({ id }) => id);
  expect(ids('all')).toEqual(['plain', 'liked', 'loved', 'favorite']);
  expect(ids('liked')).toEqual(['liked', 'loved', 'favorite']);
  expect(ids('favorite')).toEqual(['favorite']);
  expect(ids('away')).toEqual(['away']);
});

test('similar headshots share a backdrop, an outfit or an upload, the most alike first, without those put away', () => {
  const example = headshot('example', { backdrop: 'office', outfit: 'knitwear' });
  const list = [
    headshot('other', { backdrop: 'sage', outfit: 'navy-suit' }),
    headshot('backdrop', { backdrop: 'office', outfit: 'navy-suit' }),
    headshot('away', { backdrop: 'office', status: 'deleted' }),
    headshot('both', { backdrop: 'office', outfit: 'knitwear' }),
    example,
    headshot('unknown'),
  ];
  expect(similarTo(example, list).map(({ id }) => id)).toEqual(['example', 'both', 'backdrop']);
  const retouched = headshot('retouched', { uploadId: 'upl_1' });
  const ofUpload = headshot('same', { uploadId: 'upl_1', backdrop: 'sage' });
  expect(similarTo(retouched, [...list, ofUpload]).map(({ id }) => id)).toEqual(['same']);
});

describe('the archive of headshots', () => {
  const fileOf = (name: string, bytes: Uint8Array) => ({ name, read: async () => bytes });

  test('unpacks to the files, and tells how many are packed', async () => {
    const files = [fileOf('a.jpg', Uint8Array.of(1, 2, 3)), fileOf('b.jpg', new Uint8Array(70_000).fill(7))];
    const counts: number[] = [];
    const parts: Uint8Array[] = [];
    for await (const part of pack(files, (count) => counts.push(count))) parts.push(part);
    expect(unzipSync(Buffer.concat(parts))).toEqual({
      'a.jpg': Uint8Array.of(1, 2, 3),
      'b.jpg': new Uint8Array(70_000).fill(7),
    });
    expect(counts).toEqual([1, 2]);
  });

  test('reads a file only when the bytes of the former one were taken', async () => {
    const read: string[] = [];
    const files = ['a.jpg', 'b.jpg'].map((name) => ({
      name,
      read: async () => {
        read.push(name);
        return Uint8Array.of(1);
      },
    }));
    const parts = pack(files, () => undefined);
    await parts.next();
    expect(read).toEqual(['a.jpg']);
    for await (const _ of parts);
    expect(read).toEqual(['a.jpg', 'b.jpg']);
  });
});

test('an archive that would pass the limits of ZIP is refused, and says what to do', async () => {
  const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, read: async () => new Uint8Array(10) }));
  const packed = async (limits: { files: number; bytes: number }) => {
    for await (const _ of pack(files, () => undefined, limits));
  };
  await packed({ files: 2, bytes: 20 });
  await expect(packed({ files: 1, bytes: 20 })).rejects.toThrow('Download one team at a time.');
  await expect(packed({ files: 2, bytes: 19 })).rejects.toThrow('Download one team at a time.');
});

describe('the time that is left', () => {
  const now = new Date(2026, 0, 1, 15, 0);
  const sentence = (progress: { percent: number; secondsLeft: number | null } | null, language = 'en') =>
    sentenceOfTimeLeft(progress, language === 'de' ? waiting.de : waiting.en, language, now).replaceAll(
      '\u202f',
      ' ',
    );

  test.each([
    [null, 'We tell you how long it takes as soon as we know.'],
    [{ percent: 0, secondsLeft: null }, 'We tell you how long it takes as soon as we know.'],
    [{ percent: 60, secondsLeft: null }, 'This takes a little longer than usual.'],
    [{ percent: 99, secondsLeft: 20 }, 'Less than a minute left'],
    [{ percent: 90, secondsLeft: 60 }, 'About 1 minute left, ready around 3:01 PM'],
    [{ percent: 40, secondsLeft: 1201 }, 'About 21 minutes left, ready around 3:20 PM'],
    [{ percent: 1, secondsLeft: 3 * 3600 }, 'About 3 hours left, ready around 6:00 PM'],
  ])('%j: %s', (progress, expected) => {
    expect(sentence(progress)).toBe(expected);
  });

  test('is told in German', () => {
    expect(sentence({ percent: 40, secondsLeft: 1200 }, 'de')).toBe(
      'Noch etwa 20 Minuten, fertig gegen 15:20 Uhr',
    );
  });
});

test('a headshot is compared with the upload that it retouches, and with none without it', () => {
  const uploads = ['upl_1', 'upl_2'].map((id) => ({ id, url: `https://images.example/${id}` }));
  expect(sourceOf(headshot('pho_1', { uploadId: 'upl_2' }), uploads)).toBe(uploads[1]);
  expect(sourceOf(headshot('pho_1', { uploadId: 'upl_3' }), uploads)).toBeUndefined();
  expect(sourceOf(headshot('pho_1'), uploads)).toBeUndefined();
});
