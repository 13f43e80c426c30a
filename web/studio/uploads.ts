import type { UploadReasonCode } from '../../shared/contract/upload-reason-codes.ts';
import { ApiError } from '../service/api.ts';
import { browserConnection, type Connection, pauseAfter, waitToRetry } from '../service/backoff.ts';
import { Turns } from '../service/turns.ts';
import type { ReasonCode } from '../text/reasons.ts';
import { type Form, STORAGE_REFUSED } from './post-form.ts';
import type { UploadService, Verdict } from './upload-service.ts';

export type PhotoState =
  /** Its file is read, and converted if it has to be. */
  | 'preparing'
  | 'queued'
  | 'sending'
  /** The service judges it. */
  | 'checking'
  | 'accepted'
  | 'refused'
  /** The service could not be reached, and is tried again without the member. */
  | 'interrupted'
  /** Only the member can go on. */
  | 'broken';

/** The reason why a photo is refused or broken. */
export type Trouble =
  /** `reason` is the sentence of the service, for codes that the page does not know. */
  | { name: 'refused'; code: string | undefined; reason?: string | undefined }
  /** Its file had not arrived when the page was left. */
  | { name: 'unsent' }
  | { name: 'failed'; error: unknown };

/** One photo of the member, and its progress. */
export interface Photo {
  /** Tells it from the others of the page. */
  readonly key: number;
  /** Absent for a photo that was added before a reload. */
  readonly file?: File | undefined;
  state: PhotoState;
  /** The fraction that has been sent, from 0 to 1. */
  sent: number;
  trouble?: Trouble | undefined;
  /** The object URL of a small image of it. */
  preview?: string | undefined;
  /** The identifier of the upload, once the service has created it. */
  id?: string | undefined;
}

/** A file that can be sent as it is, or the reason why not. */
export interface Prepared {
  file: File;
  preview?: string | undefined;
  reasonCode?: ReasonCode | undefined;
}

export interface UploadsOptions {
  service: UploadService;
  /** Reads a file, and converts it if it has to be. */
  prepare(file: File): Promise<Prepared>;
  /** Called whenever a photo was added, has changed or was removed. */
  changed(): void;
  /** Called when a photo was accepted. */
  accepted(photo: Photo): void;
  /** Shows an error that concerns more than one photo. */
  fail(error: unknown): void;
  connection?: Connection;
}

/** The upload of one photo. Every try continues where the last one was interrupted. */
interface Transfer {
  /** Ends all work on the photo. */
  readonly removal: AbortController;
  /** Ends the pause before the next try. */
  retry: AbortController;
  prepared?: File;
  /** Names one upload of the file to the service, however often it is asked for. */
  key: string;
  form?: Form;
  isPosted: boolean;
  failures: number;
}

const TRANSFERS_AT_ONCE = 3;
/** Tries in a row that may fail for reasons that pass: about two minutes, without the time that the browser is offline. */
const MOST_FAILURES = 8;
/** While other photos of the member are judged, a further judgement has to wait. */
const JUDGEMENT_PAUSE_MS = 2000;

const PASSING_CODES = ['OFFLINE', 'INTERNAL_ERROR', 'RATE_LIMIT_EXCEEDED', STORAGE_REFUSED];

const IN_PROGRESS: readonly PhotoState[] = ['preparing', 'queued', 'sending', 'checking', 'interrupted'];
export const isInProgress = ({ state }: Photo) => IN_PROGRESS.includes(state);

/** Whether leaving the page loses the photo. One that is checked has arrived. */
export const isUnsent = (photo: Photo) => isInProgress(photo) && photo.file !== undefined && photo.sent < 1;

/** Sends a member's photos to S3 and has the service check them. */
export class Uploads {
  #photos: readonly Photo[] = [];
  readonly #options: UploadsOptions;
  readonly #connection: Connection;
  readonly #transfers = new Map<Photo, Transfer>();
  /** The removals that are in progress or have failed. */
  readonly #removals = new Set<Promise<boolean>>();
  /** Images are decoded one after the other, because each takes much memory. */
  readonly #preparations = new Turns(1);
  readonly #turns = new Turns(TRANSFERS_AT_ONCE);
  #lastKey = 0;
  #isClosed = false;

  constructor(options: UploadsOptions) {
    this.#options = options;
    this.#connection = options.connection ?? browserConnection;
  }

  get photos(): readonly Photo[] {
    return this.#photos;
  }

