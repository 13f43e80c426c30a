import { type Clock, DAY, isoTime, MINUTE } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { USABLE_FOR } from './current-key.ts';
import { LINK_LIFETIME } from './links.ts';
import { ACCESS_KEYS_MAX, type ListedKey, type SignerUser } from './signer-user.ts';
import {
  KeysChanged,
  type SigningKey,
  type SigningKeySecret,
  type SigningKeys,
  type StoredKeys,
} from './signing-key.ts';

/** The time for which a key signs links, in milliseconds. */
export const ROTATION_AGE = 30 * DAY;

/**
 * The time for which a former key stays valid, in milliseconds. A process that read it just before the
 * rotation uses it for an hour at most, and its last links live for a day. Five minutes allow for clock skew
 * and late reads.
 */
export const OVERLAP = LINK_LIFETIME + USABLE_FOR + 5 * MINUTE;

/** The time until a new key is known throughout IAM and S3, in milliseconds. It usually takes seconds. */
export const PROPAGATION_TIME = MINUTE;

export interface Rotation {
  user: SignerUser;
  secret: SigningKeySecret;
  /** Whether S3 accepts what this key has signed. */
  accepts(key: SigningKey): Promise<boolean>;
  clock: Clock;
}

/**
 * Advances the rotation by every step whose time has come: creates the first key, prepares the next one after
 * 30 days, makes it the current one when S3 accepts it, and deletes the former one when its last link has
 * expired. A run continues from the stored state, and may be interrupted anywhere.
 * @throws KeysChanged when a concurrent run stored keys first. The key that this run created is deleted.
 */
export async function advanceRotation(rotation: Rotation): Promise<SigningKeys> {
  const keyring = await Keyring.read(rotation);
  await keyring.reconcile();
  await keyring.ensureCurrent();
  await keyring.promoteNext();
  await keyring.endOverlap(OVERLAP);
  if (keyring.isCurrentOld) await keyring.prepareNext();
  return keyring.keys;
}

/**
 * Prepares the next key now, whatever the age of the current one. With `revoke`, every key but the current
 * one is deleted, and the links that they have signed no longer work.
 * @throws without `revoke` while a former key is still valid, because IAM allows two keys per user.
 */
export async function beginRotation(rotation: Rotation, revoke: boolean): Promise<SigningKeys> {
  const keyring = await Keyring.read(rotation);
  if (revoke) await keyring.deleteAllButCurrent();
  await keyring.reconcile();
  await keyring.ensureCurrent();
  await keyring.endOverlap(OVERLAP);
  const { previous } = keyring.keys;
  if (previous) {
    const end = isoTime(Date.parse(previous.retiredAt) + OVERLAP);
    throw new Error(
      `The former key is valid until ${end}, for the links that it has signed. --revoke deletes it now, with its links.`,
    );
  }
  await keyring.prepareNext();
  return keyring.keys;
}

/** Deletes the former key now. The links that it has signed no longer work. */
export async function revokeFormerKey(rotation: Rotation): Promise<SigningKeys> {
  const keyring = await Keyring.read(rotation);
  await keyring.endOverlap(0);
  return keyring.keys;
}

/** Deletes every key when a stage is destroyed. IAM does not delete a user that has keys. */
export async function deleteKeys(rotation: Rotation): Promise<void> {
  const keyring = await Keyring.read(rotation);
  await keyring.deleteAll();
}

/**
 * The stored keys and the keys in IAM. One run changes them in steps, and every step leaves a valid state.
 */
class Keyring {
  readonly #rotation: Rotation;
  #stored: StoredKeys;
  #listed: ListedKey[];

  private constructor(rotation: Rotation, stored: StoredKeys, listed: ListedKey[]) {
    this.#rotation = rotation;
    this.#stored = stored;
    this.#listed = listed;
  }

  static async read(rotation: Rotation): Promise<Keyring> {
    const [stored, listed] = [await rotation.secret.read(), await rotation.user.keys()];
    return new Keyring(rotation, stored, listed);
  }

  get keys(): SigningKeys {
    return this.#stored.keys;
  }

  get isCurrentOld(): boolean {
    const { current } = this.keys;
    return current !== undefined && this.#ageOf(current) >= ROTATION_AGE;
  }

