/** The settings of every AWS client, in one place: how long a call may take, and how often it is tried. */

/** A connection within AWS takes milliseconds. A function that draws can keep its process busy for a second. */
const CONNECTION_TIMEOUT_MS = 3_000;

/** The longest time until the response begins, by how much work a call is. */
const RESPONSE_TIMEOUT_MS = {
  /** Reads and writes of items, messages and settings. */
  quick: 5_000,
  /** Whole images. */
  large: 30_000,
} as const;

const RETRIES = {
  /** Jittered pauses, and a budget of retries that an outage uses up, so that retries do not prolong it. */
  standard: { retryMode: 'standard', maxAttempts: 4 },
  /** Slows down until it keeps to the rate of the service; for calls that a queue's consumer makes. */
  adaptive: { retryMode: 'adaptive', maxAttempts: 8 },
} as const;

export interface AwsClientKind {
  size?: keyof typeof RESPONSE_TIMEOUT_MS;
  retries?: keyof typeof RETRIES;
}

/**
 * The settings of an AWS client. Without time-outs a lost connection would last as long as the function, and
 * without an error its call would not be retried.
 */
export function awsClientSettings({ size = 'quick', retries = 'standard' }: AwsClientKind = {}) {
  const requestTimeout = RESPONSE_TIMEOUT_MS[size];
  return {
    ...RETRIES[retries],
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout,
      // A socket on which nothing moves any more, for instance in the middle of an image.
      socketTimeout: requestTimeout,
      throwOnRequestTimeout: true,
    },
  };
}
