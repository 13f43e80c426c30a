import { ApiError } from './api.ts';

declare global {
  interface Window {
    /** Only Chromium has it, and not in frames of other sites. https://wicg.github.io/file-system-access/ */
    showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
  }
}

/** The bytes behind a link to the bucket of images. @throws ApiError. */
export async function readImage(link: string, signal?: AbortSignal): Promise<Blob> {
  // An answer that an image element has put into the cache lacks the headers that let the page read it.
  const options = { credentials: 'omit', cache: 'no-store', ...(signal && { signal }) } as const;
  const response = await fetch(link, options).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError('OFFLINE');
  });
  if (!response.ok) throw new ApiError('NOT_FOUND', 'The headshot could not be read. Reload the page.');
  return response.blob();
}

/** Has the browser save a file. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Has the browser save a table. */
export function saveCsv(table: string, name: string): void {
  saveBlob(new Blob([table], { type: 'text/csv;charset=utf-8' }), name);
}

/**
 * Asks where to save a file, and has its bytes written there as they come. Without such a dialog the file is collected
 * in memory first.
 * @returns a function that writes the file, or undefined when the person has cancelled
 */
export async function chooseFile(name: string): Promise<Save | undefined> {
  const collect: Save = async (bytes) => {
    const parts: BlobPart[] = [];
    for await (const part of bytes) parts.push(part);
    saveBlob(new Blob(parts, { type: 'application/zip' }), name);
  };
  if (!window.showSaveFilePicker) return collect;
  try {
    const file = await window.showSaveFilePicker({ suggestedName: name });
    return async (bytes) => {
      const target = await file.createWritable();
      try {
        for await (const part of bytes) await target.write(part);
      } catch (error) {
        // Nothing half is left behind.
        await target.abort();
        throw error;
      }
      await target.close();
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // The pages around a frame may not allow the dialog.
    return collect;
  }
}

export type Save = (bytes: AsyncIterable<Uint8Array<ArrayBuffer>>) => Promise<void>;

/** The date in the browser's time zone, for the name of a file: `2026-03-01`. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
