/** A service was busy during every try; a later call can succeed. The flow retries this error by its name. */
export class Throttled extends Error {
  override readonly name = 'Throttled';
}

/**
 * Errors by which AWS's services say that the caller is too fast, or that they are.
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
 */
const THROTTLING_ERRORS: ReadonlySet<string> = new Set([
  'Throttled',
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'ServiceUnavailable',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);
const BUSY_STATUSES: readonly unknown[] = [429, 503];

/**
 * Whether a service of AWS is beyond its capacity, or the account beyond its quota. The SDK has retried such a
 * call a few times already.
 */
export function isThrottling(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return THROTTLING_ERRORS.has(error.name) || BUSY_STATUSES.includes($metadata?.httpStatusCode);
}

/** The error as {@link Throttled}, if it is a service's throttling, so that the flow knows it by one name. */
export function asThrottled(error: unknown): unknown {
  if (!isThrottling(error) || error instanceof Throttled) return error;
  return new Throttled(`A service of AWS is busy: ${(error as Error).message}`, { cause: error });
}
