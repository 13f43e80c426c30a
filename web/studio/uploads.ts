import type { completeUpload, createUploads, deleteUpload } from '../../shared/contract/member/uploads.ts';
import { type Answer, type Api, ApiError } from '../service/api.ts';
import { postForm } from './post-form.ts';
import type { Overview } from './view.ts';

type PhotoState = 'queued' | 'sending' | 'checking' | 'accepted' | 'refused' | 'broken';

/** One upload and its progress. */
export interface Photo {
  name: string;
  state: PhotoState;
  /** The fraction that has been sent, from 0 to 1. */
  sent: number;
  /** The reason why it was refused or broke. */
  reason?: string | undefined;
  /** The identifier of the upload, once the service has created it. */
  id?: string | undefined;
  /** Absent for a photo that was uploaded before a reload. */
  file?: File;
  /** Aborts a transfer in progress. */
  abort: AbortController;
}

/** The number of photos that are sent at the same time. */
const TRANSFERS = 3;

/** Calls for one verdict, and the pause between them in milliseconds, while others are being checked. */
const COMPLETION_TRIES = 15;
const COMPLETION_PAUSE = 2000;

export const isInProgress = ({ state }: Photo) =>
  state === 'queued' || state === 'sending' || state === 'checking';

/** Sends a member's photos to S3 and has the service check them. */
export class Uploads {
  readonly photos: Photo[] = [];
  readonly #api: Api;
  readonly #changed: (photo: Photo) => void;
  readonly #fail: (error: unknown) => void;
  #transfers = 0;

  /** @param changed Called for every photo that is added, changes or is removed. */
  constructor(api: Api, changed: (photo: Photo) => void, fail: (error: unknown) => void) {
    this.#api = api;
    this.#changed = changed;
    this.#fail = fail;
  }

  /** Adds the uploads that the service has already. */
  resume(known: Overview['uploads']): void {
    for (const [index, { id, status, reason }] of known.entries()) {
      const photo: Photo = {
        name: `Photo ${index + 1}`,
        state: status === 'pending' ? 'checking' : status,
        sent: 1,
        id,
        reason,
        abort: new AbortController(),
      };
      this.photos.push(photo);
      this.#changed(photo);
      // The transfer may have ended just before the page was left.
      if (status === 'pending') void this.#attempt(photo, () => this.#complete(photo, id));
    }
  }

  add(files: Iterable<File>): void {
    for (const file of files) {
      const photo: Photo = { name: file.name, state: 'queued', sent: 0, file, abort: new AbortController() };
      this.photos.push(photo);
      this.#changed(photo);
    }
    this.#next();
  }

  /** Sends a broken photo again. */
  async retry(photo: Photo): Promise<void> {
    this.#set(photo, { state: 'queued', sent: 0, reason: undefined });
    await this.#discard(photo);
    this.#next();
  }

  async remove(photo: Photo): Promise<void> {
    photo.abort.abort();
    this.photos.splice(this.photos.indexOf(photo), 1);
    this.#changed(photo);
    await this.#discard(photo);
  }

  async #discard(photo: Photo): Promise<void> {
    const { id } = photo;
    if (id === undefined) return;
    photo.id = undefined;
    try {
      await this.#api.call<typeof deleteUpload>('DELETE', `/api/member/uploads/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) this.#fail(error);
    }
  }

  #next(): void {
    const photo = this.photos.find(({ state }) => state === 'queued');
    if (!photo?.file || this.#transfers >= TRANSFERS) return;
    const { file } = photo;
    this.#transfers += 1;
    this.#set(photo, { state: 'sending' });
    void this.#attempt(photo, () => this.#send(photo, file)).finally(() => {
      this.#transfers -= 1;
      this.#next();
    });
    this.#next();
  }

  async #send(photo: Photo, file: File): Promise<void> {
    if (file.size === 0) throw new ApiError('INVALID_REQUEST', 'This file is empty.');
    const { uploads } = await this.#api.call<typeof createUploads>('POST', '/api/member/uploads', {
      files: [{ name: file.name, type: file.type, size: file.size }],
    });
    const [form] = uploads;
    if (!form) return;
    photo.id = form.id;
    // The photo was removed while the service created the upload.
    if (photo.abort.signal.aborted) return this.#discard(photo);
    await postForm(form, file, photo.abort.signal, (sent) => this.#set(photo, { sent }));
    this.#set(photo, { state: 'checking', sent: 1 });
    await this.#complete(photo, form.id);
  }

  async #complete(photo: Photo, id: string): Promise<void> {
    const { upload } = await this.#judged(id);
    this.#set(photo, {
      state: upload.status === 'pending' ? 'checking' : upload.status,
      reason: upload.reason,
    });
  }

  /** The service checks a few photos at a time. After a reload, all that were posted ask at once. */
  async #judged(id: string): Promise<Answer<typeof completeUpload>> {
    for (let tryCount = 1; ; tryCount++) {
      try {
        return await this.#api.call<typeof completeUpload>('POST', `/api/member/uploads/${id}/complete`, {});
      } catch (error) {
        const isBusy = error instanceof ApiError && error.code === 'RATE_LIMIT_EXCEEDED';
        if (!isBusy || tryCount === COMPLETION_TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, COMPLETION_PAUSE));
      }
    }
  }

  async #attempt(photo: Photo, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (photo.abort.signal.aborted) return;
      if (error instanceof ApiError && error.code === 'UNAUTHORIZED') this.#fail(error);
      // Without an identifier the service refused to create the upload, so a retry cannot succeed.
      const isFinal = error instanceof ApiError && error.code === 'INVALID_REQUEST' && photo.id === undefined;
      const reason = error instanceof Error ? error.message : 'The photo was not uploaded. Try again.';
      this.#set(photo, { state: isFinal ? 'refused' : 'broken', reason });
    }
  }

  #set(photo: Photo, change: Partial<Photo>): void {
    Object.assign(photo, change);
    this.#changed(photo);
  }
}
