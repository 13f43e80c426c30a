import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accessDenied, notImplemented, S3Failure } from './failure.ts';
import { uriEncode } from './sigv4.ts';

export type Headers = Readonly<Record<string, string>>;

/** The object store behind the gate. It has no access control. */
export interface Engine {
  /** Passes a request on; the body, if any, in one piece. */
  send(method: string, path: string, headers?: Headers, body?: Buffer): Promise<IncomingMessage>;
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

export function objectPath(bucket: string, key: string): string {
  return `/${bucket}/${key.split('/').map(uriEncode).join('/')}`;
}

export function createEngine(url: string): Engine {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const writing = new Map<string, Promise<unknown>>();

  const open = (method: string, path: string, headers: Headers) =>
    httpRequest({ agent, hostname, port, method, path, headers });

  const send: Engine['send'] = async (method, path, headers = {}, body = Buffer.alloc(0)) => {
    const outgoing = open(method, path, { ...headers, 'Content-Length': String(body.length) });
    outgoing.end(body);
    const [response] = await once(outgoing, 'response');
    return response;
  };

  /** The engine ignores conditions on writes, so they are looked up first, one conditional write of a key at a time. */
  const checkPrecondition = async (path: string, { ifMatch, ifNoneMatch }: Precondition) => {
    if (ifNoneMatch !== undefined && ifNoneMatch !== '*')
      throw notImplemented('If-None-Match other than * on PUT');
    const head = await send('HEAD', path);
    head.resume();
    const exists = head.statusCode === 200;
    if ((ifNoneMatch !== undefined && exists) || (ifMatch !== undefined && head.headers.etag !== ifMatch)) {
      throw new S3Failure(
        412,
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
      );
    }
  };

  const write = async (path: string, headers: Headers, content: AsyncIterable<Buffer>) => {
    // Without a Content-Length the body ends with an explicit last chunk: when `content` throws, that is never sent,
    // and the engine drops what it has.
    const outgoing = open('PUT', path, { ...headers, 'Transfer-Encoding': 'chunked' });
    const [sent, answered] = await Promise.allSettled([
      pipeline(Readable.from(content), outgoing),
      once(outgoing, 'response') as Promise<[IncomingMessage]>,
    ]);
    // An engine that rejects the body early answers and closes the connection: its answer has the cause.
    if (answered.status === 'rejected') throw sent.status === 'rejected' ? sent.reason : answered.reason;
    const [response] = answered.value;
    if (response.statusCode !== 200) throw await readFailure(response);
    response.resume();
    return response.headers.etag ?? '';
  };

  return {
    send,
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

/** Turns an error answer of the engine into an S3Failure; one without S3's XML is read by its status. */
export async function readFailure(response: IncomingMessage): Promise<S3Failure> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  const status = response.statusCode ?? 500;
  if (status === 413) {
    return new S3Failure(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  }
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
