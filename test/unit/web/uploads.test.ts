import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Api, ApiError } from '../../../web/service/api.ts';
import { STORAGE_REFUSED } from '../../../web/studio/post-form.ts';
import { uploadService, type Verdict } from '../../../web/studio/upload-service.ts';
import { isUnsent, type Prepared, Uploads } from '../../../web/studio/uploads.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const offline = () => new ApiError('OFFLINE', 'The service cannot be reached.');
const photoNamed = (name: string) => new File(['photo'], name, { type: 'image/jpeg' });

/** A service that does as the test says; by default all goes well. */
class World {
  readonly calls: string[] = [];
  readonly keys: string[] = [];
  readonly failures: unknown[] = [];
  readonly accepted: (string | undefined)[] = [];
  isOnline = true;
  returns: (() => void)[] = [];
  /** Errors of the next calls, by the name of the call. */
  readonly errors: Record<'create' | 'post' | 'judge' | 'remove', Error[]> = {
    create: [],
    post: [],
    judge: [],
    remove: [],
  };
  verdict: (id: string) => Verdict = (id) => ({ id, status: 'accepted' });
  prepare: (file: File) => Promise<Prepared> = async (file) => ({ file });
  create: () => Promise<void> = async () => undefined;
  post: () => Promise<void> = async () => undefined;
  judge: () => Promise<void> = async () => undefined;
  #created = 0;

  readonly uploads = new Uploads({
    service: {
      create: async (file, key) => {
        this.keys.push(key);
        this.#called('create', file.name);
        await this.create();
        this.#created += 1;
        return { id: `u${this.#created}`, url: 'https://bucket.test', fields: {} };
      },
      post: async (_form, file, _signal, sent) => {
        this.#called('post', file.name);
        sent(0.5);
        await this.post();
      },
      judge: async (id) => {
        this.#called('judge', id);
        await this.judge();
        return this.verdict(id);
      },
      remove: async (id) => this.#called('remove', id),
    },
    prepare: (file) => this.prepare(file),
    changed: () => undefined,
    accepted: ({ id }) => this.accepted.push(id),
    fail: (error) => this.failures.push(error),
    connection: {
      isOnline: () => this.isOnline,
      onReturn: (back) => this.returns.push(back),
    },
  });

  get states(): string[] {
    return this.uploads.photos.map(({ state }) => state);
  }

