import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';

const credentials = z.object({ organizationId: z.string(), apiKey: z.string() });
export type CheckCredentials = z.infer<typeof credentials>;

/** The secret with the API key of the organization whose models are made for checks only. */
export class CheckSecret {
  readonly #client: SecretsManagerClient;
  readonly #secretId: string;

  constructor(client: SecretsManagerClient, secretId: string) {
    this.#client = client;
    this.#secretId = secretId;
  }

  /** @returns undefined before an operator has set up the check. */
  async read(): Promise<CheckCredentials | undefined> {
    try {
      const { SecretString } = await this.#client.send(
        new GetSecretValueCommand({ SecretId: this.#secretId }),
      );
      return credentials.parse(JSON.parse(SecretString ?? ''));
    } catch (error) {
      // Secrets Manager answers a read of a secret without a value with this error.
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  async write(value: CheckCredentials): Promise<void> {
    await this.#client.send(
      new PutSecretValueCommand({ SecretId: this.#secretId, SecretString: JSON.stringify(value) }),
    );
  }
}
