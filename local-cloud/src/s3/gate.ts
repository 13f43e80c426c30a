import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Log } from '../log.ts';
import { type Authenticated, type Authority, authenticate } from './authenticate.ts';
import { copyObject, copySource } from './copy-object.ts';
import { answerPreflight, applyCors, type CorsRule } from './cors.ts';
import { deletionResult, readDeletion } from './delete-objects.ts';
import {
  createEngine,
  type Engine,
  failureOf,
  hideMissing,
  type Method,
  type ObjectStore,
  objectPath,
} from './engine.ts';
import { S3Failure, sendFailure } from './failure.ts';
import { identifyOperation, type Operation } from './operation.ts';
import { verifiedPayload } from './payload.ts';
import { acceptPost } from './post-object.ts';
import { parseRequest, refuseDotSegments, type S3Request } from './request.ts';
import { storedHeaders } from './stored-headers.ts';

export interface S3GateOptions extends Authority {
  store: ObjectStore;
  /** First part of every path, as clients sign it; without a slash at its end. */
  basePath: string;
  /** The CORS configuration of the buckets; without it, pages of other origins may not read answers. */
  cors?: readonly CorsRule[];
  log: Pick<Log, 'report'>;
}

type Body = AsyncIterator<Buffer> & AsyncIterable<Buffer>;

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * S3 with path-style addresses, for browsers, partners and the SDK. A request passes to the engine only with a valid
 * signature of a known key that has the right. Features of S3 that are not implemented are answered with 501.
 */
export function createS3Gate({
  store,
  basePath,
  cors = [],
  log,
  ...authority
}: S3GateOptions): RequestHandler {
  const engine = createEngine(store);

  const handle = async (incoming: IncomingMessage, response: ServerResponse, body: Body) => {
    applyCors(incoming, response, cors);
    if (incoming.method === 'OPTIONS') {
      answerPreflight(incoming, response, cors);
      return;
    }
    const request = parseRequest(incoming, basePath);
    if (isBrowserPost(request)) {
      await acceptPost({ request, body, response, engine, authority });
      return;
    }
    const authenticated = authenticate(request, authority);
    const operation = identifyOperation(request);
    if (operation.action !== undefined) {
      const prefix = operation.query.find(([name]) => name === 'prefix')?.[1];
      authenticated.principal.authorize?.(operation.action, request.bucket, request.key, {
        ...authenticated.authentication,
        prefix,
      });
    }
    await perform(operation, { request, body, response, engine, authenticated });
  };

  return (incoming, response) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    const method = incoming.method ?? '';
    // An unread rest of the body stays in the stream, so that it can be drained later.
    const body: Body = incoming.iterator({ destroyOnReturn: false });
    handle(incoming, response, body).catch(async (error: unknown) => {
      if (incoming.socket.destroyed) {
        log.report('debug', `S3 lost the client of ${method} ${path}`);
        return;
      }
      const failure = error instanceof S3Failure ? error : unexpected(error, log);
      log.report(
        'debug',
        `S3 rejected ${method} ${path}: ${failure.status} ${failure.code}: ${failure.message}`,
      );
      await drain(incoming, body);
      if (response.headersSent) response.destroy();
      else sendFailure(response, failure, path, method);
    });
  };
}

/** Reads the rest of the body: clients read the answer only after they have sent everything. */
async function drain(incoming: IncomingMessage, body: Body): Promise<void> {
  await body.return?.();
  incoming.resume();
  // A client that closes the connection meanwhile needs no answer.
  await finished(incoming).catch(() => {});
}

function unexpected(error: unknown, log: Pick<Log, 'report'>): S3Failure {
  log.report('error', `S3 gate: ${error instanceof Error ? error.stack : String(error)}`);
  return new S3Failure(500, 'InternalError', 'We encountered an internal error. Please try again.');
}

function isBrowserPost({ method, key, headers }: S3Request): boolean {
  return method === 'POST' && key === '' && /^multipart\/form-data/i.test(headers.get('content-type') ?? '');
}

interface Exchange {
  request: S3Request;
  body: Body;
  response: ServerResponse;
  engine: Engine;
  authenticated: Authenticated;
}

function perform(operation: Operation, exchange: Exchange): Promise<void> {
  switch (operation.name) {
    case 'PutObject':
      return putObject(exchange);
    case 'CopyObject':
      return copy(exchange);
    case 'DeleteObjects':
      return deleteObjects(exchange);
    default:
      return forward(METHODS[operation.name], operation, exchange);
  }
}

const FORWARDED_HEADERS = [
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'x-amz-checksum-mode',
];

/** Headers that belong to the connection with the engine. */
const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'date'];

/** The methods of the operations that pass to the engine as they are. */
const METHODS = {
  GetObject: 'GET',
  HeadObject: 'HEAD',
  DeleteObject: 'DELETE',
  ListObjectsV2: 'GET',
  HeadBucket: 'HEAD',
} as const;

async function forward(method: Method, operation: Operation, exchange: Exchange): Promise<void> {
  const { request, response, engine, authenticated } = exchange;
  const headers: Record<string, string> = {};
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers.get(name);
    if (value !== undefined) headers[name] = value;
  }
  const query = new URLSearchParams(operation.query.map(([name, value]) => [name, value]));
  const path = `${objectPath(request.bucket, request.key)}?${query}`;
  const answer = await engine.send(method, path, headers);
  if (answer.status >= 400) {
    const mayList = authenticated.principal.mayList?.(request.bucket) !== false;
    throw hideMissing(failureOf(answer), mayList);
  }
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!HOP_HEADERS.includes(name)) response.setHeader(name, value);
  }
  for (const [name, value] of operation.responseHeaders) response.setHeader(name, value);
  response.writeHead(answer.status).end(answer.body);
  await finished(response);
}

async function putObject({ request, body, response, engine, authenticated }: Exchange): Promise<void> {
  const { bucket, key, headers } = request;
  const content = verifiedPayload(body, headers, authenticated.payloadHash);
  const etag = await engine.put(objectPath(bucket, key), storedHeaders(headers), content, {
    ifMatch: headers.get('if-match'),
    ifNoneMatch: headers.get('if-none-match'),
  });
  response.writeHead(200, { ETag: etag, 'Content-Length': '0' }).end();
}

/** Copies an object. The caller needs the right to read the source too. */
async function copy({ request, body, response, engine, authenticated }: Exchange): Promise<void> {
  const { principal, authentication, payloadHash } = authenticated;
  for await (const _ of verifiedPayload(body, request.headers, payloadHash));
  const source = copySource(request);
  principal.authorize?.('s3:GetObject', source.bucket, source.key, authentication);
  const mayList = principal.mayList?.(source.bucket) !== false;
  const document = await copyObject(engine, request, source, mayList);
  response.writeHead(200, { 'Content-Type': 'application/xml' }).end(document);
}

/** Deletes key by key, since the engine does not read the XML of DeleteObjects correctly. */
async function deleteObjects({ request, body, response, engine, authenticated }: Exchange): Promise<void> {
  const { bucket, headers } = request;
  const { keys, quiet } = await readDeletion(verifiedPayload(body, headers, authenticated.payloadHash));
  for (const key of keys) {
    refuseDotSegments(key);
    authenticated.principal.authorize?.('s3:DeleteObject', bucket, key, authenticated.authentication);
  }
  for (const key of keys) {
    const answer = await engine.send('DELETE', objectPath(bucket, key));
    if (answer.status !== 204) throw failureOf(answer);
  }
  response.writeHead(200, { 'Content-Type': 'application/xml' }).end(deletionResult(quiet ? [] : keys));
}