  #called(call: keyof World['errors'], what: string): void {
    const error = this.errors[call].shift();
    this.calls.push(`${call} ${what}${error ? ' fails' : ''}`);
    if (error) throw error;
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('previews of the uploads that the service has', () => {
  let revoked: string[];
  beforeEach(() => {
    revoked = [];
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
  });
  afterEach(() => vi.restoreAllMocks());

  /** Two uploads that were accepted before a reload. */
  function reloaded(): World {
    const world = new World();
    world.uploads.resume(['u1', 'u2'].map((id) => ({ id, status: 'accepted' })));
    return world;
  }
  const previews = (world: World) => world.uploads.photos.map(({ preview }) => preview);

  test('are made one after the other, and one that cannot be read leaves out no other', async () => {
    const world = reloaded();
    const asked: string[] = [];
    const done = world.uploads.showStored(['u1', 'u2'], async (id) => {
      asked.push(id);
      if (id === 'u1') throw offline();
      return `blob:${id}`;
    });
    expect(asked).toEqual(['u1']);
    await done;
    expect(asked).toEqual(['u1', 'u2']);
    expect(previews(world)).toEqual([undefined, 'blob:u2']);
    expect(revoked).toEqual([]);
  });

  test('give their memory back with a photo that is removed, also while its preview is made', async () => {
    const world = reloaded();
    await world.uploads.showStored(['u1', 'u2'], async (id) => {
      const [first] = world.uploads.photos;
      if (id === 'u1' && first) await world.uploads.remove(first);
      return `blob:${id}`;
    });
    expect(previews(world)).toEqual(['blob:u2']);
    expect(revoked).toEqual(['blob:u1']);
    const [second] = world.uploads.photos;
    if (second) await world.uploads.remove(second);
    expect(revoked).toEqual(['blob:u1', 'blob:u2']);
  });

  test('are no longer made once the page is left', async () => {
    const world = reloaded();
    await world.uploads.showStored(['u1'], async () => 'blob:u1');
    world.uploads.resume([{ id: 'u3', status: 'accepted' }]);
    const asked: string[] = [];
    await world.uploads.showStored(['u2', 'u3'], async (id) => {
      asked.push(id);
      world.uploads.close();
      return `blob:${id}`;
    });
    expect(asked).toEqual(['u2']);
    expect(revoked).toEqual(['blob:u1', 'blob:u2']);
  });
});

describe('the uploads of a member', () => {
  test('a photo is created, posted and judged, and tells of its acceptance once', async () => {
    const world = new World();
    world.uploads.add([photoNamed('a.jpg')]);
    await settle();
    expect(world.calls).toEqual(['create a.jpg', 'post a.jpg', 'judge u1']);
    expect(world.states).toEqual(['accepted']);
    expect(world.accepted).toEqual(['u1']);
  });

  test('three photos are sent at a time, and the others follow in order', async () => {
    const world = new World();
    const ends: (() => void)[] = [];
    world.post = () => new Promise((resolve) => ends.push(resolve));
    world.uploads.add(['a', 'b', 'c', 'd'].map(photoNamed));
    await settle();
    expect(world.states).toEqual(['sending', 'sending', 'sending', 'queued']);
    ends[1]?.();
    await settle();
    expect(world.states).toEqual(['sending', 'accepted', 'sending', 'sending']);
  });

  test('a lost connection is tried again with longer and longer pauses, where it was interrupted', async () => {
    const world = new World();
    world.errors.create.push(offline(), offline());
    world.errors.judge.push(offline());
    world.uploads.add([photoNamed('a')]);
    await settle();
    expect(world.states).toEqual(['interrupted']);
    await vi.advanceTimersByTimeAsync(1000);
    await vi.advanceTimersByTimeAsync(1999);
    expect(world.calls).toEqual(['create a fails', 'create a fails']);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.calls.slice(2)).toEqual(['create a', 'post a', 'judge u1 fails']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.calls.slice(5)).toEqual(['judge u1']);
    expect(world.states).toEqual(['accepted']);
    // One key, so that a lost answer creates no second upload.
    expect(new Set(world.keys).size).toBe(1);
  });

  test('once the connection is back, a photo that waits for its turn is not shown as interrupted', async () => {
    const world = new World();
    world.errors.create.push(offline(), offline(), offline(), offline());
    world.post = () => new Promise(() => undefined);
    world.uploads.add(['a', 'b', 'c', 'd'].map(photoNamed));
    await settle();
    expect(new Set(world.states)).toEqual(new Set(['interrupted']));
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.states).toEqual(['sending', 'sending', 'sending', 'queued']);
  });

