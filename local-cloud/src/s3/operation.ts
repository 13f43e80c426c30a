import { notImplemented } from './failure.ts';
import type { S3Request } from './request.ts';
import type { Query } from './sigv4.ts';

export interface Operation {
  name:
    | 'GetObject'
    | 'HeadObject'
    | 'PutObject'
    | 'CopyObject'
    | 'DeleteObject'
    | 'DeleteObjects'
    | 'ListObjectsV2'
    | 'HeadBucket';
  /** The IAM action that has to be allowed; none where every key in the body is authorized on its own. */
  action?: string;
  /** Query parameters that the engine needs. */
  query: Query;
  /** Response headers that the request sets itself, `response-content-disposition` for instance. */
  responseHeaders: Query;
}

const LIST_PARAMETERS = ['list-type', 'prefix', 'delimiter', 'max-keys', 'continuation-token', 'start-after'];
const RESPONSE_PREFIX = 'response-';

// Parameters of the signature, and those that the SDK's presigner adds. S3 ignores checksums in the query: the
// presigner computes them over the empty body that it signs.
const WITHOUT_MEANING =
  /^(X-Amz-(Algorithm|Content-Sha256|Credential|Date|Expires|Security-Token|Signature|SignedHeaders)|x-amz-checksum-\w+|x-amz-sdk-checksum-algorithm|x-id)$/;

// The engine would store the object and ignore these headers.
const UNSUPPORTED_HEADERS = ['x-amz-tagging', 'x-amz-object-lock-mode', 'x-amz-website-redirect-location'];

/**
 * Names the operation of a request; throws `S3Failure` 501 for an operation that is not listed here. Tagging is not:
 * the engine takes PutObjectTagging for a PutObject and replaces the image by the XML of its tags.
 */
export function identifyOperation(request: S3Request): Operation {
  const unsupported = UNSUPPORTED_HEADERS.find((name) => request.headers.has(name));
  if (unsupported !== undefined) throw notImplemented(`the header ${unsupported}`);
  const parameters = request.query.filter(([name]) => !WITHOUT_MEANING.test(name));
  const names = parameters.map(([name]) => name);
  return request.key === ''
    ? bucketOperation(request, parameters, names)
    : objectOperation(request, parameters, names);
}

function objectOperation(
  { method, headers }: S3Request,
  parameters: Query,
  names: readonly string[],
): Operation {
  const isCopy = headers.has('x-amz-copy-source');
  if (isCopy && method !== 'PUT') throw notImplemented(`${method} with a copy source`);
  const reading = method === 'GET' || method === 'HEAD';
  const foreign = names.find((name) => !(reading && name.startsWith(RESPONSE_PREFIX)));
  if (foreign !== undefined) throw notImplemented(`${method} of an object with ?${foreign}`);
  const responseHeaders = parameters.map(
    ([name, value]) => [name.slice(RESPONSE_PREFIX.length), value] as const,
  );
  const common = { query: [], responseHeaders };
  switch (method) {
    case 'GET':
      return { name: 'GetObject', action: 's3:GetObject', ...common };
    case 'HEAD':
      return { name: 'HeadObject', action: 's3:GetObject', ...common };
    case 'PUT':
      return { name: isCopy ? 'CopyObject' : 'PutObject', action: 's3:PutObject', ...common };
    case 'DELETE':
      return { name: 'DeleteObject', action: 's3:DeleteObject', ...common };
    default:
      throw notImplemented(`${method} of an object`);
  }
}

function bucketOperation(
  { method, bucket, query }: S3Request,
  parameters: Query,
  names: readonly string[],
): Operation {
  const common = { query: parameters, responseHeaders: [] };
  if (bucket !== '') {
    if (method === 'HEAD' && names.length === 0)
      return { name: 'HeadBucket', action: 's3:ListBucket', ...common };
    const listing = query.some(([name, value]) => name === 'list-type' && value === '2');
    if (method === 'GET' && listing && names.every((name) => LIST_PARAMETERS.includes(name))) {
      return { name: 'ListObjectsV2', action: 's3:ListBucket', ...common };
    }
    if (method === 'POST' && names.join() === 'delete') return { name: 'DeleteObjects', ...common };
  }
  throw notImplemented(`${method} of ${bucket === '' ? 'the service' : 'a bucket'} with ?${names.join('&')}`);
}
