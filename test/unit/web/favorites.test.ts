import { describe, expect, test } from 'vitest';
import { allFavorites, type Favorite, type FavoritePage } from '../../../web/admin/gallery/favorites.ts';
import { favoritesTable } from '../../../web/admin/gallery/favorites-table.ts';
import { fileNameOf, pathGiver } from '../../../web/admin/gallery/file-names.ts';
import { packedFavorites } from '../../../web/admin/gallery/packed-favorites.ts';
import { rowsIn } from '../../../web/admin/gallery/use-rows.ts';
import type { Part } from '../../../web/admin/paged-list.ts';
import { ApiError } from '../../../web/service/api.ts';
import { adminGallery } from '../../../web/text/admin-gallery.ts';

const WORDS = { withoutTeam: 'No team', unnamed: 'Headshot' };
const EXPIRES_AT = '2026-03-02T00:00:00.000Z';

function favorite(number: number, member: Partial<Favorite['member']> = {}): Favorite {
  const main = `https://images.test/${number}`;
  return {
    id: `photo_${number}`,
    modelId: `mdl_${number}`,
    member: {
      id: `mem_${number}`,
      email: `p${number}@people.test`,
      ...{ name: '', teamId: '', teamName: '' },
      ...member,
    },
    likedStatus: 'none',
    urls: { main, original: `${main}/original` },
    expiresAt: EXPIRES_AT,
  };
}

/** A service with so many favorites, and the parts that it was asked for. */
function service(count: number) {
  const asked: Part[] = [];
  const all = Array.from({ length: count }, (_, index) => favorite(index + 1));
  const readPage = async (part: Part): Promise<FavoritePage> => {
    asked.push(part);
    const { limit, offset } = part;
    const hasMore = offset + limit < all.length;
    const pagination = { total: all.length, limit, offset, hasMore };
    return { success: true, photos: all.slice(offset, offset + limit), pagination };
  };
  return { asked, all, readPage };
}

async function collected<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const list: Entry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

