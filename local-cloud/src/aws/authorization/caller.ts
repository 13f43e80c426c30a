import { hash } from 'node:crypto';
import { type Clock, MINUTE } from '../../clock.ts';
import { AwsError } from '../../engines/aws-json.ts';
import {
  ALGORITHM,
  canonicalRequest,
  parseScope,
  parseTimestamp,
  sameSignature,
  signString,
  stringToSign,
} from '../../s3/sigv4.ts';
import type { KeyHolder, KeyRing } from '../key-ring.ts';

/** A request as its signature covers it. */
export interface SignedRequest {
  method: string;
  /** As received; the requests of these services have no query. */
  path: string;
  /** Lower-case names. */
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

export interface KeyAuthority {
  keys: Pick<KeyRing, 'find'>;
  region: string;
  clock: Clock;
}

const CLOCK_SKEW = 15 * MINUTE;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 +Credential=([^, ]+), *SignedHeaders=([^, ]+), *Signature=([0-9a-f]{64})$/;

/**
 * The owner of the key that signed a request. S3 has a scheme of its own: see s3/authenticate.ts.
 * @param service as the signature names it: `dynamodb`
 * @throws AwsError with the code of the common errors of AWS
 */
export function identifyCaller(
  request: SignedRequest,
  service: string,
  { keys, region, clock }: KeyAuthority,
): KeyHolder {
  const header = (name: string) => request.headers.get(name);
  const authorization = header('authorization');
  if (authorization === undefined)
    throw new AwsError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  const [, credential = '', signedHeaders = '', signature = ''] = AUTHORIZATION.exec(authorization) ?? [];
  const scope = parseScope(credential);
  if (scope === undefined)
    throw new AwsError('IncompleteSignatureException', `Authorization is not of the form of ${ALGORITHM}.`);
  const holder = keys.find(scope.accessKeyId);
  if (holder === undefined || holder.sessionToken !== header('x-amz-security-token')) {
    throw new AwsError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  }
  if (scope.service !== service || scope.region !== region)
    throw invalidSignature(`Credential should be scoped to ${region}/${service}.`);
  const timestamp = header('x-amz-date') ?? '';
  const signedAt = parseTimestamp(timestamp) ?? Number.NaN;
  if (!timestamp.startsWith(scope.date) || !(Math.abs(clock.now() - signedAt) <= CLOCK_SKEW))
    throw invalidSignature('Signature expired, or not yet current.');
  const canonical = canonicalRequest({
    ...request,
    query: [],
    signedHeaders: signedHeaders.split(';'),
    payloadHash: hash('sha256', request.body),
  });
  const expected = signString(stringToSign(canonical, timestamp, scope), holder.secretAccessKey, scope);
  if (!sameSignature(expected, signature))
    throw invalidSignature('The request signature we calculated does not match the signature you provided.');
  return holder;
}

function invalidSignature(message: string): AwsError {
  return new AwsError('InvalidSignatureException', message);
}
