import { createHash } from 'node:crypto';
import { ResourceExistsException } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import type { Secret } from './secret.ts';

const signingKey = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  createdAt: z.iso.datetime(),
});

/** An access key of the user that may only read photos and uploads. */
export type SigningKey = z.infer<typeof signingKey>;

const signingKeys = z.object({
  /** The key that signs links. */
  current: signingKey.optional(),
  /** The key that signs links as soon as S3 accepts it. */
  next: signingKey.optional(),
  /** The former key, which stays valid for the links that it has signed. */
  previous: z.object({ accessKeyId: z.string(), retiredAt: z.iso.datetime() }).optional(),
});

/** The value of the secret. */
export type SigningKeys = z.infer<typeof signingKeys>;

export interface StoredKeys {
  keys: SigningKeys;
  /** The version of the secret; undefined before the first one. */
  version: string | undefined;
}

/** Another process stored keys in the meantime. */
export class KeysChanged extends Error {
  override readonly name = 'KeysChanged';

  constructor() {
    super('Another process has changed the signing keys at the same time. Run the command again.');
  }
}

/** The secret that holds the signing keys. */
export class SigningKeySecret {
  readonly #secret: Secret;

  constructor(secret: Secret) {
    this.#secret = secret;
  }

  async read(): Promise<StoredKeys> {
    const { value = {}, version } = (await this.#secret.read()) ?? {};
    return { keys: signingKeys.parse(value), version };
  }

  /**
   * Stores `keys` unless the secret has changed since the version `after`, from which they were derived.
   * @returns the new version
   * @throws KeysChanged when it has changed.
   */
  async write(keys: SigningKeys, after: string | undefined): Promise<string> {
    // Secrets Manager has no conditional write, but it accepts a version id once. The id of the next version
    // depends on `after` alone, so only one process can store a successor of that version.
    const version = createHash('sha256').update(`after ${after}`).digest('hex');
    try {
      await this.#secret.write(keys, version);
    } catch (error) {
      throw error instanceof ResourceExistsException ? new KeysChanged() : error;
    }
    return version;
  }
}