async function* listed<Entry>(...entries: Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

describe('paths in the archive', () => {
  const paths = (...members: [name: string, teamName: string][]) => {
    const pathOf = pathGiver(WORDS);
    return members.map(([name, teamName]) => pathOf({ name, teamName, email: 'a@people.test' }));
  };

  test('are the team and the name', () => {
    expect(paths(['Anna Doe', 'Design'], ['王小明', ''])).toEqual([
      'Design/Anna Doe.jpg',
      'No team/王小明.jpg',
    ]);
  });

  test('differ also where a computer ignores the case', () => {
    expect(paths(['Anna', 'Design'], ['anna', 'design'], ['ANNA', 'Design'], ['Anna (2)', 'Design'])).toEqual(
      ['Design/Anna.jpg', 'design/anna (2).jpg', 'Design/ANNA (3).jpg', 'Design/Anna (2) (2).jpg'],
    );
  });

  test.each([
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\Windows', 'C Windows'],
    ['a\u0000b\nc', 'a b c'],
    ['Doe. ', 'Doe'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['evil\u202Egpj.exe', 'evil gpj.exe'],
    ['...', 'a@people.test'],
    ['x'.repeat(300), 'x'.repeat(80)],
  ])('the name %j becomes %j', (name, file) => {
    expect(paths([name, 'T'])).toEqual([`T/${file}.jpg`]);
  });

  test('a single photo has the name of its member', () => {
    expect(fileNameOf({ name: '', email: 'anna@people.test', teamName: '' }, WORDS)).toBe(
      'anna@people.test.jpg',
    );
  });
});

describe('all favorites', () => {
  test('are read a page at a time, and only as fast as they are used', async () => {
    const { asked, all, readPage } = service(450);
    const favorites = allFavorites(readPage, new AbortController().signal);
    await favorites.next();
    expect(asked).toEqual([{ limit: 200, offset: 0 }]);
    const others = await collected(favorites);
    expect(others.map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id));
    expect(asked.map(({ offset }) => offset)).toEqual([0, 200, 400]);
  });

  test('a member who moves to another page meanwhile comes once', async () => {
    const { all, readPage } = service(201);
    const shifted = async (part: Part) => {
      const page = await readPage(part);
      return part.offset === 0 ? page : { ...page, photos: [...all.slice(199, 200), ...page.photos] };
    };
    const ids = (await collected(allFavorites(shifted, new AbortController().signal))).map(({ id }) => id);
    expect(ids.length).toBe(201);
    expect(new Set(ids).size).toBe(201);
  });

  test('too many requests are repeated after a growing pause, and other errors are not', async () => {
    const { readPage } = service(1);
    const pauses: number[] = [];
    const wait = async (milliseconds: number) => void pauses.push(milliseconds);
    let limited = 2;
    const busy = async (part: Part) => {
      if (limited-- > 0) throw new ApiError('RATE_LIMIT_EXCEEDED', 'Wait.');
      return readPage(part);
    };
    expect(await collected(allFavorites(busy, new AbortController().signal, wait))).toHaveLength(1);
    expect(pauses).toEqual([1000, 2000]);
    const broken = () => Promise.reject(new ApiError('INTERNAL_ERROR', 'Broken.'));
    await expect(collected(allFavorites(broken, new AbortController().signal, wait))).rejects.toThrow(
      'Broken.',
    );
    expect(pauses).toHaveLength(2);
  });

  test('end when they are canceled', async () => {
    const { readPage } = service(10);
    const aborted = new AbortController();
    const favorites = allFavorites(readPage, aborted.signal);
    await favorites.next();
    aborted.abort();
    await expect(favorites.next()).rejects.toThrow('aborted');
  });
});

describe('the files of an archive', () => {
  const { signal } = new AbortController();

  test('have the bytes of the largest size in the order of the list, four of them read ahead', async () => {
    const links: string[] = [];
    const readBytes = async (link: string) => {
      links.push(link);
      return Buffer.from(link);
    };
    const favorites = Array.from({ length: 10 }, (_, index) => favorite(index, { name: `P${index}` }));
    const { files, missing } = packedFavorites(listed(...favorites), signal, WORDS, readBytes);
    const iterator = files[Symbol.asyncIterator]();
    const first = await iterator.next();
    expect(links).toHaveLength(4);
    expect(Buffer.from(await first.value.read()).toString()).toBe('https://images.test/0/original');
    const names = (await collected({ [Symbol.asyncIterator]: () => iterator })).map(({ name }) => name);
    expect(names).toEqual(favorites.slice(1).map(({ member }) => `No team/${member.name}.jpg`));
    expect(missing()).toBe(0);
  });

  test('leave out a photo that was erased meanwhile', async () => {
    const readBytes = async (link: string) => {
      if (link.includes('/1/')) throw new ApiError('NOT_FOUND', 'Gone.');
      return Buffer.from(link);
    };
    const { files, missing } = packedFavorites(listed(favorite(1), favorite(2)), signal, WORDS, readBytes);
    expect((await collected(files)).map(({ name }) => name)).toEqual(['No team/p2@people.test.jpg']);
    expect(missing()).toBe(1);
  });

  test('a broken connection is tried three times, and then ends the archive', async () => {
    let tries = 0;
    const readBytes = async () => {
      tries += 1;
      if (tries < 3 || tries > 3) throw new ApiError('OFFLINE', 'Unreachable.');
      return Buffer.from('x');
    };
    expect(
      await collected(packedFavorites(listed(favorite(1)), signal, WORDS, readBytes).files),
    ).toHaveLength(1);
    expect(tries).toBe(3);
    const { files } = packedFavorites(listed(favorite(1)), signal, WORDS, readBytes);
    await expect(collected(files)).rejects.toThrow('Unreachable.');
    expect(tries).toBe(6);
  });
});

test('the table has a row for each favorite, with the link and the time at which it ends', async () => {
  const counts: number[] = [];
  const table = await favoritesTable(
    listed(favorite(1, { name: '=1+1', teamName: 'Design' }), favorite(2)),
    adminGallery.en.columns,
    (count) => counts.push(count),
    'en',
  );
  expect(table).toBe(
    [
      '\uFEFFName,E-mail address,Team,Model,Photo,Link,Link ends at',
      `'=1+1,p1@people.test,Design,mdl_1,photo_1,https://images.test/1/original,${EXPIRES_AT}`,
      `,p2@people.test,,mdl_2,photo_2,https://images.test/2/original,${EXPIRES_AT}`,
      '',
    ].join('\r\n'),
  );
  expect(counts).toEqual([1, 2]);
});

describe('the cards that are rendered', () => {
  const desktop = { width: 1000, rem: 16 };

  test('are those near the window, with the height of the others above and below', () => {
    const all = rowsIn({ ...desktop, top: 0, bottom: 100_000_000 }, 5000);
    const near = rowsIn({ ...desktop, top: 20_000, bottom: 20_900 }, 5000);
    expect(all).toMatchObject({ columns: 5, first: 0, end: 5000, above: 0, below: 0 });
    expect(near.end - near.first).toBeLessThan(70);
    const step = near.cardHeight + near.gap;
    expect(near.above + Math.ceil((near.end - near.first) / near.columns) * step + near.below).toBe(
      1000 * step,
    );
    expect(near.above).toBeLessThan(20_000);
    expect(near.above + ((near.end - near.first) / near.columns) * step).toBeGreaterThan(20_900);
  });

  test('two columns fit on a phone, fewer with larger text', () => {
    expect(rowsIn({ width: 358, rem: 16, top: 0, bottom: 844 }, 100).columns).toBe(2);
    expect(rowsIn({ width: 358, rem: 32, top: 0, bottom: 844 }, 100).columns).toBe(2);
    expect(rowsIn({ ...desktop, rem: 32, top: 0, bottom: 844 }, 100).columns).toBe(2);
  });

  test('a list that has become shorter than the window has scrolled shows its last row', () => {
    const rows = rowsIn({ ...desktop, top: 20_000, bottom: 20_900 }, 7);
    expect([rows.first, rows.end]).toEqual([5, 7]);
    expect(rowsIn({ ...desktop, top: 0, bottom: 900 }, 0)).toMatchObject({
      first: 0,
      end: 0,
      above: 0,
      below: 0,
    });
  });
});
