export interface InvocationErrorPayload {
  errorType: string;
  errorMessage: string;
  trace: readonly string[];
}

/** Limit of a request and of a response: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024;

/** An event too large to be handed to a function. */
export class RequestTooLarge extends Error {
  override readonly name = 'RequestTooLargeException';
}

/** An invocation that ended in an error: thrown by the handler, timed out, or lost with its worker. */
export class InvocationError extends Error {
  readonly payload: InvocationErrorPayload;

  constructor(payload: InvocationErrorPayload) {
    super(payload.errorMessage);
    this.name = payload.errorType;
    this.payload = payload;
    // The stack of the function is more useful than that of the code that read its answer.
    this.stack =
      payload.trace.length > 0 ? payload.trace.join('\n') : `${payload.errorType}: ${payload.errorMessage}`;
  }
}

/** The error type the real service gives when a function times out. */
export function timeoutError(invocationId: string, timeoutMs: number): InvocationError {
  const seconds = (timeoutMs / 1000).toFixed(2);
  return new InvocationError({
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${invocationId} Error: Task timed out after ${seconds} seconds`,
    trace: [],
  });
}

/** The error type the real service gives when the process of a function ends by itself. */
export function exitError(invocationId: string, reason: string): InvocationError {
  return new InvocationError({
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: ${invocationId} Error: ${reason}`,
    trace: [],
  });
}

export function responseTooLargeError(): InvocationError {
  return new InvocationError({
    errorType: 'Function.ResponseSizeTooLarge',
    errorMessage: `Response payload size exceeded maximum allowed payload size (${PAYLOAD_LIMIT_BYTES} bytes).`,
    trace: [],
  });
}
