import { KEPT_ERROR, ProviderBusy, ProviderRefused, ProviderUnavailable } from '../errors.ts';

const BUSY_SECONDS = 30;
/** The pause while a quota is used up, or the account refuses a role: operators have to act. */
const ACCOUNT_SECONDS = 300;

const THROTTLED: readonly string[] = [
  'ThrottlingException',
  'Throttling',
  'TooManyRequestsException',
  'RequestLimitExceeded',
  'SlowDown',
];
const OF_ACCOUNT: readonly string[] = [
  'ResourceLimitExceeded',
  'AccessDenied',
  'AccessDeniedException',
  'ExpiredToken',
  'ExpiredTokenException',
  'NoSuchBucket',
];
const MISSING_OBJECT: readonly string[] = ['NoSuchKey', 'AccessDenied'];

/** The job exists already. */
export function isAlready(error: unknown): boolean {
  return isNamed(error, ['ResourceInUse']);
}

/** SageMaker answers for jobs that it does not know in two ways. */
export function isMissing(error: unknown): boolean {
  if (isNamed(error, ['ResourceNotFound'])) return true;
  return isNamed(error, ['ValidationException']) && /not found/i.test(String(error));
}

/** S3 answers 403 for a missing object to those who may not list the bucket. */
export function isMissingObject(error: unknown): boolean {
  return isNamed(error, MISSING_OBJECT);
}

/** Which of the errors of providers an error of the SDK is; one that is none of AWS is a fault of ours, and stays. */
export function providerErrorOf(error: unknown): unknown {
  if (!isOfAws(error)) return error;
  const message = `AWS answered ${error.name}: ${error.message.slice(0, KEPT_ERROR)}`;
  if (isNamed(error, THROTTLED)) return new ProviderBusy(message, BUSY_SECONDS);
  if (isNamed(error, OF_ACCOUNT)) return new ProviderBusy(message, ACCOUNT_SECONDS);
  if ('$fault' in error && error.$fault === 'client') return new ProviderRefused(message);
  return new ProviderUnavailable(message);
}

function isNamed(error: unknown, names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Errors of services and of answers have metadata, and those of connections a code. */
function isOfAws(error: unknown): error is Error {
  return error instanceof Error && ('$metadata' in error || 'code' in error);
}
