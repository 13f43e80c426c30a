import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

/** A secret of Secrets Manager with a JSON value. */
export class Secret {
  readonly #client: SecretsManagerClient;
  readonly #id: string;

  constructor(client: SecretsManagerClient, id: string) {
    this.#client = client;
    this.#id = id;
  }

  /** @returns undefined before a value was stored. */
  async read(): Promise<{ value: unknown; version: string | undefined } | undefined> {
    try {
      const { SecretString, VersionId } = await this.#client.send(
        new GetSecretValueCommand({ SecretId: this.#id }),
      );
      return { value: JSON.parse(SecretString || '{}'), version: VersionId };
    } catch (error) {
      // Secrets Manager answers a read of a secret without a value with this error.
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  /** @param version the id of the new version, which Secrets Manager accepts once */
  async write(value: unknown, version?: string): Promise<void> {
    await this.#client.send(
      new PutSecretValueCommand({
        SecretId: this.#id,
        SecretString: JSON.stringify(value),
        ClientRequestToken: version,
      }),
    );
  }
}
