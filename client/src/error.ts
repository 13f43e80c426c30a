import type { ErrorCode } from './generated/types.ts';

export interface ErrorFacts {
  code: string;
  message: string;
  status: number;
  requestId: string | undefined;
  details: Readonly<Record<string, unknown>>;
}

/** A request that the service has refused. */
export class HeadshotsError extends Error {
  override readonly name = 'HeadshotsError';
  /** What to decide by; UNEXPECTED_ANSWER when it was not the service itself that answered. */
  readonly code: ErrorCode | 'UNEXPECTED_ANSWER' | (string & {});
  readonly status: number;
  /** Names the request: send it with questions. */
  readonly requestId: string | undefined;
  /** The whole body, for its further fields such as `pendingInvites`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor({ code, message, status, requestId, details }: ErrorFacts) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
  }
}

/** The service could not be reached, or did not answer in time; `cause` tells why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super(`The service could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
