import { isoTime, systemClock } from '../clock.ts';
import { type Engine, failureOf, type Headers, hideMissing, objectPath } from './engine.ts';
import { escapeXml, notImplemented, S3Failure } from './failure.ts';
import { refuseDotSegments, type S3Request } from './request.ts';
import { storedHeaders } from './stored-headers.ts';

export interface CopySource {
  bucket: string;
  key: string;
}

const SOURCE = 'x-amz-copy-source';
const IF_MATCH = 'x-amz-copy-source-if-match';
const DIRECTIVE = 'x-amz-metadata-directive';
/** Headers that describe an object; a copy keeps them unless the request replaces them. */
const OBJECT_HEADERS = ['content-type', 'content-disposition', 'content-language', 'cache-control'];

/**
 * The object that a request copies.
 * @throws S3Failure for a malformed source, and for conditions and directives that are not implemented.
 */
export function copySource({ headers }: S3Request): CopySource {
  const strange = [...headers.keys()].find((name) => name.startsWith(`${SOURCE}-`) && name !== IF_MATCH);
  if (strange !== undefined) throw notImplemented(`the header ${strange}`);
  const [, bucket = '', key = ''] = /^\/?([^/]+)\/([^?]+)$/s.exec(decoded(headers.get(SOURCE) ?? '')) ?? [];
  if (key === '') {
    throw new S3Failure(400, 'InvalidArgument', 'Copy Source must mention the source bucket and key.');
  }
  refuseDotSegments(key);
  return { bucket, key };
}

function decoded(source: string): string {
  try {
    return decodeURIComponent(source);
  } catch {
    throw new S3Failure(400, 'InvalidArgument', 'Invalid copy source encoding.');
  }
}

/**
 * Copies an object within the engine. The source is read once, so its condition holds for the bytes that are copied.
 * @param mayList whether the caller may learn that the source is missing
 * @returns the document that answers the request
 */
export async function copyObject(
  engine: Engine,
  { bucket, key, headers }: S3Request,
  source: CopySource,
  mayList: boolean,
): Promise<string> {
  const found = await engine.send('GET', objectPath(source.bucket, source.key));
  if (found.status !== 200) throw hideMissing(failureOf(found), mayList);
  const expected = headers.get(IF_MATCH);
  if (expected !== undefined && unquoted(expected) !== unquoted(found.headers.etag ?? '')) {
    throw new S3Failure(
      412,
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
      { Condition: IF_MATCH },
    );
  }
  const kept = headers.get(DIRECTIVE) === 'REPLACE' ? storedHeaders(headers) : headersOf(found.headers);
  const etag = await engine.put(objectPath(bucket, key), kept, inOnePiece(found.body), {});
  const modified = isoTime(systemClock.now());
  return `<?xml version="1.0" encoding="UTF-8"?>\n<CopyObjectResult><LastModified>${modified}</LastModified><ETag>${escapeXml(etag)}</ETag></CopyObjectResult>`;
}

async function* inOnePiece(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}

function headersOf(headers: Headers): Headers {
  const entries = Object.entries(headers).filter(
    ([name]) => OBJECT_HEADERS.includes(name) || name.startsWith('x-amz-meta-'),
  );
  return Object.fromEntries(entries);
}

function unquoted(etag: string): string {
  return etag.replace(/^"|"$/g, '');
}
