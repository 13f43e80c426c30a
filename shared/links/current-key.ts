import { HOUR, MINUTE } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import type { SigningKey, SigningKeys } from './signing-key.ts';

/** The time for which a key is cached, in milliseconds. Every process signs with a new key within it. */
const CACHE_TIME = 5 * MINUTE;
/**
 * The time for which a key is used while reads fail, in milliseconds. A rotation keeps the former key valid
 * for longer.
 */
export const USABLE_FOR = HOUR;
const RETRY_INTERVAL = MINUTE;

/** The current signing key, cached in one process. */
export class CurrentKey {
  readonly #read: () => Promise<SigningKeys>;
  #cached: { key: SigningKey; readAt: number } | undefined;
  #readAgainAt = 0;

  constructor(read: () => Promise<SigningKeys>) {
    this.#read = read;
  }

  /**
   * @param now milliseconds since the epoch
   * @throws when no key exists, or none was read for an hour.
   */
  async get(now: number): Promise<SigningKey> {
    if (this.#cached && now < this.#readAgainAt) return this.#cached.key;
    try {
      const { current } = await this.#read();
      if (!current) throw new Error('No key to sign links exists yet: schedule/rotate-link-key creates it.');
      this.#cached = { key: current, readAt: now };
      this.#readAgainAt = now + CACHE_TIME;
      return current;
    } catch (error) {
      if (!this.#cached || now - this.#cached.readAt > USABLE_FOR) throw error;
      log.error('signing key not read, the cached one stays in use', error);
      this.#readAgainAt = now + RETRY_INTERVAL;
      return this.#cached.key;
    }
  }
}
