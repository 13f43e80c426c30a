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

export interface PhotoUrls {
  main: string;
  thumbnail?: string;
  original?: string;
}

const SIZES: Record<Include, readonly ImageSize[]> = {
  main: ['main'],
  all: ['main', 'thumbnail', 'original'],
};

/**
 * Signs links to images that all end at the same time. No other code signs them. A link is the one that the SDK's
 * `getSignedUrl` makes of a GetObject command, byte for byte, without the client and its middlewares: those take seven
 * times as long as the signature, and a page can have 600 links.
 */
export class LinkSigner {
  /** The time at which the links end, ISO 8601. */
  readonly expiresAt: string;
  readonly #presigner: S3RequestPresigner;
  readonly #bucket: URL;
  readonly #signingDate: Date;

  /**
   * @param bucket the URL of the bucket, to which keys are appended
   * @param now milliseconds since the epoch
   */
  constructor(key: SigningKey, region: string, bucket: URL, now: number) {
    this.#presigner = presignerOf(key, region);
    this.#bucket = bucket;
    // A signature counts in whole seconds: signing at the second makes expiresAt the signature's real end.
    this.#signingDate = new Date(Math.floor(now / SECOND) * SECOND);
    this.expiresAt = isoTime(this.#signingDate.getTime() + LINK_LIFETIME);
  }

  async urls(model: ModelRef, photoId: string, include: Include): Promise<PhotoUrls> {
    const links = await Promise.all(
      SIZES[include].map(async (size) => [size, await this.sign(photoKey(model, photoId, size))] as const),
    );
    const { main = '', thumbnail, original }: Partial<Record<ImageSize, string>> = Object.fromEntries(links);
    return { main, ...(thumbnail && { thumbnail }), ...(original && { original }) };
  }

  /** The link to an object of the bucket. */
  async sign(key: string): Promise<string> {
    const { protocol, hostname, port, origin, pathname } = this.#bucket;
    const path = `${pathname.replace(/\/$/, '')}/${escapeUriPath(key)}`;
    const request = {
      method: 'GET',
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path,
      // The SDK names the operation, for S3's access logs.
      query: { 'x-id': 'GetObject' },
      headers: {},
    };
    const { query = {} } = await this.#presigner.presign(request, {
      expiresIn: LINK_LIFETIME / SECOND,
      signingDate: this.#signingDate,
    });
    return `${origin}${path}?${buildQueryString(query)}`;
  }
}

const presigners = new WeakMap<SigningKey, S3RequestPresigner>();

function presignerOf(key: SigningKey, region: string): S3RequestPresigner {
  const known = presigners.get(key);
  if (known) return known;
  const { accessKeyId, secretAccessKey } = key;
  const credentials = { accessKeyId, secretAccessKey };
  const presigner = new S3RequestPresigner({ credentials, region, sha256: Sha256 });
  presigners.set(key, presigner);
  return presigner;
}

const NO_MODEL: ModelRef = { organizationId: 'none', modelId: 'none' };
const ANSWER_TIMEOUT = 5 * SECOND;

/**
 * Whether S3 accepts the signer's key. The check requests a photo that does not exist: with an accepted key,
 * S3 answers with an error about the photo and not about the key.
 */
export async function isAccepted(signer: LinkSigner): Promise<boolean> {
  const { main } = await signer.urls(NO_MODEL, 'none', 'main');
  const answer = await fetch(main, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
  return ['AccessDenied', 'NoSuchKey'].includes(code);
}
