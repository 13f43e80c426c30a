import type { ErrorCode } from './generated/types.ts';

export interface ErrorFields {
  code: string;
  message: string;
  status: number;
  requestId: string | undefined;
  details: Readonly<Record<string, unknown>>;
}

/** An error response of the service. */
export class HeadshotsError extends Error {
  override readonly name = 'HeadshotsError';
  /**
   * The error code. It is UNEXPECTED_ANSWER when the response is not from the service, but from a proxy, for
   * example.
   */
  readonly code: ErrorCode | 'UNEXPECTED_ANSWER' | (string & {});
  readonly status: number;
  /** The id of the request. Include it in support requests. */
  readonly requestId: string | undefined;
  /** The whole body, with additional fields such as `pendingInvites`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor({ code, message, status, requestId, details }: ErrorFields) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
  }
}

/** The service could not be reached, or did not respond in time. `cause` is the underlying error. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super(`The service could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
