import { randomBytes } from 'node:crypto';

export interface AccessKey {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of a role's temporary credentials. */
  sessionToken?: string;
}

/** A key and on whose behalf it acts: the ARN of a role or user, or the operator. */
export interface KeyHolder extends AccessKey {
  owner: string;
}

/** Owner of the key that tools use; it may do everything. */
export const OPERATOR = 'operator';

/** Who calls the cloud, and with which key: roles and the operator have one each, users those that are made for them. */
export class KeyRing {
  readonly #byOwner = new Map<string, KeyHolder>();
  readonly #byId = new Map<string, KeyHolder>();

  /** The owner's one key, made at the first call. `kind` AKIA marks a lasting key, ASIA a role's. */
  keyOf(owner: string, kind: 'AKIA' | 'ASIA'): KeyHolder {
    const known = this.#byOwner.get(owner);
    if (known !== undefined) return known;
    const holder = this.issue(owner, kind);
    this.#byOwner.set(owner, holder);
    return holder;
  }

  /** A further key of the owner's. */
  issue(owner: string, kind: 'AKIA' | 'ASIA' = 'AKIA'): KeyHolder {
    const holder: KeyHolder = {
      owner,
      accessKeyId: kind + randomBytes(8).toString('hex').toUpperCase(),
      secretAccessKey: randomBytes(30).toString('base64'),
      ...(kind === 'ASIA' ? { sessionToken: randomBytes(48).toString('base64') } : {}),
    };
    this.#byId.set(holder.accessKeyId, holder);
    return holder;
  }

  find(accessKeyId: string): KeyHolder | undefined {
    return this.#byId.get(accessKeyId);
  }

  /** From now on nobody knows the key. */
  withdraw(accessKeyId: string): void {
    this.#byId.delete(accessKeyId);
  }
}