  get acceptedCount(): number {
    return this.#photos.filter(({ state }) => state === 'accepted').length;
  }

  /** Adds the uploads that the service has already. Those without a verdict may have arrived just before a reload. */
  resume(known: readonly Verdict[]): void {
    for (const verdict of known) {
      const photo = this.#insert({ state: 'checking', sent: 1, id: verdict.id });
      if (verdict.status === 'pending') void this.#work(photo, { isPosted: true });
      else Object.assign(photo, verdictOn(verdict));
    }
    this.#options.changed();
  }

  add(files: Iterable<File>): void {
    for (const file of files) void this.#work(this.#insert({ file, state: 'preparing', sent: 0 }));
    this.#options.changed();
  }

  /** Continues a broken photo, or ends the pause of an interrupted one. */
  retry(photo: Photo): void {
    const transfer = this.#transfers.get(photo);
    if (photo.state === 'interrupted') transfer?.retry.abort();
    else if (photo.state === 'broken') void this.#work(photo, transfer);
  }

  async remove(photo: Photo): Promise<void> {
    this.#transfers.get(photo)?.removal.abort();
    this.#photos = this.#photos.filter((other) => other !== photo);
    this.#options.changed();
    const removal = this.#discard(photo);
    this.#removals.add(removal);
    // A photo that could not be removed is still among those of the next headshots.
    if (await removal) this.#removals.delete(removal);
    if (photo.preview !== undefined) URL.revokeObjectURL(photo.preview);
  }

