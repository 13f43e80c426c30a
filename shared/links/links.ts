import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { buildQueryString, escapeUriPath } from '@smithy/core/protocols';
import type { Include } from '../contract/photo.ts';
import type { ImageSize } from '../images/image-sizes.ts';
import { type ModelRef, photoKey } from '../images/keys.ts';
import { DAY, isoTime, SECOND } from '../platform/clock.ts';
import { Sha256 } from './sha256.ts';
import type { SigningKey } from './signing-key.ts';

/**
 * The lifetime of links to photos and uploads, which are presigned GETs, in milliseconds. A link that a role signs ends
 * with the role's temporary credentials, so links are signed with an access key that may only read these images.
 */
export const LINK_LIFETIME = DAY;

/**
 * The Cache-Control with which S3 answers links. It is part of what is signed. Images are read by links only, so that
 * those which were stored before have it, too.
 */
const CACHE_CONTROL = 'private, no-store';

export interface PhotoUrls {
  main: string;
  thumbnail?: string;
  original?: string;
}

/**
 * Signs links to images that all end at the same time. No other code signs them. A link is the one that the SDK's
 * `getSignedUrl` makes of a GetObject command, byte for byte. All links of a signer have the same query but for its
 * signature, so the presigner writes the query once, and each link costs one hash and one HMAC.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export class LinkSigner {
  /** The time at which the links end, ISO 8601. */
  readonly expiresAt: string;
  readonly #bucket: BucketAddress;
  readonly #query: SharedQuery;
  readonly #signingKey: KeyObject;

  private constructor(
    expiresAt: string,
    bucket: BucketAddress,
    { query, signingKey }: { query: SharedQuery; signingKey: KeyObject },
  ) {
    this.expiresAt = expiresAt;
    this.#bucket = bucket;
    this.#query = query;
    this.#signingKey = signingKey;
  }

  /**
   * @param url the URL of the bucket, to which keys are appended
   * @param now milliseconds since the epoch
   */
  static async create(key: SigningKey, region: string, url: URL, now: number): Promise<LinkSigner> {
    const bucket = addressOf(url);
    // A signature counts in whole seconds: signing at the second makes expiresAt the signature's real end.
    const signedAt = new Date(Math.floor(now / SECOND) * SECOND);
    const query = await sharedQuery(key, region, bucket, signedAt);
    const signingKey = signingKeyOf(key, query.scope);
    return new LinkSigner(isoTime(signedAt.getTime() + LINK_LIFETIME), bucket, { query, signingKey });
  }

  urls(model: ModelRef, photoId: string, include: Include): PhotoUrls {
    const link = (size: ImageSize) => this.sign(photoKey(model, photoId, size));
    if (include === 'main') return { main: link('main') };
    return { main: link('main'), thumbnail: link('thumbnail'), original: link('original') };
  }

  /** The link to an object of the bucket. */
  sign(key: string): string {
    const { origin, host, path: bucketPath } = this.#bucket;
    const { signed, textStart, before, after } = this.#query;
    const path = `${bucketPath}/${escapeUriPath(key)}`;
    const request = `GET\n${path}\n${signed}\nhost:${host}\n\nhost\nUNSIGNED-PAYLOAD`;
    const text = `${textStart}\n${hash('sha256', request)}`;
    const signature = createHmac('sha256', this.#signingKey).update(text).digest('hex');
    return `${origin}${path}?${before}${signature}${after}`;
  }
}

interface BucketAddress {
  origin: string;
  host: string;
  /** The path of the bucket, without a slash at its end. */
  path: string;
}

/** The query of all links of a signer. */
interface SharedQuery {
  /** The query without a signature, as it is signed. */
  signed: string;
  /** The query before and after the signature. */
  before: string;
  after: string;
  /** Day, region, service and the type of the request. */
  scope: readonly string[];
  /** The start of the text to sign: algorithm, time and scope. */
  textStart: string;
}

function addressOf({ origin, host, pathname }: URL): BucketAddress {
  return { origin, host, path: pathname.replace(/\/$/, '') };
}

/** Takes the query of a link to the bucket itself, as the SDK's presigner writes it without the client of S3. */
async function sharedQuery(
  { accessKeyId, secretAccessKey }: SigningKey,
  region: string,
  { host, path }: BucketAddress,
  signingDate: Date,
): Promise<SharedQuery> {
  const presigner = new S3RequestPresigner({
    credentials: { accessKeyId, secretAccessKey },
    region,
    sha256: Sha256,
  });
  // The SDK names the operation, for S3's access logs. The host has its port: only the text of a header is signed.
  const get = {
    method: 'GET',
    protocol: 'https:',
    hostname: host,
    path,
    query: { 'x-id': 'GetObject', 'response-cache-control': CACHE_CONTROL },
    headers: {},
  };
  const { query = {} } = await presigner.presign(get, { expiresIn: LINK_LIFETIME / SECOND, signingDate });
  const { 'X-Amz-Signature': signature, ...others } = query;
  const [before = '', after = ''] = buildQueryString(query).split(String(signature));
  const [, ...scope] = String(query['X-Amz-Credential']).split('/');
  const textStart = [query['X-Amz-Algorithm'], query['X-Amz-Date'], scope.join('/')].join('\n');
  return { signed: buildQueryString(others), before, after, scope, textStart };
}

function signingKeyOf({ secretAccessKey }: SigningKey, scope: readonly string[]): KeyObject {
  const key = scope.reduce(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  // Node makes a key of bytes for each HMAC, which takes longer than the HMAC.
  return createSecretKey(key);
}

const NO_MODEL: ModelRef = { organizationId: 'none', modelId: 'none' };
const ANSWER_TIMEOUT = 5 * SECOND;

/**
 * Whether S3 accepts the signer's key. The check requests a photo that does not exist: with an accepted key,
 * S3 answers with an error about the photo and not about the key.
 */
export async function isAccepted(signer: LinkSigner): Promise<boolean> {
  const { main } = signer.urls(NO_MODEL, 'none', 'main');
  const answer = await fetch(main, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
  return ['AccessDenied', 'NoSuchKey'].includes(code);
}
