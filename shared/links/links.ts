import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Include } from '../contract/photo.ts';
import type { ImageSize } from '../images/image-sizes.ts';
import { type ModelRef, photoKey } from '../images/keys.ts';
import { DAY, isoTime, SECOND } from '../platform/clock.ts';

/**
 * The lifetime of photo links, which are presigned GETs, in milliseconds. A link that a role signs ends with
 * the role's temporary credentials, so photo links are signed with an access key that may only read photos.
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

/** Signs photo links that all end at the same time. No other code signs them. */
export class LinkSigner {
  /** The time at which the links end, ISO 8601. */
  readonly expiresAt: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #signingDate: Date;

  /**
   * @param client a client with the signing key as its credentials
   * @param now milliseconds since the epoch
   */
  constructor(client: S3Client, bucket: string, now: number) {
    this.#client = client;
    this.#bucket = bucket;
    // A signature counts in whole seconds: signing at the second makes expiresAt the signature's real end.
    this.#signingDate = new Date(Math.floor(now / SECOND) * SECOND);
    this.expiresAt = isoTime(this.#signingDate.getTime() + LINK_LIFETIME);
  }

  async urls(model: ModelRef, photoId: string, include: Include): Promise<PhotoUrls> {
    const links = await Promise.all(
      SIZES[include].map(async (size) => [size, await this.#sign(photoKey(model, photoId, size))] as const),
    );
    const { main = '', thumbnail, original }: Partial<Record<ImageSize, string>> = Object.fromEntries(links);
    return { main, ...(thumbnail && { thumbnail }), ...(original && { original }) };
  }

  #sign(key: string): Promise<string> {
    return getSignedUrl(this.#client, new GetObjectCommand({ Bucket: this.#bucket, Key: key }), {
      expiresIn: LINK_LIFETIME / SECOND,
      signingDate: this.#signingDate,
    });
  }
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
