import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { buildQueryString, escapeUriPath } from '@smithy/core/protocols';
import type { Include } from '../contract/photo.ts';
import type { ImageSize } from '../images/image-sizes.ts';
import { type ModelRef, photoKey } from '../images/keys.ts';
import { DAY, isoTime, SECOND } from '../platform/clock.ts';
import type { SigningKey } from './signing-key.ts';

/**
 * The lifetime of links to photos and uploads, which are presigned GETs, in milliseconds. A link that a role signs ends
 * with the role's temporary credentials, so links are signed with an access key that may only read these images.
 */
export const LINK_LIFETIME = DAY;

export interface PhotoUrls {
  main: string;
  thumbnail?: string;
  original?: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** A link signs no body. */
const PAYLOAD = 'UNSIGNED-PAYLOAD';

/**
 * Signs links to images that all end at the same time. No other code signs them. A link is the one that the SDK's
 * `getSignedUrl` makes of a GetObject command, byte for byte. All links of a signer have the same query but for its
 * signature, so that is written once, and each link costs one hash and one HMAC.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export class LinkSigner {
  /** The time at which the links end, ISO 8601. */
  readonly expiresAt: string;
  readonly #bucket: { origin: string; host: string; path: string };
  /** The query before and after its signature, the seventh of eight parameters in the order of their names. */
  readonly #before: string;
  readonly #after = 'X-Amz-SignedHeaders=host&x-id=GetObject';
  /** The date and the scope, with which the text to sign begins. */
  readonly #prefix: string;
  readonly #signingKey: KeyObject;

  /**
   * @param bucket the URL of the bucket, to which keys are appended
   * @param now milliseconds since the epoch
   */
  constructor({ accessKeyId, secretAccessKey }: SigningKey, region: string, bucket: URL, now: number) {
    const { origin, host, pathname } = bucket;
    this.#bucket = { origin, host, path: pathname.replace(/\/$/, '') };
    // A signature counts in whole seconds: signing at the second makes expiresAt the signature's real end.
    const signedAt = Math.floor(now / SECOND) * SECOND;
    this.expiresAt = isoTime(signedAt + LINK_LIFETIME);
    const time = isoTime(signedAt).replaceAll(/[-:]|\.\d+/g, '');
    const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
    this.#before = buildQueryString({
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Content-Sha256': PAYLOAD,
      'X-Amz-Credential': [accessKeyId, ...scope].join('/'),
      'X-Amz-Date': time,
      'X-Amz-Expires': String(LINK_LIFETIME / SECOND),
    });
    this.#prefix = [ALGORITHM, time, scope.join('/')].join('\n');
    const signingKey = scope.reduce(
      (key, part) => createHmac('sha256', key).update(part).digest(),
      Buffer.from(`AWS4${secretAccessKey}`),
    );
    // Node makes a key of bytes for each HMAC, which takes longer than the HMAC.
    this.#signingKey = createSecretKey(signingKey);
  }

  urls(model: ModelRef, photoId: string, include: Include): PhotoUrls {
    const link = (size: ImageSize) => this.sign(photoKey(model, photoId, size));
    if (include === 'main') return { main: link('main') };
    return { main: link('main'), thumbnail: link('thumbnail'), original: link('original') };
  }

  /** The link to an object of the bucket. */
  sign(key: string): string {
    const { origin, host, path: bucketPath } = this.#bucket;
    const path = `${bucketPath}/${escapeUriPath(key)}`;
    const request = `GET\n${path}\n${this.#before}&${this.#after}\nhost:${host}\n\nhost\n${PAYLOAD}`;
    const text = `${this.#prefix}\n${hash('sha256', request)}`;
    const signature = createHmac('sha256', this.#signingKey).update(text).digest('hex');
    return `${origin}${path}?${this.#before}&X-Amz-Signature=${signature}&${this.#after}`;
  }
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
