import type { DeliveryError } from '../../contract/webhooks.ts';

/** The reason why a post failed. */
export type SendError = Exclude<DeliveryError, 'no-webhook-url' | 'switched-off' | 'interrupted'>;

export interface SendResult {
  outcome: 'delivered' | 'failed';
  /** The HTTP status; absent when there was no response. */
  status?: number;
  error?: SendError;
  /** One sentence for the owner of the endpoint. */
  detail: string;
  /** The seconds of the response's Retry-After, not limited here. */
  retryAfterSeconds?: number;
  durationMs: number;
  /** The first 1 KB of the response body, as UTF-8. */
  responseStart: string;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** The end of an attempt that failed; `message` is a sentence for the owner of the endpoint. */
export class AttemptFailure extends Error {
  readonly kind: SendError;

  constructor(kind: SendError, detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** The part of a response that has arrived, possibly before the attempt failed. */
export interface ReceivedResponse {
  status?: number;
  retryAfterSeconds?: number;
  kept: Buffer;
}

export function toResult(
  received: ReceivedResponse,
  failure: AttemptFailure | undefined,
  durationMs: number,
): SendResult {
  const { status, kept, retryAfterSeconds } = received;
  // An unexpected status is more helpful than an error in the body that follows it.
  const cause = status === undefined || status === 200 ? failure : statusFailure(status);
  return {
    outcome: cause === undefined ? 'delivered' : 'failed',
    ...(status !== undefined && { status }),
    ...(cause !== undefined && { error: cause.kind }),
    detail: cause?.message ?? 'The receiver answered 200.',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    durationMs,
    // `stream` leaves out a character that was cut in two.
    responseStart: new TextDecoder().decode(kept, { stream: true }),
  };
}

function statusFailure(status: number): AttemptFailure {
  return REDIRECTS.includes(status)
    ? new AttemptFailure('redirect', `The receiver answered ${status}; redirects are not followed.`)
    : new AttemptFailure('unexpected-status', `The receiver answered ${status} instead of 200.`);
}

/** Keeps the code of a system error and nothing of its text, which may name addresses and paths. */
export function asFailure(error: unknown, kind: SendError, sentence: string): AttemptFailure {
  if (error instanceof AttemptFailure) return error;
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return new AttemptFailure(kind, code === undefined ? `${sentence}.` : `${sentence} (${code}).`);
}
