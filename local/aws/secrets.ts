import { AwsError } from '../engines/aws-json.ts';
import type { Resolver } from '../template/resolver.ts';
import type { Operations } from './json-endpoint.ts';

/** Secrets Manager with the secrets of the template, by ARN and by name. */
export function secretsManagerOperations(resolver: Resolver): Operations {
  const secrets = new Map<string, { ARN: string; Name: string; SecretString: string }>();
  for (const resource of resolver.resources('AWS::SecretsManager::Secret')) {
    const arn = resolver.reference(resource);
    const name =
      arn
        .split(':')
        .at(-1)
        ?.replace(/-[^-]+$/, '') ?? arn;
    const secret = {
      ARN: arn,
      Name: name,
      SecretString: String(resolver.property(resource, 'SecretString')),
    };
    secrets.set(arn, secret).set(name, secret);
  }
  return {
    GetSecretValue: (input) => {
      const secret = secrets.get((input as { SecretId: string }).SecretId);
      if (secret === undefined) {
        throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      }
      return { ...secret, VersionId: 'local', VersionStages: ['AWSCURRENT'] };
    },
  };
}
