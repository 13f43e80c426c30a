import { type Clock, DAY, isoTime, MINUTE, SECOND } from '../clock.ts';
import { accessDenied, S3Failure } from './failure.ts';
import { queryValue, type S3Request } from './request.ts';
import {
  ALGORITHM,
  canonicalRequest,
  parseScope,
  parseTimestamp,
  type Scope,
  sameSignature,
  signString,
  stringToSign,
  UNSIGNED_PAYLOAD,
} from './sigv4.ts';

/** An access key with its secret and its rights; without `rights`, everything is allowed. */
export interface Principal extends Partial<Rights> {
  secretAccessKey: string;
  /** Only for temporary credentials. A request must carry this token, and no token when it is absent. */
  sessionToken?: string;
}

/** Properties of a request that conditions of policies may use. */
export interface Circumstances extends Authentication {
  /** The prefix of the keys to list. */
  prefix?: string | undefined;
}

/**
 * The kind of signature of a request, and its age.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/bucket-policy-s3-sigv4-conditions.html
 */
export interface Authentication {
  authType: 'REST-HEADER' | 'REST-QUERY-STRING' | 'POST';
  /** Milliseconds since a link or a form was signed; absent for a signature in a header. */
  signatureAge?: number;
}

export interface Rights {
  /**
   * @param action of IAM such as `s3:GetObject`
   * @param key empty for actions on the bucket
   * @throws S3Failure when it is not allowed
   */
  authorize(action: string, bucket: string, key: string, circumstances: Circumstances): void;
  /** A caller that may list a bucket gets 404 for a missing key, any other 403. */
  mayList(bucket: string): boolean;
}

export interface Authority {
  region: string;
  credentials(accessKeyId: string): Principal | undefined;
  clock: Clock;
}

export interface Authenticated {
  principal: Principal;
  authentication: Authentication;
  /** x-amz-content-sha256: hexadecimal SHA-256 of the body, UNSIGNED-PAYLOAD or a STREAMING-… form. */
  payloadHash: string;
}

const LONGEST_VALIDITY_SECONDS = (7 * DAY) / SECOND;
const CLOCK_SKEW = 15 * MINUTE;

/** Checks the one signature a request carries, in its query or its Authorization header; throws `S3Failure`. */
export function authenticate(request: S3Request, authority: Authority): Authenticated {
  const authorization = request.headers.get('authorization');
  const presigned = request.query.some(([name]) => name === 'X-Amz-Signature' || name === 'X-Amz-Algorithm');
  if (authorization !== undefined && presigned) {
    throw new S3Failure(400, 'InvalidArgument', 'Only one auth mechanism allowed.');
  }
  if (presigned) return authenticateQuery(request, authority);
  if (authorization !== undefined) return authenticateHeader(request, authorization, authority);
  throw accessDenied();
}

