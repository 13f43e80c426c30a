import { createHash } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { HOUR, MINUTE } from '../platform/clock.ts';
import { log } from '../platform/log.ts';

const signingKey = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  createdAt: z.iso.datetime(),
});

/** An access key of the user that may do nothing but read photos. */
export type SigningKey = z.infer<typeof signingKey>;

const signingKeys = z.object({
  /** Signs links. */
  current: signingKey.optional(),
  /** Is to sign links as soon as S3 takes it. */
  next: signingKey.optional(),
  /** Signs no more, and lives on for the links that it has signed. */
  previous: z.object({ accessKeyId: z.string(), retiredAt: z.iso.datetime() }).optional(),
});

/** The value of the secret. */
export type SigningKeys = z.infer<typeof signingKeys>;

export interface StoredKeys {
  keys: SigningKeys;
  /** Of the secret; undefined as long as nothing was ever stored. */
  version: string | undefined;
}

/** Somebody else has stored keys meanwhile. */
export class KeysChanged extends Error {
  override readonly name = 'KeysChanged';

  constructor() {
    super('Somebody else has changed the signing keys at the same moment. Run it again.');
  }
}

/** The secret that holds the signing keys. */
export class SigningKeySecret {
  readonly #client: SecretsManagerClient;
  readonly #secretId: string;

  constructor(client: SecretsManagerClient, secretId: string) {
    this.#client = client;
    this.#secretId = secretId;
  }

  async read(): Promise<StoredKeys> {
    try {
      const { SecretString, VersionId } = await this.#client.send(
        new GetSecretValueCommand({ SecretId: this.#secretId }),
      );
      return { keys: signingKeys.parse(JSON.parse(SecretString || '{}')), version: VersionId };
    } catch (error) {
      // A secret that was never written has no value to be found.
      if (error instanceof ResourceNotFoundException) return { keys: {}, version: undefined };
      throw error;
    }
  }

  /**
   * Stores `keys` if nobody has stored anything since `after`, the version they were derived from.
   * @returns the new version
   * @throws KeysChanged when somebody has.
   */
  async write(keys: SigningKeys, after: string | undefined): Promise<string> {
    // Secrets Manager has no conditional write, but takes a version's id once: the successor of a version has one only.
    const version = createHash('sha256').update(`after ${after}`).digest('hex');
    const put = new PutSecretValueCommand({
      SecretId: this.#secretId,
      SecretString: JSON.stringify(keys),
      ClientRequestToken: version,
    });
    try {
      await this.#client.send(put);
    } catch (error) {
      throw error instanceof ResourceExistsException ? new KeysChanged() : error;
    }
    return version;
  }
}

/** How long a key is used before it is read again, so that a new one reaches everybody soon. */
const FRESH_FOR = 5 * MINUTE;
/** How long a key is used on while it cannot be read again. A rotation leaves it alive for longer. */
export const USABLE_FOR = HOUR;
const READ_AGAIN_AFTER = MINUTE;

/** The current signing key as one process knows it. */
export class CurrentKey {
  readonly #read: () => Promise<SigningKeys>;
  #known: { key: SigningKey; readAt: number } | undefined;
  #readAgainAt = 0;

  constructor(read: () => Promise<SigningKeys>) {
    this.#read = read;
  }

  /**
   * @param now milliseconds since the epoch
   * @throws when there is no key, or none could be read for an hour.
   */
  async get(now: number): Promise<SigningKey> {
    if (this.#known && now < this.#readAgainAt) return this.#known.key;
    try {
      const { current } = await this.#read();
      if (!current) throw new Error('There is no key yet that could sign links.');
      this.#known = { key: current, readAt: now };
      this.#readAgainAt = now + FRESH_FOR;
      return current;
    } catch (error) {
      if (!this.#known || now - this.#known.readAt > USABLE_FOR) throw error;
      log.error('signing key not read, the known one is used on', error);
      this.#readAgainAt = now + READ_AGAIN_AFTER;
      return this.#known.key;
    }
  }
}