  /**
   * Makes the stored keys match those in IAM. It drops stored keys that were deleted in IAM. A key in IAM
   * that is not stored is from an interrupted run, or from a secret that was overwritten. In the second case
   * it has signed links, so it becomes the former key.
   */
  async reconcile(): Promise<void> {
    const { current, next, previous } = this.keys;
    if (previous && !this.#isListed(previous)) await this.#store({ previous: undefined });
    if (next && this.#isLost(next)) await this.#store({ next: undefined });
    if (this.keys.previous) return;
    const known = [current, next].map((key) => key?.accessKeyId);
    const unknown = this.#listed.find(({ accessKeyId }) => !known.includes(accessKeyId));
    if (unknown) await this.#store({ previous: this.#retired(unknown.accessKeyId) });
  }

  /**
   * Creates the current key if there is none. It signs without a wait, because without it there are no links.
   */
  async ensureCurrent(): Promise<void> {
    const { current, next } = this.keys;
    if (current && !this.#isLost(current)) return;
    if (next) {
      await this.#store({ current: next, next: undefined });
      return;
    }
    if (this.#listed.length >= ACCESS_KEYS_MAX) await this.#deleteOldest();
    await this.#create((key) => ({ current: key }));
  }

  async promoteNext(): Promise<void> {
    const { current, next } = this.keys;
    if (!current || !next || this.#ageOf(next) < PROPAGATION_TIME) return;
    if (!(await this.#rotation.accepts(next))) {
      log.warn('S3 does not accept the next signing key yet', { createdAt: next.createdAt });
      return;
    }
    await this.#store({ current: next, next: undefined, previous: this.#retired(current.accessKeyId) });
  }

  /** @param overlap how long a key stays valid after it was replaced, in milliseconds */
  async endOverlap(overlap: number): Promise<void> {
    const { previous } = this.keys;
    if (!previous || this.#now - Date.parse(previous.retiredAt) < overlap) return;
    await this.#delete(previous.accessKeyId);
    await this.#store({ previous: undefined });
  }

  async prepareNext(): Promise<void> {
    if (this.keys.next || this.#listed.length >= ACCESS_KEYS_MAX) return;
    await this.#create((key) => ({ next: key }));
  }

  async deleteAllButCurrent(): Promise<void> {
    const { current } = this.keys;
    for (const { accessKeyId } of this.#listed) {
      if (accessKeyId !== current?.accessKeyId) await this.#delete(accessKeyId);
    }
    await this.#store({ next: undefined, previous: undefined });
  }

  async deleteAll(): Promise<void> {
    for (const { accessKeyId } of this.#listed) await this.#delete(accessKeyId);
    await this.#store({ current: undefined, next: undefined, previous: undefined });
  }

  get #now(): number {
    return this.#rotation.clock.now();
  }

  #ageOf({ createdAt }: SigningKey): number {
    return this.#now - Date.parse(createdAt);
  }

  #isListed({ accessKeyId }: { accessKeyId: string }): boolean {
    return this.#listed.some((key) => key.accessKeyId === accessKeyId);
  }

  #isLost(key: SigningKey): boolean {
    return !this.#isListed(key) && this.#ageOf(key) >= PROPAGATION_TIME;
  }

  #retired(accessKeyId: string) {
    return { accessKeyId, retiredAt: isoTime(this.#now) };
  }

  /**
   * Creates a key and stores it. A key that a concurrent run keeps from being stored is deleted: its secret
   * is lost.
   */
  async #create(changeWith: (key: SigningKey) => Partial<SigningKeys>): Promise<void> {
    const key = { ...(await this.#rotation.user.createKey()), createdAt: isoTime(this.#now) };
    this.#listed = [...this.#listed, { accessKeyId: key.accessKeyId, createdAt: this.#now }];
    try {
      await this.#store(changeWith(key));
    } catch (error) {
      // After any other error the key may be stored.
      if (error instanceof KeysChanged) await this.#rotation.user.deleteKey(key.accessKeyId);
      throw error;
    }
  }

  async #deleteOldest(): Promise<void> {
    const [oldest] = this.#listed.toSorted((one, other) => one.createdAt - other.createdAt);
    if (oldest) await this.#delete(oldest.accessKeyId);
    await this.reconcile();
  }

  async #delete(accessKeyId: string): Promise<void> {
    await this.#rotation.user.deleteKey(accessKeyId);
    this.#listed = this.#listed.filter((key) => key.accessKeyId !== accessKeyId);
  }

  async #store(change: Partial<SigningKeys>): Promise<void> {
    const keys = { ...this.keys, ...change };
    this.#stored = { keys, version: await this.#rotation.secret.write(keys, this.#stored.version) };
  }
}
