import { type Clock, SECOND } from '../../platform/clock.ts';

/** Why an attempt failed: a closed set, kept in the delivery log and filtered by. */
export type SendError =
  | 'refused-target'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'response-too-large'
  | 'connection-lost'
  | 'unexpected-status'
  | 'redirect';

export interface SendResult {
  outcome: 'delivered' | 'failed';
  /** HTTP status, when the receiver got as far as answering one. */
  status?: number;
  error?: SendError;
  /** One sentence for the owner of the endpoint. */
  detail: string;
  /** What the receiver asked for in Retry-After, not bounded here. */
  retryAfterSeconds?: number;
  durationMs: number;
  /** The first 1 KB of the response body, as UTF-8. */
  responseStart: string;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** What ended an attempt; `message` is the sentence for the owner of the endpoint. */
export class AttemptFailure extends Error {
  readonly kind: SendError;

  constructor(kind: SendError, detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** What is known of the response, also when the attempt ends in the middle of it. */
export interface Answer {
  status?: number;
  retryAfterSeconds?: number;
  kept: Buffer;
}

/** What is kept of an attempt, from what is known of the response and from what went wrong. */
export function toResult(
  answer: Answer,
  failure: AttemptFailure | undefined,
  durationMs: number,
): SendResult {
  const { status, kept, retryAfterSeconds } = answer;
  // A wrong status says more than how its body ended.
  const cause = status === undefined || status === 200 ? failure : statusFailure(status);
  return {
    outcome: cause === undefined ? 'delivered' : 'failed',
    ...(status !== undefined && { status }),
    ...(cause !== undefined && { error: cause.kind }),
    detail: cause?.message ?? 'The receiver answered 200.',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    durationMs,
    // `stream` leaves out a character that the cut went through.
    responseStart: new TextDecoder().decode(kept, { stream: true }),
  };
}

function statusFailure(status: number): AttemptFailure {
  return REDIRECTS.includes(status)
    ? new AttemptFailure('redirect', `The receiver answered ${status}; redirects are not followed.`)
    : new AttemptFailure('unexpected-status', `The receiver answered ${status} instead of 200.`);
}

/** Retry-After in either of its forms, RFC 9110 section 10.2.3; undefined when it is neither. */
export function parseRetryAfter(value: string | undefined, clock: Clock): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  // Date.parse alone takes nearly anything for a date, `-5` for instance.
  const until = /^[A-Z].* GMT$/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - clock.now()) / SECOND));
}

/** Keeps the code of a system error and nothing of its text, which may name addresses and paths. */
export function asFailure(error: unknown, kind: SendError, sentence: string): AttemptFailure {
  if (error instanceof AttemptFailure) return error;
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return new AttemptFailure(kind, code === undefined ? `${sentence}.` : `${sentence} (${code}).`);
}
