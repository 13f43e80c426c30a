import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhotoStatus } from '../../shared/contract/photo.ts';
import { type Api, ApiError } from '../service/api.ts';
import { pauseAfter } from '../service/backoff.ts';
import { hasFreshLinks } from '../service/photos.ts';
import { repeat } from '../service/repeat.ts';
import { readImage } from '../service/save.ts';
import { bestFirst, type Headshot } from './headshot.ts';
import { keepUnsaved, type Rating, takeUnsaved } from './unsaved.ts';
import type { Studio } from './view.ts';

/** The largest page that the service allows. */
const PAGE_SIZE = 200;

/** The headshots of the member, the choices among them, and what can be done with them. */
export interface Headshots {
  /** The most like the person first, with those that were put away; undefined until they are read. */
  list: readonly Headshot[] | undefined;
  favoriteId: string | null;
  /** Resolves to true once the choice is saved. */
  rate(headshot: Headshot, rating: Rating): Promise<boolean>;
  putAway(headshot: Headshot): Promise<boolean>;
  bringBack(headshot: Headshot): Promise<boolean>;
  erase(headshot: Headshot): Promise<boolean>;
  /** The number of a headshot in names of files, from 1. It stays when others are put away. */
  numberOf(headshot: Headshot): number;
  /** The headshot with links that last, in milliseconds; they are read again when they end before. @throws ApiError. */
  withFreshLinks(headshot: Headshot, time?: number): Promise<Headshot>;
  /** The image in full size. @throws ApiError. */
  fullSize(headshot: Headshot, signal?: AbortSignal): Promise<Blob>;
}

/** @param tell called when choices of an expired session were saved, and when headshots were erased elsewhere */
export function useHeadshots(
  { api, overview, fail, clearError, refresh }: Studio,
  tell: (what: 'caughtUp' | 'gone') => void,
): Headshots {
  const [list, setList] = useState<readonly Headshot[]>();
  const [favoriteId, setFavoriteId] = useState(overview.favoritePhotoId);
  const latest = useRef(list);
  latest.current = list;
  const latestFavorite = useRef(favoriteId);
  latestFavorite.current = favoriteId;
  const memberId = overview.member.id;

  const change = (photoId: string, next: Partial<Headshot>) =>
    setList((before) => before?.map((each) => (each.id === photoId ? { ...each, ...next } : each)));
  const read = async () => {
    const [active, deleted] = await Promise.all([readAll(api, 'active'), readAll(api, 'deleted')]);
    const headshots = [...active, ...deleted].sort(bestFirst);
    setList(headshots);
    return headshots;
  };
  /** Shows the headshots as soon as they are read, and then those that were put away. */
  const readFirst = async () => {
    const show = (headshots: readonly Headshot[]) =>
      // Meanwhile the member may have rated some.
      setList((before = []) => {
        const isNew = ({ id }: Headshot) => !before.some((each) => each.id === id);
        return [...before, ...headshots.filter(isNew)].sort(bestFirst);
      });
    const away = readAll(api, 'deleted');
    await Promise.all([readAll(api, 'active').then(show), away]);
    show(await away);
  };
  const put = (photoId: string, body: Rating) =>
    api.call('PUT /api/member/photos/{photoId}', { path: { photoId }, body });
  /** Runs a change of the service. @returns false when it failed, which is shown. */
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      clearError();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') {
        tell('gone');
        await refresh();
        await read().catch(fail);
      } else {
        fail(error);
      }
      return false;
    }
  };

  /** The choice is shown at once, and taken back when it could not be saved. */
  const rate = (headshot: Headshot, rating: Rating) =>
    attempt(async () => {
      const { favorite, likedStatus } = rating;
      const formerFavorite = latestFavorite.current;
      if (likedStatus !== undefined) change(headshot.id, { likedStatus });
      if (favorite !== undefined) setFavoriteId(favorite ? headshot.id : null);
      try {
        await put(headshot.id, rating);
      } catch (error) {
        if (likedStatus !== undefined) change(headshot.id, { likedStatus: headshot.likedStatus });
        if (favorite !== undefined) setFavoriteId(formerFavorite);
        if (error instanceof ApiError && error.code === 'UNAUTHORIZED')
          keepUnsaved(memberId, headshot.id, rating);
        throw error;
      }
    });
  const forgetFavorite = ({ id }: Headshot) => setFavoriteId((former) => (former === id ? null : former));

  useEffect(() => {
    const unsaved = takeUnsaved(memberId);
    const isBehind = unsaved.length > 0;
    const open = async () => {
      for (let next = unsaved[0]; next; next = unsaved[0]) {
        const [photoId, { favorite }] = next;
        // The headshot may have been erased meanwhile.
        const isSaved = await isStill(put(...next));
        if (isSaved && favorite !== undefined) setFavoriteId(favorite ? photoId : null);
        unsaved.shift();
      }
      await readFirst();
      if (isBehind) tell('caughtUp');
    };
    let failures = 0;
    const stop = repeat(async () => {
      if (await attempt(open)) stop();
      return pauseAfter(++failures);
    });
    return stop;
  }, []);

  const withFreshLinks: Headshots['withFreshLinks'] = async ({ id }, time) => {
    const find = (headshots: readonly Headshot[] | undefined) => {
      const found = headshots?.find((each) => each.id === id);
      if (!found) throw new ApiError('NOT_FOUND', 'The headshot no longer exists. Reload the page.');
      return found;
    };
    const known = find(latest.current);
    return hasFreshLinks(known, Date.now(), time) ? known : find(await read());
  };

  return {
    list,
    favoriteId,
    rate,
    putAway: (headshot) =>
      attempt(async () => {
        await api.call('DELETE /api/member/photos/{photoId}', { path: { photoId: headshot.id } });
        change(headshot.id, { status: 'deleted' });
        forgetFavorite(headshot);
      }),
    bringBack: (headshot) =>
      attempt(async () => {
        await api.call('POST /api/member/photos/{photoId}/restore', { path: { photoId: headshot.id } });
        change(headshot.id, { status: 'active' });
      }),
    erase: (headshot) =>
      attempt(async () => {
        await api.call('POST /api/member/photos/{photoId}/erase', { path: { photoId: headshot.id } });
        setList((before) => before?.filter(({ id }) => id !== headshot.id));
        forgetFavorite(headshot);
      }),
    numberOf: ({ id }) => (latest.current?.findIndex((each) => each.id === id) ?? 0) + 1,
    withFreshLinks,
    fullSize: async (headshot, signal) => {
      const { urls } = await withFreshLinks(headshot);
      return readImage(urls.original ?? urls.main, signal);
    },
  };
}

/** @returns false when what a call is about does not exist. @throws any other ApiError. */
async function isStill(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

async function readAll(api: Api, status: PhotoStatus): Promise<Headshot[]> {
  const pageFrom = (offset: number) =>
    api.call('GET /api/member/photos', { query: { include: 'all', status, limit: PAGE_SIZE, offset } });
  const { photos, pagination } = await pageFrom(0);
  for (let offset = PAGE_SIZE; offset < pagination.total; offset += PAGE_SIZE)
    photos.push(...(await pageFrom(offset)).photos);
  return photos;
}
