import {
  CreateAccessKeyCommand,
  DeleteAccessKeyCommand,
  type IAMClient,
  ListAccessKeysCommand,
  NoSuchEntityException,
} from '@aws-sdk/client-iam';

/**
 * The quota of access keys per user.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
 */
export const ACCESS_KEYS_MAX = 2;

export interface ListedKey {
  accessKeyId: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** The IAM user whose access keys sign links. */
export class SignerUser {
  readonly #client: IAMClient;
  readonly #name: string;

  constructor(client: IAMClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** The access keys of the user. IAM is eventually consistent, so a new key may be missing. */
  async keys(): Promise<ListedKey[]> {
    const { AccessKeyMetadata = [] } = await this.#client.send(
      new ListAccessKeysCommand({ UserName: this.#name }),
    );
    return AccessKeyMetadata.flatMap(({ AccessKeyId, CreateDate }) =>
      AccessKeyId === undefined ? [] : [{ accessKeyId: AccessKeyId, createdAt: CreateDate?.getTime() ?? 0 }],
    );
  }

  /** @throws LimitExceededException when the user has two keys. */
  async createKey(): Promise<{ accessKeyId: string; secretAccessKey: string }> {
    const { AccessKey } = await this.#client.send(new CreateAccessKeyCommand({ UserName: this.#name }));
    const { AccessKeyId, SecretAccessKey } = AccessKey ?? {};
    if (!AccessKeyId || !SecretAccessKey)
      throw new Error(
        'IAM created an access key without returning it: delete it and run the rotation again.',
      );
    return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey };
  }

  /** Deletes a key, if it exists. The links that it has signed no longer work. */
  async deleteKey(accessKeyId: string): Promise<void> {
    try {
      await this.#client.send(new DeleteAccessKeyCommand({ UserName: this.#name, AccessKeyId: accessKeyId }));
    } catch (error) {
      if (!(error instanceof NoSuchEntityException)) throw error;
    }
  }
}
