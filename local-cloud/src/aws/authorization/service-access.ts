import { AwsError } from '../../engines/aws-json.ts';
import { stateMachineOf } from '../../flow/task-tokens.ts';
import type { JsonObject } from '../../template/assembly.ts';
import type { Deployment } from '../../template/deployment.ts';
import type { Resolver } from '../../template/resolver.ts';
import type { AccessesOf } from './authorizer.ts';

type Place = Pick<Deployment, 'region' | 'accountId'>;

/** A batch needs the same action as each of its entries would alone. */
export function sqsAccesses({ region, accountId }: Place): AccessesOf {
  return (operation, { QueueUrl }) => {
    const name = String(QueueUrl).split('/').at(-1);
    return [
      {
        action: `sqs:${operation.replace(/Batch$/, '')}`,
        resource: `arn:aws:sqs:${region}:${accountId}:${name}`,
      },
    ];
  };
}

export const stepFunctionsAccesses: AccessesOf = (
  operation,
  { executionArn, stateMachineArn, taskToken },
) => {
  const machine = taskToken === undefined ? stateMachineArn : stateMachineOf(String(taskToken));
  return [{ action: `states:${operation}`, resource: String(executionArn ?? machine) }];
};

/** A secret may be named by its ARN or by its name; policies know the ARN. */
export function secretsManagerAccesses(resolver: Resolver): AccessesOf {
  const arns = resolver.resources('AWS::SecretsManager::Secret').map((secret) => resolver.reference(secret));
  return (operation, { SecretId }) => [
    {
      action: `secretsmanager:${operation}`,
      resource: arns.find((arn) => isNamed(arn, String(SecretId))) ?? String(SecretId),
    },
  ];
}

/** A secret's ARN ends with its name, a hyphen and six characters more. */
function isNamed(arn: string, secretId: string): boolean {
  return (
    arn === secretId ||
    arn
      .split(':')
      .at(-1)
      ?.replace(/-[^-]+$/, '') === secretId
  );
}

/** The accesses of the IAM actions on a user. */
export function iamAccesses({ accountId }: Place): AccessesOf {
  return (action, { UserName }) => [
    { action: `iam:${action}`, resource: `arn:aws:iam::${accountId}:user/${String(UserName)}` },
  ];
}

/**
 * Sending is allowed for the identity that has been verified, the sender's domain, and for the configuration set
 * that the call names.
 */
export function sesAccesses({ region, accountId }: Place): AccessesOf {
  return (operation, { FromEmailAddress, ConfigurationSetName }) => {
    const domain = /@([^@>]+)>?$/.exec(String(FromEmailAddress))?.[1];
    if (domain === undefined) throw new AwsError('BadRequestException', 'Missing the sender of the mail.');
    const resources = [`identity/${domain}`];
    if (ConfigurationSetName !== undefined)
      resources.push(`configuration-set/${String(ConfigurationSetName)}`);
    return resources.map((resource) => ({
      action: `ses:${operation}`,
      resource: `arn:aws:ses:${region}:${accountId}:${resource}`,
    }));
  };
}

/** The JSON of a request, read for its accesses before the service itself reads it. */
export function readInput(body: Buffer): JsonObject {
  try {
    return JSON.parse(body.toString()) as JsonObject;
  } catch {
    throw new AwsError('SerializationException', 'The request is not valid JSON.');
  }
}
