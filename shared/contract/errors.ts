/** Every error code with its HTTP status. */
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

/** An error whose code and message the caller sees. Any other becomes an INTERNAL_ERROR with the request id only. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  /** Further public fields of the error body, such as `pendingInvites`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds until the same request can succeed, for the header Retry-After; undefined when waiting does not help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A number with its noun: `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
