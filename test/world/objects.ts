import { createHash } from 'node:crypto';

interface StoredObject {
  bytes: Uint8Array;
  etag: string;
}

export interface RestRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
}

export interface RestResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

interface ObjectInput {
  Key?: string;
  Body?: Uint8Array;
  Prefix?: string;
  StartAfter?: string;
  ContinuationToken?: string;
  MaxKeys?: number;
  CopySource?: string;
  CopySourceIfMatch?: string;
  Delete?: { Objects: { Key: string }[] };
}

export const BUCKET = 'images';
const PAGE = 1000;

/** An error of a service, as the SDK throws it. */
export function failure(name: string, status: number): Error {
  return Object.assign(new Error(`The world answers with ${name}.`), {
    name,
    $metadata: { httpStatusCode: status },
  });
}

/** The images bucket. */
export class Objects {
  readonly #objects = new Map<string, StoredObject>();

  keys(prefix = ''): string[] {
    return [...this.#objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  put(key: string, bytes: Uint8Array): void {
    this.#objects.set(key, { bytes, etag: createHash('md5').update(bytes).digest('hex') });
  }

  apply(command: string, input: unknown): object {
    const given = input as ObjectInput;
    const { Key = '', Body = new Uint8Array() } = given;
    switch (command) {
      case 'PutObjectCommand':
        this.put(Key, Body);
        return {};
      case 'GetObjectCommand': {
        const { bytes, etag } = this.#find(Key);
        return { Body: { transformToByteArray: async () => bytes }, ETag: etag };
      }
      case 'CopyObjectCommand':
        this.#copy(given.CopySource ?? '', given.CopySourceIfMatch, Key);
        return {};
      case 'DeleteObjectsCommand':
        for (const object of given.Delete?.Objects ?? []) this.#objects.delete(object.Key);
        return {};
      case 'ListObjectsV2Command':
        return this.#list(given);
      default:
        throw new Error(`The world's bucket does not know ${command}: add it.`);
    }
  }

  /** The requests of shared/images/upload-store.ts. */
  rest({ method, path, query, headers }: RestRequest): RestResponse {
    const key = decodeURIComponent(path.slice(`/${BUCKET}/`.length));
    const answer = (body: Uint8Array = new Uint8Array(), etag = '') => ({
      statusCode: 200,
      headers: { etag },
      body,
    });
    try {
      if (method === 'DELETE') this.#objects.delete(key);
      else if (method === 'PUT') {
        this.#copy(headers['x-amz-copy-source'] ?? '', headers['x-amz-copy-source-if-match'], key);
      } else if (query['list-type']) {
        const found = this.keys(query.prefix).slice(0, 1);
        return answer(Buffer.from(found.map((each) => `<Key>${each}</Key>`).join('')));
      } else {
        const { bytes, etag } = this.#find(key);
        return answer(bytes, etag);
      }
      return answer();
    } catch (error) {
      const body = Buffer.from(`<Error><Code>${(error as Error).name}</Code></Error>`);
      return { statusCode: 404, headers: {}, body };
    }
  }

  #find(key: string): StoredObject {
    const object = this.#objects.get(key);
    if (!object) throw failure('NoSuchKey', 404);
    return object;
  }

  #copy(source: string, etag: string | undefined, to: string): void {
    const object = this.#find(decodeURIComponent(source.slice(BUCKET.length + 1)));
    if (etag !== undefined && etag !== object.etag) throw failure('PreconditionFailed', 412);
    this.#objects.set(to, object);
  }

  #list({ Prefix, StartAfter, ContinuationToken, MaxKeys = PAGE }: ObjectInput): object {
    const after = ContinuationToken ?? StartAfter ?? '';
    const found = this.keys(Prefix).filter((key) => key > after);
    const page = found.slice(0, MaxKeys);
    const token = found.length > page.length && { NextContinuationToken: page.at(-1) };
    return { Contents: page.map((Key) => ({ Key })), ...token };
  }
}
