import type { IncomingMessage } from 'node:http';
import { S3Failure } from './failure.ts';
import { parseQuery, type Query } from './sigv4.ts';

/** A parsed path-style request; bucket and key are empty when the path has none. */
export interface S3Request {
  method: string;
  /** As received and signed: percent-encoded and with the base path. */
  path: string;
  bucket: string;
  key: string;
  query: Query;
  /** Lower-case names; repeated headers joined by commas, as they are signed. */
  headers: Map<string, string>;
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Throws `S3Failure` on a URL outside the base path, malformed encoding, a bad bucket name and dot segments. */
export function parseRequest(incoming: IncomingMessage, basePath: string): S3Request {
  const [path = '', ...queryParts] = (incoming.url ?? '').split('?');
  if (path !== basePath && !path.startsWith(`${basePath}/`)) throw invalidUri();
  try {
    const [bucket = '', ...keySegments] = path
      .slice(basePath.length + 1)
      .split('/')
      .map(decodeURIComponent);
    if (bucket !== '' && !BUCKET_NAME.test(bucket)) {
      throw new S3Failure(400, 'InvalidBucketName', 'The specified bucket is not valid.');
    }
    const key = keySegments.join('/');
    refuseDotSegments(key);
    return {
      method: incoming.method ?? '',
      path,
      bucket,
      key,
      query: parseQuery(queryParts.join('?')),
      headers: joinedHeaders(incoming.rawHeaders),
    };
  } catch (error) {
    throw error instanceof URIError ? invalidUri() : error;
  }
}

/** Rejects dot segments: S3 has no directories, but the engine stores files and would leave its directory. */
export function refuseDotSegments(key: string): void {
  if (key.split('/').some((segment) => segment === '.' || segment === '..')) throw invalidUri();
}

export function queryValue(request: S3Request, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}

function invalidUri(): S3Failure {
  return new S3Failure(400, 'InvalidURI', "Couldn't parse the specified URI.");
}

function joinedHeaders(raw: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return headers;
}
