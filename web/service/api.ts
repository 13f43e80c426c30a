import {
  type Answer,
  type AnyRequest,
  addressOf,
  type Call,
  type Request,
} from '../../shared/contract/call.ts';

export type { Answer };

interface CallOptions {
  /** A key that is the same for all repetitions of a POST, which the service then carries out once. */
  idempotencyKey?: string;
}

/** An error of the service. */
export class ApiError extends Error {
  /** The code of the error envelope, or OFFLINE without a response. */
  readonly code: string;
  /** The seconds after which the service can be asked again, where it tells. */
  readonly retryAfterSeconds: number | undefined;
  /** The fields of the envelope beside its message. */
  readonly details: Readonly<Record<string, unknown>>;

  /** @param sentence for a code that web/text/errors.ts has no sentence for in every language. */
  constructor(code: string, sentence?: string, retryAfterSeconds?: number, details = {}) {
    super(sentence);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.details = details;
  }
}

/** Calls the service at the page's own origin. */
export class Api {
  readonly #bearer: string | undefined;
  /** The answer that the bearer is not valid any more. Pages that go on polling get it without a request. */
  #ended: ApiError | undefined;

  /** @param bearer A session of a member or a user, or an API key. */
  constructor(bearer?: string) {
    this.#bearer = bearer;
  }

  /** @throws ApiError with the message of the service. */
  call<Of extends Call>(call: Of, ...request: Request<Of, CallOptions>): Promise<Answer<Of>>;
  async call(call: Call, request: AnyRequest & CallOptions = {}): Promise<unknown> {
    if (this.#ended) throw this.#ended;
    const [method = '', path = ''] = call.split(' ');
    const { body, idempotencyKey } = request;
    const response = await fetch(addressOf(path, request), {
      method,
      credentials: 'omit',
      headers: {
        ...(this.#bearer !== undefined && { Authorization: `Bearer ${this.#bearer}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify(body),
    }).catch(() => {
      throw new ApiError('OFFLINE');
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer;
    const envelope = (answer ?? {}) as { code?: string; error?: string };
    const { code = 'INTERNAL_ERROR', error } = envelope;
    const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
    const failure = new ApiError(code, error, Number.isNaN(seconds) ? undefined : seconds, envelope);
    if (this.#bearer !== undefined && code === 'UNAUTHORIZED') this.#ended = failure;
    throw failure;
  }
}
