import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import * as z from 'zod';
import type { Include } from '../contract/schemas.ts';
import { type Clock, DAY, isoTime, MINUTE, SECOND } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { type ModelRef, photoKey } from './keys.ts';
import type { PictureSize } from './picture-sizes.ts';
import { s3Client } from './s3-client.ts';

/**
 * Links to photos: presigned GETs that live 24 hours in fact. What a role signs dies with the role's temporary
 * credentials, so links are signed with a key of their own that may do nothing but read photos.
 */
export const LINK_LIFETIME = DAY;

/** How long a function keeps the key it read, so that a rotated one reaches everybody soon. */
const KEY_LIFETIME = 5 * MINUTE;

const signingKey = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

export interface PhotoUrls {
  main: string;
  thumbnail?: string;
  original?: string;
}

const SIZES: Record<Include, readonly PictureSize[]> = {
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
    const {
      main = '',
      thumbnail,
      original,
    }: Partial<Record<PictureSize, string>> = Object.fromEntries(links);
    return { main, ...(thumbnail && { thumbnail }), ...(original && { original }) };
  }

  #sign(key: string): Promise<string> {
    return getSignedUrl(this.#client, new GetObjectCommand({ Bucket: this.#bucket, Key: key }), {
      expiresIn: LINK_LIFETIME / SECOND,
      signingDate: this.#signingDate,
    });
  }
}

let cached: { client: S3Client; readAt: number } | undefined;

/** A signer with the deployed signing key, for links that end 24 hours from now. */
export async function deployedLinkSigner(clock: Clock): Promise<LinkSigner> {
  const now = clock.now();
  if (!cached || now - cached.readAt > KEY_LIFETIME) {
    cached = { client: s3Client({ credentials: await readSigningKey() }), readAt: now };
  }
  return new LinkSigner(cached.client, environment('PICTURES_BUCKET'), now);
}

async function readSigningKey(): Promise<z.infer<typeof signingKey>> {
  const { SecretString } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: environment('LINK_SIGNER_SECRET') }),
  );
  return signingKey.parse(JSON.parse(SecretString ?? ''));
}
