import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * Signature Version 4 as S3 uses it, implemented from its documentation instead of with the SDK's signer: the gate
 * would otherwise accept every mistake of that signer.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export const ALGORITHM = 'AWS4-HMAC-SHA256';
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

export type Query = readonly (readonly [name: string, value: string])[];

export interface Scope {
  accessKeyId: string;
  /** YYYYMMDD */
  date: string;
  region: string;
  service: string;
}

export interface CanonicalInput {
  method: string;
  /** Path as received, percent-encoded. */
  path: string;
  query: Query;
  headers: ReadonlyMap<string, string>;
  signedHeaders: readonly string[];
  payloadHash: string;
}

/** Decodes a query string; throws URIError on malformed percent-encoding. */
export function parseQuery(text: string): Query {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decodeQueryPart(name), decodeQueryPart(value.join('='))] as const;
    });
}

function decodeQueryPart(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes a path segment by segment, whatever the client's encoding; throws URIError when that is malformed. */
function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((segment) => uriEncode(decodeURIComponent(segment)))
    .join('/');
}

export function canonicalRequest(input: CanonicalInput): string {
  const query = input.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = input.signedHeaders.map(
    (name) => `${name}:${(input.headers.get(name) ?? '').trim().replace(/ +/g, ' ')}\n`,
  );
  return [
    input.method,
    canonicalPath(input.path),
    query,
    headers.join(''),
    input.signedHeaders.join(';'),
    input.payloadHash,
  ].join('\n');
}

/** Sorts by code unit. Percent-encoded text is ASCII, where this is the byte order that SigV4 requires. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function stringToSign(canonical: string, timestamp: string, scope: Scope): string {
  const credentialScope = `${scope.date}/${scope.region}/${scope.service}/aws4_request`;
  return [ALGORITHM, timestamp, credentialScope, hash('sha256', canonical)].join('\n');
}

/** Signs a string to sign, or the base64 of a POST policy, which takes its place. Lower-case hexadecimal. */
export function signString(text: string, secretAccessKey: string, scope: Scope): string {
  return createHmac('sha256', signingKey(secretAccessKey, scope)).update(text).digest('hex');
}

/** Signing keys by secret, day, region and service; the requests of one day share a few. */
const signingKeys = new Map<string, KeyObject>();
const MOST_SIGNING_KEYS = 1000;

/**
 * The key that a day's requests to a service are signed with. It is derived once: four HMACs take longer than
 * everything else that a signature needs. It is kept by the secret, not by the access key's id, so the key of a
 * replaced secret is never used for its successor.
 */
function signingKey(secretAccessKey: string, { date, region, service }: Scope): KeyObject {
  const name = JSON.stringify([secretAccessKey, date, region, service]);
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  const derived = [date, region, service, 'aws4_request'].reduce<KeyObject>(
    (previous, part) => createSecretKey(createHmac('sha256', previous).update(part).digest()),
    createSecretKey(`AWS4${secretAccessKey}`, 'utf8'),
  );
  if (signingKeys.size >= MOST_SIGNING_KEYS) signingKeys.clear();
  signingKeys.set(name, derived);
  return derived;
}

export function sameSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Splits `AKID/20260101/eu-west-1/s3/aws4_request`; undefined when it is not of that form. */
export function parseScope(credential: string): Scope | undefined {
  const match = /^([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(credential);
  if (match === null) return undefined;
  const [, accessKeyId = '', date = '', region = '', service = ''] = match;
  return { accessKeyId, date, region, service };
}

/** Milliseconds since the epoch of `20260101T120000Z`; undefined when it is not of that form. */
export function parseTimestamp(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}
