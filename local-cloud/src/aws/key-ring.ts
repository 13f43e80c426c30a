import { randomBytes } from 'node:crypto';

export interface AccessKey {
  accessKeyId: string;
  secretAccessKey: string;
  /** Only for temporary credentials of a role. */
  sessionToken?: string;
}

/** A key and on whose behalf it acts: the ARN of a role or user, or the operator. */
export interface KeyHolder extends AccessKey {
  owner: string;
}

/** The owner of the key that tools use, who may do everything. */
export const OPERATOR = 'operator';

/** The access keys of the cloud: one for each role and for the operator, and those issued to users. */
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

  /** Deletes the key: requests signed with it are denied from now on. */
  withdraw(accessKeyId: string): void {
    this.#byId.delete(accessKeyId);
  }
}
