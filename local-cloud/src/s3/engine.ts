import { accessDenied, notImplemented, S3Failure } from './failure.ts';
import { uriEncode } from './sigv4.ts';

export type Headers = Readonly<Record<string, string>>;

/** An answer of the object store. */
export interface Answer {
  status: number;
  /** Lower-case names. */
  headers: Headers;
  body: Buffer;
}

export type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

/** The object store in this process: it answers a request for a path such as `/bucket/key`, without a connection. */
export type ObjectStore = (method: Method, path: string, headers: Headers, body?: Buffer) => Promise<Answer>;

/** The object store behind the gate. It has no access control. */
export interface Engine {
  /** Passes a request without a body on. */
  send(method: Method, path: string, headers?: Headers): Promise<Answer>;
  /** Stores an object once `content` has ended well; when it throws, nothing is stored. Answers the ETag. */
  put(
    path: string,
    headers: Headers,
    content: AsyncIterable<Buffer>,
    condition: Precondition,
  ): Promise<string>;
}

/** The conditional headers of a write. */
export interface Precondition {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** Room for an upload of 50 MB. An object is in memory until it is stored. */
export const LARGEST_OBJECT_BYTES = 64 * 1024 * 1024;

export function objectPath(bucket: string, key: string): string {
  return `/${bucket}/${key.split('/').map(uriEncode).join('/')}`;
}

export function createEngine(store: ObjectStore): Engine {
  const writing = new Map<string, Promise<unknown>>();

  /** The engine ignores conditions on writes, so they are looked up first, one conditional write of a key at a time. */
  const checkPrecondition = async (path: string, { ifMatch, ifNoneMatch }: Precondition) => {
    if (ifNoneMatch !== undefined && ifNoneMatch !== '*')
      throw notImplemented('If-None-Match other than * on PUT');
    const { status, headers } = await store('HEAD', path, {});
    const exists = status === 200;
    if ((ifNoneMatch !== undefined && exists) || (ifMatch !== undefined && headers.etag !== ifMatch)) {
      throw new S3Failure(
        412,
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
      );
    }
  };

  const write = async (path: string, headers: Headers, content: AsyncIterable<Buffer>) => {
    const answer = await store('PUT', path, headers, await whole(content));
    if (answer.status !== 200) throw failureOf(answer);
    return answer.headers.etag ?? '';
  };

  return {
    send: (method, path, headers = {}) => store(method, path, headers),
    async put(path, headers, content, condition) {
      if (condition.ifMatch === undefined && condition.ifNoneMatch === undefined) {
        return write(path, headers, content);
      }
      const previous = writing.get(path) ?? Promise.resolve();
      const current = previous
        .catch(() => {})
        .then(async () => {
          await checkPrecondition(path, condition);
          return write(path, headers, content);
        });
      writing.set(path, current);
      try {
        return await current;
      } finally {
        if (writing.get(path) === current) writing.delete(path);
      }
    },
  };
}

async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > LARGEST_OBJECT_BYTES) {
      throw new S3Failure(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** An error answer of the engine as an S3Failure; one without S3's XML is read by its status. */
export function failureOf({ status, body }: Answer): S3Failure {
  const text = body.toString('utf8');
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  return new S3Failure(
    status,
    element('Code') ?? 'InternalError',
    element('Message') ?? 'The engine failed.',
  );
}

/** Hides a missing key: a caller that may not list the bucket must not learn which keys exist. */
export function hideMissing(failure: S3Failure, mayList: boolean): S3Failure {
  return failure.status === 404 && failure.code !== 'NoSuchBucket' && !mayList ? accessDenied() : failure;
}
