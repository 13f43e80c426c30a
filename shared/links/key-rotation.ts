import { type Clock, DAY, isoTime, MINUTE } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { LINK_LIFETIME } from './links.ts';
import { KEYS_AT_MOST, type ListedKey, type SignerUser } from './signer-user.ts';
import {
  KeysChanged,
  type SigningKey,
  type SigningKeySecret,
  type SigningKeys,
  type StoredKeys,
  USABLE_FOR,
} from './signing-key.ts';

/** How long one key signs links. */
export const ROTATION_AGE = 30 * DAY;

/**
 * How long a former key lives on: somebody may have read it just before, use it for an hour at worst, and what
 * they sign then lasts a day. The rest is for clocks, and for a value of the secret that was read late.
 */
export const OVERLAP = LINK_LIFETIME + USABLE_FOR + 5 * MINUTE;

/** IAM and S3 hear of a new key by and by. AWS speaks of seconds. */
export const SETTLING = MINUTE;

export interface Rotation {
  user: SignerUser;
  secret: SigningKeySecret;
  /** Whether S3 takes what this key has signed. */
  accepts(key: SigningKey): Promise<boolean>;
  clock: Clock;
}

/**
 * Does what is due: makes the first key, prepares the next one after 30 days, lets it sign when S3 takes it, and
 * deletes the former one when the last of its links has ended. Each run begins with what is there and may end
 * anywhere; of two at a time, the one that stores later takes back what it made and throws.
 */
export async function advanceRotation(rotation: Rotation): Promise<SigningKeys> {
  const keyring = await Keyring.look(rotation);
  await keyring.tidy();
  await keyring.ensureCurrent();
  await keyring.promoteNext();
  await keyring.endOverlap(OVERLAP);
  if (keyring.isCurrentOld) await keyring.prepareNext();
  return keyring.keys;
}

/**
 * Prepares the next key now, whatever the current one's age. With `revoke`, every other key is deleted, and the links
 * it has signed die.
 * @throws when a former key still has to live on, and is not to be revoked: a user has two keys at most.
 */
export async function beginRotation(rotation: Rotation, revoke: boolean): Promise<SigningKeys> {
  const keyring = await Keyring.look(rotation);
  if (revoke) await keyring.deleteAllButCurrent();
  await keyring.tidy();
  await keyring.ensureCurrent();
  await keyring.endOverlap(OVERLAP);
  const { previous } = keyring.keys;
  if (previous) {
    const end = isoTime(Date.parse(previous.retiredAt) + OVERLAP);
    throw new Error(
      `The former key lives on until ${end}, since links signed with it do: --revoke ends both.`,
    );
  }
  await keyring.prepareNext();
  return keyring.keys;
}

/** Deletes the former key now: links that it has signed die. */
export async function revokeFormerKey(rotation: Rotation): Promise<SigningKeys> {
  const keyring = await Keyring.look(rotation);
  await keyring.endOverlap(0);
  return keyring.keys;
}

/** Deletes every key, for a stage that is taken down: IAM deletes no user who has one. */
export async function deleteKeys(rotation: Rotation): Promise<void> {
  const keyring = await Keyring.look(rotation);
  await keyring.deleteAll();
}

/** The keys as they were found, and as one run changes them: step by step, each of them true on its own. */
class Keyring {
  readonly #rotation: Rotation;
  #stored: StoredKeys;
  #listed: ListedKey[];

  private constructor(rotation: Rotation, stored: StoredKeys, listed: ListedKey[]) {
    this.#rotation = rotation;
    this.#stored = stored;
    this.#listed = listed;
  }

  static async look(rotation: Rotation): Promise<Keyring> {
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
   * Forgets keys that somebody has deleted. One that nobody knows of was made by a run that died, or stood in a
   * secret that was overwritten, and then it has signed links: it is treated as a former key.
   */
  async tidy(): Promise<void> {
    const { current, next, previous } = this.keys;
    if (previous && !this.#isListed(previous)) await this.#store({ previous: undefined });
    if (next && this.#isLost(next)) await this.#store({ next: undefined });
    if (this.keys.previous) return;
    const known = [current, next].map((key) => key?.accessKeyId);
    const unknown = this.#listed
      .filter(({ accessKeyId }) => !known.includes(accessKeyId))
      .sort((one, other) => other.createdAt - one.createdAt);
    if (unknown[0]) await this.#retire(unknown[0].accessKeyId);
  }

  /** Without a key there are no links, so the one made here has no time to settle. */
  async ensureCurrent(): Promise<void> {
    const { current, next } = this.keys;
    if (current && !this.#isLost(current)) return;
    if (next && this.#isListed(next)) {
      await this.#store({ current: next, next: undefined });
      return;
    }
    if (this.#listed.length >= KEYS_AT_MOST) await this.#deleteOldest();
    await this.#create((key) => ({ current: key, next: undefined }));
  }

  async promoteNext(): Promise<void> {
    const { current, next } = this.keys;
    if (!current || !next || this.#ageOf(next) < SETTLING) return;
    if (!(await this.#rotation.accepts(next))) {
      log.warn('S3 does not take the next signing key yet', { createdAt: next.createdAt });
      return;
    }
    await this.#store({ current: next, next: undefined, previous: this.#retired(current.accessKeyId) });
  }

  /** @param overlap how long a key lives on after it has signed its last link, in milliseconds */
  async endOverlap(overlap: number): Promise<void> {
    const { previous } = this.keys;
    if (!previous || this.#now - Date.parse(previous.retiredAt) < overlap) return;
    await this.#delete(previous.accessKeyId);
    await this.#store({ previous: undefined });
  }

  async prepareNext(): Promise<void> {
    const { next, previous } = this.keys;
    if (next || previous || this.#listed.length >= KEYS_AT_MOST) return;
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
    return !this.#isListed(key) && this.#ageOf(key) >= SETTLING;
  }

  #retired(accessKeyId: string) {
    return { accessKeyId, retiredAt: isoTime(this.#now) };
  }

  #retire(accessKeyId: string): Promise<void> {
    return this.#store({ previous: this.#retired(accessKeyId) });
  }

  /** Makes a key and stores it; of one that is not stored, because somebody else has stored, nobody knows the secret. */
  async #create(changeWith: (key: SigningKey) => Partial<SigningKeys>): Promise<void> {
    const key = { ...(await this.#rotation.user.createKey()), createdAt: isoTime(this.#now) };
    this.#listed = [...this.#listed, { accessKeyId: key.accessKeyId, createdAt: this.#now }];
    try {
      await this.#store(changeWith(key));
    } catch (error) {
      // After any other failure it may be stored all the same.
      if (error instanceof KeysChanged) await this.#rotation.user.deleteKey(key.accessKeyId);
      throw error;
    }
  }

  async #deleteOldest(): Promise<void> {
    const [oldest] = this.#listed.toSorted((one, other) => one.createdAt - other.createdAt);
    if (oldest) await this.#delete(oldest.accessKeyId);
    await this.tidy();
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