  /** Waits until the service has removed every photo that the member has. @returns false when it could not. */
  async removalsEnd(): Promise<boolean> {
    const outcomes = await Promise.all(this.#removals);
    return outcomes.every((isRemoved) => isRemoved);
  }

  /**
   * Makes previews of the photos that were added before a reload, one after the other.
   * @param preview reads a small image of an upload, as an object URL; undefined without one
   */
  async showStored(
    ids: readonly string[],
    preview: (id: string) => Promise<string | undefined>,
  ): Promise<void> {
    for (const id of ids) {
      const photo = () => this.#photos.find((one) => one.id === id && one.preview === undefined);
      if (this.#isClosed || !photo()) continue;
      const made = await preview(id).catch(() => undefined);
      const shown = photo();
      if (made !== undefined && (this.#isClosed || !shown)) URL.revokeObjectURL(made);
      else if (shown) this.#set(shown, { preview: made });
    }
  }

  /** Ends all work. Photos that have arrived stay. */
  close(): void {
    for (const { removal } of this.#transfers.values()) removal.abort();
    this.#isClosed = true;
    for (const { preview } of this.#photos) if (preview !== undefined) URL.revokeObjectURL(preview);
  }

  #insert(fields: Omit<Photo, 'key'>): Photo {
    this.#lastKey += 1;
    const photo: Photo = { ...fields, key: this.#lastKey };
    this.#photos = [...this.#photos, photo];
    return photo;
  }

  /** Brings a photo from its file to its verdict. Failures that pass are tried again. */
  async #work(photo: Photo, state: Partial<Transfer> = {}): Promise<void> {
    const transfer: Transfer = { key: newKey(), isPosted: false, ...state, ...freshSignals(), failures: 0 };
    this.#transfers.set(photo, transfer);
    const { signal } = transfer.removal;
    this.#set(photo, { state: photo.file ? 'queued' : 'checking', trouble: undefined });
    while (!signal.aborted) {
      try {
        await this.#advance(photo, transfer);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(await this.#recovers(photo, transfer, error))) return;
      }
    }
  }

  async #advance(photo: Photo, transfer: Transfer): Promise<void> {
    if (photo.file && !transfer.prepared) await this.#prepare(photo, photo.file, transfer);
    if (photo.state === 'refused' || transfer.removal.signal.aborted) return;
    await this.#turns.take(async () => {
      if (!transfer.removal.signal.aborted) await this.#send(photo, transfer);
    });
  }

  async #prepare(photo: Photo, file: File, transfer: Transfer): Promise<void> {
    this.#set(photo, { state: 'preparing' });
    await this.#preparations.take(async () => {
      if (transfer.removal.signal.aborted) return;
      const { file: prepared, preview, reasonCode } = await this.#options.prepare(file);
      if (preview !== undefined && transfer.removal.signal.aborted) URL.revokeObjectURL(preview);
      transfer.prepared = prepared;
      this.#set(photo, {
        preview,
        ...(reasonCode === undefined
          ? { state: 'queued' }
          : { state: 'refused', trouble: { name: 'refused', code: reasonCode } }),
      });
    });
  }

  async #send(photo: Photo, transfer: Transfer): Promise<void> {
    const { service } = this.#options;
    const { signal } = transfer.removal;
    const file = transfer.prepared;
    if (file && !transfer.isPosted) {
      this.#set(photo, { state: 'sending', sent: 0 });
      if (!transfer.form) {
        const { id, ...form } = await service.create(file, transfer.key);
        transfer.form = form;
        photo.id = id;
        // The photo was removed while the service created the upload.
        if (signal.aborted) {
          await this.#discard(photo);
          return;
        }
      }
      await service.post(transfer.form, file, signal, (sent) => this.#set(photo, { sent }));
      transfer.isPosted = true;
      transfer.failures = 0;
    }
    if (photo.id === undefined) return;
    this.#set(photo, { state: 'checking', sent: 1 });
    const verdict = await service.judge(photo.id);
    if (signal.aborted) return;
    this.#set(photo, verdictOn(verdict));
    if (photo.state === 'accepted') this.#options.accepted(photo);
  }

  /** Waits for the next try. @returns false when there is none */
  async #recovers(photo: Photo, transfer: Transfer, error: unknown): Promise<boolean> {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'UNAUTHORIZED') this.#options.fail(error);
    // The announced upload has expired, or its file did not arrive: the next try announces the file anew.
    if (code === STORAGE_REFUSED || (transfer.isPosted && code === 'INVALID_REQUEST')) {
      if (!transfer.prepared) return this.#end(photo, { state: 'broken', trouble: { name: 'unsent' } });
      await this.#discard(photo);
      Object.assign(transfer, { key: newKey(), form: undefined, isPosted: false });
    } else if (code === 'INVALID_REQUEST' && error instanceof ApiError) {
      // The service does not create the upload, so that a further try cannot succeed.
      const trouble: Trouble = { name: 'refused', code: undefined, reason: error.message };
      return this.#end(photo, { state: 'refused', trouble });
    } else if (code === undefined || !PASSING_CODES.includes(code)) {
      return this.#end(photo, { state: 'broken', trouble: { name: 'failed', error } });
    }
    if (this.#connection.isOnline()) transfer.failures += 1;
    if (transfer.failures > MOST_FAILURES) {
      return this.#end(photo, { state: 'broken', trouble: { name: 'failed', error } });
    }
    const isBusy = code === 'RATE_LIMIT_EXCEEDED' && photo.state === 'checking';
    if (!isBusy) this.#set(photo, { state: 'interrupted' });
    transfer.retry = new AbortController();
    await waitToRetry(isBusy ? JUDGEMENT_PAUSE_MS : pauseAfter(transfer.failures), this.#connection, [
      transfer.removal.signal,
      transfer.retry.signal,
    ]);
    if (transfer.removal.signal.aborted) return false;
    // Also a photo that waits for its turn is no longer without a connection.
    if (!isBusy) this.#set(photo, { state: photo.file ? 'queued' : 'checking' });
    return true;
  }

  #end(photo: Photo, change: Partial<Photo>): false {
    this.#set(photo, change);
    return false;
  }

  /** Deletes the upload of a photo. @returns false when the service did not */
  async #discard(photo: Photo): Promise<boolean> {
    const { id } = photo;
    if (id === undefined) return true;
    photo.id = undefined;
    for (let failures = 1; ; failures++) {
      try {
        await this.#options.service.remove(id);
        return true;
      } catch (error) {
        const isPassing = error instanceof ApiError && PASSING_CODES.includes(error.code);
        if (!isPassing || failures > MOST_FAILURES) {
          this.#options.fail(error);
          return false;
        }
        await waitToRetry(pauseAfter(failures), this.#connection);
      }
    }
  }

  #set(photo: Photo, change: Partial<Photo>): void {
    Object.assign(photo, change);
    this.#options.changed();
  }
}

function verdictOn({ status, reason, reasonCode }: Verdict): Partial<Photo> {
  if (status !== 'refused')
    return { state: status === 'pending' ? 'checking' : 'accepted', trouble: undefined };
  const code: UploadReasonCode | undefined = reasonCode;
  return { state: 'refused', trouble: { name: 'refused', code, reason } };
}

function freshSignals() {
  return { removal: new AbortController(), retry: new AbortController() };
}

function newKey(): string {
  return crypto.randomUUID();
}
