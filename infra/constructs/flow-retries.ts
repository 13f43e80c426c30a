import { Errors, JitterType, type RetryProps } from 'aws-cdk-lib/aws-stepfunctions';
import { Duration } from 'aws-cdk-lib/core';

/** Error of a step whose model was deleted or whose run was superseded. The execution ends successfully. */
export const MODEL_GONE = 'ModelGone';

/** Error of a pause for which no time is left: the job is polled at once. */
export const POLL_NOW = 'PollNow';

/** Errors of steps that a retry cannot resolve: the model is gone, or the provider refused or never ended. */
const FINAL_ERRORS = [MODEL_GONE, 'ProviderFailed', 'ProviderRefused', 'JobTimedOut'];

/**
 * Errors of a table, bucket, queue or account that is beyond its capacity. `Throttled` is what steps make of the
 * services' own errors; the others come from Lambda, before a step begins.
 */
const CAPACITY_ERRORS = ['Throttled', 'Lambda.TooManyRequestsException', 'Lambda.ServiceException'];

/** The most that Step Functions accepts: until the execution itself times out. */
const AS_LONG_AS_IT_TAKES = 99_999_999;

const BACKOFF = { interval: Duration.seconds(2), backoffRate: 2, jitterStrategy: JitterType.FULL };

/** Step Functions applies the first that names the error. Every step is idempotent. */
export const RETRIES: readonly RetryProps[] = [
  { errors: FINAL_ERRORS, maxAttempts: 0 },
  {
    ...BACKOFF,
    errors: CAPACITY_ERRORS,
    maxAttempts: AS_LONG_AS_IT_TAKES,
    // Keeps a week of throttled retries, of all batches, within the history of an execution.
    maxDelay: Duration.minutes(30),
  },
  // Everything else: time-outs, crashes, lost connections, and errors that AWS's services do not name.
  { ...BACKOFF, errors: [Errors.ALL], maxAttempts: 6, maxDelay: Duration.seconds(60) },
];

/** A pause that cannot be ended early is soon a plain one. */
export const RETRIES_OF_PAUSE: readonly RetryProps[] = [
  { errors: [POLL_NOW, Errors.TIMEOUT], maxAttempts: 0 },
  { ...BACKOFF, errors: [Errors.ALL], maxAttempts: 2, maxDelay: Duration.seconds(10) },
];
