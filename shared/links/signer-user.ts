import {
  CreateAccessKeyCommand,
  DeleteAccessKeyCommand,
  type IAMClient,
  ListAccessKeysCommand,
  NoSuchEntityException,
} from '@aws-sdk/client-iam';

/** Of one user. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
export const KEYS_AT_MOST = 2;

export interface ListedKey {
  accessKeyId: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** The IAM user in whose name links are signed. */
export class SignerUser {
  readonly #client: IAMClient;
  readonly #name: string;

  constructor(client: IAMClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Their access keys, of which IAM may not yet show one that was made a moment ago. */
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
    if (!AccessKeyId || !SecretAccessKey) throw new Error('IAM has made an access key, and not told it.');
    return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey };
  }

  /** All links that it has signed die. A key that is gone already is none to worry about. */
  async deleteKey(accessKeyId: string): Promise<void> {
    try {
      await this.#client.send(new DeleteAccessKeyCommand({ UserName: this.#name, AccessKeyId: accessKeyId }));
    } catch (error) {
      if (!(error instanceof NoSuchEntityException)) throw error;
    }
  }
}
