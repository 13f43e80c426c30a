import { randomUUID } from 'node:crypto';
import { AwsError } from '../engines/aws-json.ts';
import type { Resolver } from '../template/resolver.ts';
import type { Operations } from './json-endpoint.ts';

interface Secret {
  arn: string;
  name: string;
  /** The current version is the last. */
  versions: { id: string; value: string }[];
}

interface PutInput {
  SecretId: string;
  SecretString: string;
  ClientRequestToken?: string;
}

/**
 * Secrets Manager with the secrets of the template, by ARN and by name. Without GenerateSecretString a secret has
 * no value until one is put.
 */
export function secretsManagerOperations(resolver: Resolver): Operations {
  const secrets = templateSecrets(resolver);

  const find = (secretId: string): Secret => {
    const secret = secrets.find(({ arn, name }) => arn === secretId || name === secretId);
    if (secret === undefined) throw notFound('');
    return secret;
  };

  return {
    GetSecretValue: (input) => {
      const { arn, name, versions } = find((input as { SecretId: string }).SecretId);
      const current = versions.at(-1);
      if (current === undefined) throw notFound(' value for staging label: AWSCURRENT');
      return {
        ARN: arn,
        Name: name,
        SecretString: current.value,
        VersionId: current.id,
        VersionStages: ['AWSCURRENT'],
      };
    },
    PutSecretValue: (input) => {
      const { SecretId, SecretString, ClientRequestToken = randomUUID() } = input as PutInput;
      const { arn, name, versions } = find(SecretId);
      const known = versions.find(({ id }) => id === ClientRequestToken);
      // A version never changes: putting the same value again succeeds, another value under its id is an error.
      if (known !== undefined && known.value !== SecretString) {
        throw new AwsError('ResourceExistsException', 'A resource with the ID you requested already exists.');
      }
      if (known === undefined) versions.push({ id: ClientRequestToken, value: SecretString });
      return { ARN: arn, Name: name, VersionId: ClientRequestToken, VersionStages: ['AWSCURRENT'] };
    },
  };
}

function templateSecrets(resolver: Resolver): Secret[] {
  return resolver.resources('AWS::SecretsManager::Secret').map((resource) => {
    const arn = resolver.reference(resource);
    // arn:aws:secretsmanager:<region>:<account>:secret:<name>-<six characters>
    const [, name = arn] = /:([^:]+)-[^-]+$/.exec(arn) ?? [];
    const value = resolver.secretValue(resource);
    return { arn, name, versions: value === undefined ? [] : [{ id: randomUUID(), value }] };
  });
}

function notFound(what: string): AwsError {
  return new AwsError('ResourceNotFoundException', `Secrets Manager can't find the specified secret${what}.`);
}
