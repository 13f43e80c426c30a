import type { MadeImage } from '../images.ts';

/** An object of the bucket: bytes, or an image that is drawn when it is read. */
export type StoredObject = Uint8Array | MadeImage;

/** The bucket of the stand-in, without versions. */
export class Objects {
  readonly #objects = new Map<string, StoredObject>();

  put(key: string, object: StoredObject): void {
    this.#objects.set(key, object);
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  delete(key: string): void {
    this.#objects.delete(key);
  }

  /** The keys with a prefix, sorted. */
  keys(prefix = ''): string[] {
    return [...this.#objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }
}

export function listedVersions(keys: readonly string[]): string {
  const versions = keys.map((key) => `<Version><Key>${key}</Key><VersionId>null</VersionId></Version>`);
  return document(
    `<ListVersionsResult><IsTruncated>false</IsTruncated>${versions.join('')}</ListVersionsResult>`,
  );
}

export function s3Error(code: string): string {
  return document(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

export function document(element: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element}`;
}
