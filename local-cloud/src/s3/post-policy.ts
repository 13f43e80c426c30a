import * as z from 'zod';
import {
  type Authentication,
  type Authority,
  type Principal,
  resolvePrincipal,
  signatureDoesNotMatch,
} from './authenticate.ts';
import { accessDenied, S3Failure } from './failure.ts';
import { invalidArgument } from './form.ts';
import { ALGORITHM, parseScope, parseTimestamp, sameSignature, signString } from './sigv4.ts';

/** Bounds of the file that the policy sets, in bytes. */
export interface AcceptedUpload {
  principal: Principal;
  authentication: Authentication;
  minBytes: number;
  maxBytes: number;
}

// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
const Policy = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.coerce.number().int(), z.coerce.number().int()]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
});

/** Fields that prove or carry the policy and that it need not cover. */
const EXEMPT_FIELDS = ['policy', 'x-amz-signature'];
const NO_LIMIT = 5 * 1024 ** 3;

/**
 * Checks a form against the policy it carries and that policy's signature. `fields` has lower-case names and the
 * final `key`. Throws `S3Failure` with S3's own message.
 */
export function acceptUpload(
  fields: ReadonlyMap<string, string>,
  bucket: string,
  authority: Authority,
): AcceptedUpload {
  const encoded = fields.get('policy');
  if (encoded === undefined) throw accessDenied();
  const principal = checkPolicySignature(fields, encoded, authority);
  const policy = parsePolicy(encoded);
  if (authority.clock.now() > Date.parse(policy.expiration)) throw violated('Policy expired.');

  const subject = new Map(fields).set('bucket', bucket);
  const covered = new Set(['bucket']);
  let [minBytes, maxBytes] = [0, NO_LIMIT];
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition)) {
      for (const [name, value] of Object.entries(condition)) {
        checkField(subject, covered, 'eq', name.toLowerCase(), value);
      }
    } else if (condition[0] === 'content-length-range') {
      [, minBytes, maxBytes] = condition;
    } else {
      const [operator, variable, value] = condition;
      checkField(subject, covered, operator, variable.slice(1).toLowerCase(), value);
    }
  }
  const extra = [...fields.keys()].filter(
    (name) => !covered.has(name) && !EXEMPT_FIELDS.includes(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length > 0) throw violated(`Extra input fields: ${extra.join(', ')}`);
  const signedAt = parseTimestamp(fields.get('x-amz-date') ?? '') ?? 0;
  const authentication: Authentication = {
    authType: 'POST',
    signatureAge: authority.clock.now() - signedAt,
  };
  return { principal, authentication, minBytes, maxBytes };
}

function checkPolicySignature(
  fields: ReadonlyMap<string, string>,
  policy: string,
  authority: Authority,
): Principal {
  const field = (name: string) => {
    const value = fields.get(name);
    if (value === undefined) {
      throw invalidArgument(
        `Bucket POST must contain a field named '${name}'. If it is specified, please check the order of the fields.`,
      );
    }
    return value;
  };
  if (field('x-amz-algorithm') !== ALGORITHM) {
    throw invalidArgument(`Only ${ALGORITHM} is supported.`);
  }
  const scope = parseScope(field('x-amz-credential'));
  if (scope === undefined) throw invalidArgument('Error parsing the X-Amz-Credential field.');
  const principal = resolvePrincipal(
    scope,
    field('x-amz-date'),
    fields.get('x-amz-security-token'),
    authority,
    invalidArgument,
  );
  const signature = field('x-amz-signature');
  if (!sameSignature(signString(policy, principal.secretAccessKey, scope), signature)) {
    throw signatureDoesNotMatch(scope, signature, { StringToSign: policy });
  }
  return principal;
}

function parsePolicy(encoded: string): z.infer<typeof Policy> {
  try {
    return Policy.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : 'Invalid JSON.';
    throw new S3Failure(400, 'InvalidPolicyDocument', `Invalid Policy: ${reason}`);
  }
}

function checkField(
  subject: ReadonlyMap<string, string>,
  covered: Set<string>,
  operator: 'eq' | 'starts-with',
  name: string,
  value: string,
): void {
  covered.add(name);
  const given = subject.get(name) ?? '';
  if (operator === 'eq' ? given !== value : !given.startsWith(value)) {
    throw violated(`Policy Condition failed: ["${operator}", "$${name}", "${value}"]`);
  }
}

function violated(reason: string): S3Failure {
  return accessDenied(`Invalid according to Policy: ${reason}`);
}

/** Passes the file on. Throws `S3Failure` as soon as it is too large, or at its end when it is too small. */
export async function* boundedFile(
  content: AsyncIterable<Buffer>,
  { minBytes, maxBytes }: AcceptedUpload,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new S3Failure(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
        ProposedSize: String(size),
        MaxSizeAllowed: String(maxBytes),
      });
    }
    yield chunk;
  }
  if (size < minBytes) {
    throw new S3Failure(
      400,
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
      {
        ProposedSize: String(size),
        MinSizeAllowed: String(minBytes),
      },
    );
  }
}
