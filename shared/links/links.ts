import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Include } from '../contract/photo.ts';
import type { ImageSize } from '../images/image-sizes.ts';
import { type ModelRef, photoKey } from '../images/keys.ts';
import { DAY, isoTime, SECOND } from '../platform/clock.ts';

/**
 * Links to photos: presigned GETs that live 24 hours in fact. What a role signs dies with the role's temporary
 * credentials, so links are signed with a key of their own that may do nothing but read photos.
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

/** Signs links that all end at the same moment. Every photo link is made here and nowhere else. */
export class LinkSigner {
  /** The moment at which the links end, ISO 8601. */
  readonly expiresAt: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #signingDate: Date;

  /**
   * @param client that has the signing key for its credentials
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

const NOBODY: ModelRef = { organizationId: 'none', modelId: 'none' };
const ANSWER_WITHIN = 5 * SECOND;

/** Whether S3 knows the signer's key: asked with it for a photo that does not exist, it speaks of the photo, not of the key. */
export async function isAccepted(signer: LinkSigner): Promise<boolean> {
  const { main } = await signer.urls(NOBODY, 'none', 'main');
  const answer = await fetch(main, { signal: AbortSignal.timeout(ANSWER_WITHIN) });
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
  return ['AccessDenied', 'NoSuchKey'].includes(code);
}