/** The key's owner; also checks that the signature was made for this service, region and day. */
export function resolvePrincipal(
  scope: Scope,
  timestamp: string,
  sessionToken: string | undefined,
  authority: Authority,
  malformed: (reason: string) => S3Failure,
): Principal {
  if (scope.service !== 's3') {
    throw malformed(`incorrect service "${scope.service}". This endpoint belongs to "s3".`);
  }
  if (scope.region !== authority.region) {
    throw malformed(`the region '${scope.region}' is wrong; expecting '${authority.region}'`);
  }
  if (!timestamp.startsWith(scope.date)) {
    throw malformed(`Invalid credential date "${scope.date}". This date is not the same as X-Amz-Date.`);
  }
  const principal = authority.credentials(scope.accessKeyId);
  if (principal === undefined) {
    throw new S3Failure(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
      { AWSAccessKeyId: scope.accessKeyId },
    );
  }
  if (sessionToken !== principal.sessionToken) {
    throw new S3Failure(400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.');
  }
  return principal;
}

function authenticateQuery(request: S3Request, authority: Authority): Authenticated {
  const malformed = (reason: string) => new S3Failure(400, 'AuthorizationQueryParametersError', reason);
  const parameter = (name: string) => {
    const value = queryValue(request, name);
    if (value === undefined || value === '') {
      throw malformed(
        'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
      );
    }
    return value;
  };
  const signature = parameter('X-Amz-Signature');
  if (parameter('X-Amz-Algorithm') !== ALGORITHM) {
    throw malformed(`X-Amz-Algorithm only supports "${ALGORITHM}"`);
  }
  const scope = parseScope(parameter('X-Amz-Credential'));
  if (scope === undefined) throw malformed('Error parsing the X-Amz-Credential parameter.');
  const timestamp = parameter('X-Amz-Date');
  const signedAt = parseTimestamp(timestamp);
  if (signedAt === undefined)
    throw malformed("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  const expires = parameter('X-Amz-Expires');
  const signedHeaders = parameter('X-Amz-SignedHeaders').split(';');

  const principal = resolvePrincipal(
    scope,
    timestamp,
    queryValue(request, 'X-Amz-Security-Token'),
    authority,
    malformed,
  );
  checkValidity(signedAt, expires, authority.clock, malformed);
  refuseUnsignedHeaders(request, signedHeaders);
  const payloadHash =
    queryValue(request, 'X-Amz-Content-Sha256') ??
    request.headers.get('x-amz-content-sha256') ??
    UNSIGNED_PAYLOAD;
  checkSignature({ request, signedHeaders, payloadHash, timestamp, scope, signature, principal });
  const signatureAge = authority.clock.now() - signedAt;
  return { principal, authentication: { authType: 'REST-QUERY-STRING', signatureAge }, payloadHash };
}

function checkValidity(
  signedAt: number,
  expires: string,
  clock: Clock,
  malformed: (reason: string) => S3Failure,
): void {
  if (!/^-?\d+$/.test(expires)) throw malformed('X-Amz-Expires should be a number');
  const seconds = Number(expires);
  if (seconds < 0) throw malformed('X-Amz-Expires must be non-negative');
  if (seconds > LONGEST_VALIDITY_SECONDS) {
    throw malformed(
      `X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than ${LONGEST_VALIDITY_SECONDS} seconds`,
    );
  }
  const now = clock.now();
  if (signedAt > now + CLOCK_SKEW) throw accessDenied('Request is not yet valid');
  const end = signedAt + seconds * SECOND;
  if (now > end) {
    throw accessDenied('Request has expired', {
      'X-Amz-Expires': expires,
      Expires: isoTime(end),
      ServerTime: isoTime(now),
    });
  }
}

function authenticateHeader(request: S3Request, authorization: string, authority: Authority): Authenticated {
  const malformed = (reason: string) =>
    new S3Failure(400, 'AuthorizationHeaderMalformed', `The authorization header is malformed; ${reason}`);
  if (!authorization.startsWith(`${ALGORITHM} `)) {
    throw new S3Failure(
      400,
      'InvalidRequest',
      `The authorization mechanism you have provided is not supported. Please use ${ALGORITHM}.`,
    );
  }
  const field = (name: string) => {
    const value = new RegExp(`[ ,]${name}=([^, ]+)`).exec(authorization)?.[1];
    if (value === undefined) throw malformed(`the ${name} is missing.`);
    return value;
  };
  const scope = parseScope(field('Credential'));
  if (scope === undefined) throw malformed('the Credential is mal-formed.');
  const signedHeaders = field('SignedHeaders').split(';');
  const signature = field('Signature');

  const timestamp = request.headers.get('x-amz-date') ?? '';
  const signedAt = parseTimestamp(timestamp);
  if (signedAt === undefined) {
    throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  }
  const payloadHash = request.headers.get('x-amz-content-sha256');
  if (payloadHash === undefined) {
    throw new S3Failure(
      400,
      'InvalidRequest',
      'Missing required header for this request: x-amz-content-sha256',
    );
  }
  const principal = resolvePrincipal(
    scope,
    timestamp,
    request.headers.get('x-amz-security-token'),
    authority,
    malformed,
  );
  const now = authority.clock.now();
  if (Math.abs(now - signedAt) > CLOCK_SKEW) {
    throw new S3Failure(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
      { RequestTime: timestamp, ServerTime: isoTime(now), MaxAllowedSkewMilliseconds: String(CLOCK_SKEW) },
    );
  }
  refuseUnsignedHeaders(request, signedHeaders);
  checkSignature({ request, signedHeaders, payloadHash, timestamp, scope, signature, principal });
  return { principal, authentication: { authType: 'REST-HEADER' }, payloadHash };
}

/** Host and each x-amz-… header change the meaning of a request, so the signature has to cover them. */
function refuseUnsignedHeaders(request: S3Request, signedHeaders: readonly string[]): void {
  const unsigned = ['host', ...request.headers.keys()].filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0) {
    throw accessDenied('There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
  }
}

interface SignatureCheck {
  request: S3Request;
  signedHeaders: readonly string[];
  payloadHash: string;
  timestamp: string;
  scope: Scope;
  signature: string;
  principal: Principal;
}

function checkSignature(check: SignatureCheck): void {
  const { request, signedHeaders, payloadHash, timestamp, scope, signature, principal } = check;
  const { method, path, query, headers } = request;
  const canonical = canonicalRequest({ method, path, query, headers, signedHeaders, payloadHash });
  const text = stringToSign(canonical, timestamp, scope);
  if (!sameSignature(signString(text, principal.secretAccessKey, scope), signature)) {
    throw signatureDoesNotMatch(scope, signature, { StringToSign: text, CanonicalRequest: canonical });
  }
}

export function signatureDoesNotMatch(
  scope: Scope,
  signature: string,
  elements: Readonly<Record<string, string>>,
): S3Failure {
  return new S3Failure(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    { AWSAccessKeyId: scope.accessKeyId, SignatureProvided: signature, ...elements },
  );
}
