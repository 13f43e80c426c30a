/** The error catalogue: every code a caller can meet, and the HTTP status that goes with it. */
export const ERROR_STATUS = {
  INVALID_REQUEST: 400,
  INVALID_EMAIL: 400,
  ALREADY_EXISTS: 400,
  ALREADY_DELETED: 400,
  UNAUTHORIZED: 401,
  INSUFFICIENT_CREDITS: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  INVITE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * A refusal the caller is meant to read. Anything else that is thrown becomes an INTERNAL_ERROR that
 * tells the caller nothing but the request id.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  /** Further public fields of the error body, such as `pendingInvites`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
