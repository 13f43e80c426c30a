import type { Access, Authorizer } from '../aws/authorization/authorizer.ts';
import type { RequestContext } from '../aws/authorization/conditions.ts';
import { type KeyRing, OPERATOR } from '../aws/key-ring.ts';
import type { Circumstances, Principal, Rights } from '../s3/authenticate.ts';
import type { CorsRule } from '../s3/cors.ts';
import { accessDenied } from '../s3/failure.ts';
import { type Json, object } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import { AwsError } from './aws-json.ts';
import type { QueueAndObjectEngine } from './fauxqs.ts';

/** Creates the buckets of the template. */
export function createBuckets(engine: QueueAndObjectEngine, resolver: Resolver): void {
  for (const resource of resolver.resources('AWS::S3::Bucket'))
    engine.createBucket(resolver.reference(resource));
}

/** The CORS rules of all buckets in the gate's terms. */
export function corsRules(resolver: Resolver): CorsRule[] {
  return resolver.resources('AWS::S3::Bucket').flatMap((resource) => {
    const { CorsRules } = object(resolver.property(resource, 'CorsConfiguration'));
    return (Array.isArray(CorsRules) ? CorsRules : []).map(object).map((rule) => ({
      allowedOrigins: texts(rule.AllowedOrigins),
      allowedMethods: texts(rule.AllowedMethods),
      allowedHeaders: texts(rule.AllowedHeaders),
      exposeHeaders: texts(rule.ExposedHeaders),
      ...(rule.MaxAge === undefined ? {} : { maxAgeSeconds: Number(rule.MaxAge) }),
    }));
  });
}

/** The owner of an access key, and the rights in S3 that the template's policies give that owner. */
export function s3Principals(
  keys: KeyRing,
  authorizer: Authorizer,
): (accessKeyId: string) => Principal | undefined {
  return (accessKeyId) => {
    const holder = keys.find(accessKeyId);
    if (holder === undefined) return undefined;
    const { owner, secretAccessKey, sessionToken } = holder;
    return {
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      ...(owner === OPERATOR ? {} : rightsOf(owner, authorizer)),
    };
  };
}

function rightsOf(owner: string, authorizer: Authorizer): Rights {
  return {
    authorize: (action, bucket, key, circumstances) => {
      try {
        authorizer.authorize(owner, [s3Access(action, bucket, key, contextOf(circumstances))]);
      } catch (error) {
        throw error instanceof AwsError ? accessDenied(error.message) : error;
      }
    },
    mayList: (bucket) => authorizer.wouldAllow(owner, s3Access('s3:ListBucket', bucket, '', {})),
  };
}

function s3Access(action: string, bucket: string, key: string, context: RequestContext): Access {
  return { action, resource: `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}`, context };
}

function contextOf({ prefix, authType, signatureAge }: Circumstances): RequestContext {
  return {
    's3:authType': [authType],
    ...(signatureAge !== undefined && { 's3:signatureAge': [String(signatureAge)] }),
    ...(prefix !== undefined && { 's3:prefix': [prefix] }),
  };
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
