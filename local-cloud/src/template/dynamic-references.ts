import { randomBytes } from 'node:crypto';
import { type Json, object, placeOf, type Resource, TemplateError } from './assembly.ts';

const REFERENCE = /\{\{resolve:([^}]*)\}\}/g;
/** `secretsmanager:<ARN>:SecretString:<key>`, at whose end CloudFormation takes a stage and a version of the secret. */
const SECRET = /^secretsmanager:(arn:(?:[^:]*:){5}[^:]+):SecretString:([^:]+):{0,2}$/;

/**
 * The value with its dynamic references replaced, as CloudFormation does when it creates a resource.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html
 * @param secretOf the value of a secret by its ARN
 * @throws TemplateError for other references than to a key of a secret of the templates
 */
export function withoutReferences(
  value: Json,
  place: string,
  secretOf: (arn: string) => string | undefined,
): Json {
  if (typeof value === 'string') {
    return value.replace(REFERENCE, (reference, content: string) => {
      const [, arn, key = ''] = SECRET.exec(content) ?? [];
      const secret = arn === undefined ? undefined : secretOf(arn);
      if (secret === undefined) throw new TemplateError(place, `the reference ${reference} is not supported`);
      const found = object(JSON.parse(secret) as Json)[key];
      if (found === undefined) throw new TemplateError(place, `the secret of ${reference} has no such key`);
      return String(found);
    });
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => withoutReferences(each, place, secretOf));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutReferences(each, place, secretOf)]),
  );
}

/** The value that CloudFormation gives a secret with `GenerateSecretString`. */
export function generatedSecret(resource: Resource, settings: Json): string {
  const { SecretStringTemplate, GenerateStringKey, PasswordLength } = object(settings);
  const length = Number(PasswordLength ?? 32);
  const generated = randomBytes(length).toString('hex').slice(0, length);
  if (SecretStringTemplate === undefined && GenerateStringKey === undefined) return generated;
  if (typeof SecretStringTemplate !== 'string' || typeof GenerateStringKey !== 'string') {
    throw new TemplateError(
      placeOf(resource, 'GenerateSecretString'),
      'a template and the key that is generated in it belong together',
    );
  }
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: generated });
}
