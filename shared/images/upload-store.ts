import { ServiceException } from '@smithy/core/client';
import { escapeUriPath, HttpRequest } from '@smithy/core/protocols';
import { retryMiddleware, StandardRetryStrategy } from '@smithy/core/retry';
import { streamCollector } from '@smithy/core/serde';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { Sha256 } from '../links/sha256.ts';
import { awsClientSettings } from '../platform/aws-client.ts';

/** The operations on the images bucket that members' uploads need. */
export type UploadStore = Pick<S3UploadStore, 'exists' | 'readVersion' | 'copyVersion' | 'remove'>;

/** An object was replaced or deleted since it was read. */
export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged';
}

export interface UploadStoreOptions {
  /** The credentials of the function's role. */
  credentials(): Promise<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }>;
  region: string;
  /** The name of the images bucket. */
  bucket: string;
  /** The URL of the images bucket, to which keys are appended, and to which forms are posted. */
  url: URL;
}

const CALL = awsClientSettings({ size: 'large' });

/** The part of a request that an operation decides. */
interface Call {
  method: 'GET' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

interface Answer {
  headers: Record<string, string>;
  bytes: Uint8Array;
}

/**
 * The images bucket for the functions of uploads, by four requests of S3's REST API: the client of S3 is a third of
 * such a function's code. Signature, connections and retries are the SDK's own,
 * which a function has anyway for the table.
 */
export class S3UploadStore {
  readonly #bucket: string;
  readonly #url: URL;
  readonly #signer: SignatureV4;
  readonly #handler = new NodeHttpHandler(CALL.requestHandler);
  readonly #retries = new StandardRetryStrategy(CALL.maxAttempts);

  constructor({ credentials, region, bucket, url }: UploadStoreOptions) {
    this.#bucket = bucket;
    this.#url = url;
    // S3 alone signs the path as it is sent.
    this.#signer = new SignatureV4({
      credentials,
      region,
      service: 's3',
      sha256: Sha256,
      uriEscapePath: false,
    });
  }

  /** Whether the object exists, by listing its key, which is the first one that begins with it. */
  async exists(key: string): Promise<boolean> {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: key };
    const { bytes } = await this.#send({ method: 'GET', query });
    return Buffer.from(bytes).includes(`<Key>${key}</Key>`);
  }

  /**
   * An object together with its ETag, which names this version of it.
   * @throws when there is no such object.
   */
  async readVersion(key: string): Promise<{ bytes: Uint8Array; etag: string }> {
    const { bytes, headers } = await this.#send({ method: 'GET', key });
    const { etag } = headers;
    if (etag === undefined) throw new Error(`The object ${key} was returned without an ETag.`);
    return { bytes, etag };
  }

  /**
   * Copies one version of an object.
   * @throws ObjectChanged when the object is no longer that version.
   */
  async copyVersion(from: string, etag: string, to: string, contentType: string): Promise<void> {
    const headers = {
      'x-amz-copy-source': `${this.#bucket}/${escapeUriPath(from)}`,
      'x-amz-copy-source-if-match': etag,
      'x-amz-metadata-directive': 'REPLACE',
      'content-type': contentType,
    };
    try {
      await this.#send({ method: 'PUT', key: to, headers });
    } catch (error) {
      throw changedError(error, from);
    }
  }

  /** Removes objects, each by a request of its own. It is no error when one does not exist. */
  async remove(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.#send({ method: 'DELETE', key })));
  }

  /** @throws ServiceException, named by the code of S3's error, after the retries of an SDK client. */
  async #send(call: Call): Promise<Answer> {
    const request = this.#requestOf(call);
    const send = retryMiddleware({
      retryStrategy: async () => this.#retries,
      maxAttempts: async () => CALL.maxAttempts,
    })(async () => {
      const signed = HttpRequest.clone(await this.#signer.sign(request));
      const { response } = await this.#handler.handle(signed);
      const bytes = await streamCollector(response.body);
      const failure = failureOf(call.method, response.statusCode, bytes);
      if (failure) throw failure;
      return { response, output: { $metadata: {}, headers: response.headers, bytes } };
    }, {});
    return (await send({ input: call, request })).output;
  }

  #requestOf({ method, key, query = {}, headers = {} }: Call): HttpRequest {
    const { protocol, hostname, port, host, pathname } = this.#url;
    const bucketPath = pathname.replace(/\/$/, '');
    return new HttpRequest({
      method,
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path: key === undefined ? bucketPath || '/' : `${bucketPath}/${escapeUriPath(key)}`,
      query,
      headers: { ...headers, host },
    });
  }
}

/**
 * The error that an answer of S3 tells of. A copy that fails after it has begun is an error with status 200. The bytes of
 * an object are a stranger's, so what they say is no error.
 */
function failureOf(
  method: Call['method'],
  statusCode: number,
  bytes: Uint8Array,
): ServiceException | undefined {
  const isRefused = statusCode >= 300;
  if (!isRefused && method !== 'PUT') return undefined;
  const text = Buffer.from(bytes).toString();
  if (!isRefused && !text.includes('<Error>')) return undefined;
  const [, name = `Status${statusCode}`] = /<Code>(\w+)<\/Code>/.exec(text) ?? [];
  const [, reason = 'no message'] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
  // As the SDK counts it: such a copy is tried again.
  const httpStatusCode = isRefused ? statusCode : 500;
  return new ServiceException({
    name,
    message: `S3 answered ${statusCode} to a ${method}: ${reason}`,
    $fault: httpStatusCode >= 500 ? 'server' : 'client',
    $metadata: { httpStatusCode },
  });
}

/** The error of a conditional copy, as {@link ObjectChanged} where S3 tells that its source is another one. */
function changedError(error: unknown, from: string): unknown {
  const hasChanged = error instanceof Error && ['PreconditionFailed', 'NoSuchKey'].includes(error.name);
  return hasChanged ? new ObjectChanged(`The object ${from} has changed.`) : error;
}