  test('without a connection it waits for its return, however long that takes', async () => {
    const world = new World();
    world.isOnline = false;
    world.errors.post.push(...Array.from({ length: 20 }, offline));
    world.uploads.add([photoNamed('a')]);
    for (let hour = 0; hour < 19; hour++) {
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(world.states).toEqual(['interrupted']);
      for (const back of world.returns.splice(0)) back();
    }
    world.isOnline = true;
    await settle();
    for (const back of world.returns.splice(0)) back();
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.states).toEqual(['accepted']);
  });

  test('after two minutes of failures only the member goes on, and then it continues', async () => {
    const world = new World();
    for (const call of ['create', 'post'] as const)
      world.errors[call].push(...Array.from({ length: 9 }, offline));
    world.uploads.add([photoNamed('a')]);
    for (let time = 1; time <= 2; time++) {
      await vi.advanceTimersByTimeAsync(130_000);
      expect(world.states).toEqual(['broken']);
      const [photo] = world.uploads.photos;
      expect(photo?.trouble).toMatchObject({ name: 'failed', error: { code: 'OFFLINE' } });
      if (photo) world.uploads.retry(photo);
    }
    await settle();
    expect(world.states).toEqual(['accepted']);
    expect(world.calls.filter((call) => call === 'create a')).toHaveLength(1);
    expect(new Set(world.keys).size).toBe(1);
  });

  test('a button ends the pause of an interrupted photo', async () => {
    const world = new World();
    world.errors.create.push(offline());
    world.uploads.add([photoNamed('a')]);
    await settle();
    const [photo] = world.uploads.photos;
    if (photo) world.uploads.retry(photo);
    await settle();
    expect(world.states).toEqual(['accepted']);
  });

  test('a form that the bucket no longer accepts is replaced by one of a new upload', async () => {
    const world = new World();
    world.errors.post.push(new ApiError(STORAGE_REFUSED, 'The photo could not be stored.'));
    world.uploads.add([photoNamed('a')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.calls).toEqual(['create a', 'post a fails', 'remove u1', 'create a', 'post a', 'judge u2']);
    expect(new Set(world.keys).size).toBe(2);
    expect(world.states).toEqual(['accepted']);
  });

  test('a judgement that waits for others shows no lost connection', async () => {
    const world = new World();
    world.errors.judge.push(new ApiError('RATE_LIMIT_EXCEEDED', 'Too many at once.'));
    world.uploads.add([photoNamed('a')]);
    await vi.advanceTimersByTimeAsync(1999);
    expect(world.states).toEqual(['checking']);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.states).toEqual(['accepted']);
  });

  test('a photo that the browser can refuse is not sent, and leaves its turn to the next', async () => {
    const world = new World();
    world.prepare = async (file) => ({
      file,
      ...(file.name === 'a' && { reasonCode: 'too-few-pixels' as const }),
    });
    world.uploads.add([photoNamed('a'), photoNamed('b')]);
    await settle();
    expect(world.states).toEqual(['refused', 'accepted']);
    expect(world.uploads.photos[0]?.trouble).toEqual({ name: 'refused', code: 'too-few-pixels' });
    expect(world.calls).toEqual(['create b', 'post b', 'judge u1']);
  });

  test('photos are read one after the other', async () => {
    const world = new World();
    let [reading, most] = [0, 0];
    world.prepare = async (file) => {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise((resolve) => setTimeout(resolve, 100));
      reading -= 1;
      return { file };
    };
    world.uploads.add(['a', 'b', 'c'].map(photoNamed));
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.states).toEqual(['accepted', 'accepted', 'accepted']);
    expect(most).toBe(1);
  });

  test('a decoder that cannot be loaded is tried again', async () => {
    const world = new World();
    const failures = [offline()];
    world.prepare = async (file) => {
      const failure = failures.pop();
      if (failure) throw failure;
      return { file };
    };
    world.uploads.add([photoNamed('a')]);
    await settle();
    expect(world.states).toEqual(['interrupted']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(world.states).toEqual(['accepted']);
  });

  test('the verdict of the service is kept with its code and its sentence', async () => {
    const world = new World();
    world.verdict = (id) => ({ id, status: 'refused', reasonCode: 'blurry', reason: 'Out of focus.' });
    world.uploads.add([photoNamed('a')]);
    await settle();
    expect(world.states).toEqual(['refused']);
    expect(world.uploads.photos[0]?.trouble).toEqual({
      name: 'refused',
      code: 'blurry',
      reason: 'Out of focus.',
    });
    expect(world.accepted).toEqual([]);
  });

  test('an upload that the service does not create is refused with its sentence', async () => {
    const world = new World();
    world.errors.create.push(new ApiError('INVALID_REQUEST', 'There are 25 photos already.'));
    world.uploads.add([photoNamed('a')]);
    await settle();
    expect(world.uploads.photos[0]).toMatchObject({
      state: 'refused',
      trouble: { name: 'refused', reason: 'There are 25 photos already.' },
    });
  });

  test('uploads of before a reload continue with their verdict, and tell when they have not arrived', async () => {
    const world = new World();
    const nothing = new ApiError('INVALID_REQUEST', 'Nothing has arrived for this upload yet.');
    world.verdict = (id) => ({ id, status: 'accepted' });
    world.errors.judge.push(nothing);
    world.uploads.resume([
      { id: 'u7', status: 'pending' },
      { id: 'u8', status: 'pending' },
      { id: 'u9', status: 'refused', reasonCode: 'blurry' },
    ]);
    await settle();
    expect(world.states).toEqual(['broken', 'accepted', 'refused']);
    expect(world.uploads.photos[0]?.trouble).toEqual({ name: 'unsent' });
    expect(world.calls).toEqual(['judge u7 fails', 'judge u8']);
  });

  test('the member goes on when every removed photo is gone from the service, and not when one stays', async () => {
    const world = new World();
    world.uploads.add([photoNamed('a'), photoNamed('b')]);
    await vi.runAllTimersAsync();
    expect(await world.uploads.removalsEnd()).toBe(true);
    const [first, second] = world.uploads.photos;
    world.errors.remove = [offline()];
    if (first) void world.uploads.remove(first);
    let ended: boolean | undefined;
    void world.uploads.removalsEnd().then((outcome) => {
      ended = outcome;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toBeUndefined();
    await vi.runAllTimersAsync();
    expect(ended).toBe(true);
    world.errors.remove = [new ApiError('FORBIDDEN', 'No.')];
    if (second) await world.uploads.remove(second);
    expect(await world.uploads.removalsEnd()).toBe(false);
  });

  test.each([
    ['create', ['create a', 'remove u1']],
    ['judge', ['create a', 'post a', 'judge u1', 'remove u1']],
  ] as const)('a photo that is removed during %s leaves nothing behind', async (call, calls) => {
    const world = new World();
    const called = Promise.withResolvers<void>();
    world[call] = () => called.promise;
    world.uploads.add([photoNamed('a')]);
    await settle();
    const [photo] = world.uploads.photos;
    if (photo) await world.uploads.remove(photo);
    called.resolve();
    await settle();
    expect(world.uploads.photos).toEqual([]);
    expect(world.calls).toEqual(calls);
    expect(world.accepted).toEqual([]);
  });

  test('a removal is repeated until the service has carried it out', async () => {
    const world = new World();
    world.uploads.add([photoNamed('a')]);
    await settle();
    world.errors.remove.push(offline(), offline());
    const [photo] = world.uploads.photos;
    if (photo) void world.uploads.remove(photo);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.calls.slice(3)).toEqual(['remove u1 fails', 'remove u1 fails', 'remove u1']);
    expect(world.failures).toEqual([]);
  });

  test('an upload that is gone from the service is removed', async () => {
    const gone = { success: false, code: 'NOT_FOUND', error: 'It is gone.' };
    vi.stubGlobal('fetch', async () => Response.json(gone, { status: 404 }));
    await uploadService(new Api('session')).remove('u1');
    vi.unstubAllGlobals();
  });

  test('an expired session ends the uploads and is told once for each photo', async () => {
    const world = new World();
    world.errors.create.push(new ApiError('UNAUTHORIZED', 'Sign in again.'));
    world.uploads.add([photoNamed('a')]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.failures).toMatchObject([{ code: 'UNAUTHORIZED' }]);
    expect(world.calls).toEqual(['create a fails']);
  });

  test('leaving loses photos that are not sent, and none that is checked or accepted', async () => {
    const world = new World();
    const [posted, judged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.post = () => posted.promise;
    world.judge = () => judged.promise;
    world.uploads.add([photoNamed('a')]);
    world.uploads.resume([{ id: 'u9', status: 'accepted' }]);
    await settle();
    expect(world.states).toEqual(['sending', 'accepted']);
    expect(world.uploads.photos.map(isUnsent)).toEqual([true, false]);
    posted.resolve();
    await settle();
    expect(world.states).toEqual(['checking', 'accepted']);
    expect(world.uploads.photos.map(isUnsent)).toEqual([false, false]);
    judged.resolve();
  });
});
