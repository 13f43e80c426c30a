/** The part of a contract from which a call gets its types. Pages import types of contracts only. */
interface Contract {
  body: Schema;
  response: Schema;
}
interface Schema {
  _zod: { input: unknown; output: unknown };
}
export type Answer<C extends Contract> = C['response']['_zod']['output'];
type Body<C extends Contract> = C['body']['_zod']['input'];
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  /** A key that is the same for all repetitions of a POST, which the service then carries out once. */
  idempotencyKey?: string;
}

interface ErrorDetails {
  retryAfterSeconds?: number | undefined;
  numbers?: Readonly<Record<string, number>>;
}

/** An error of the service. Its message can be shown to users. */
export class ApiError extends Error {
  /** The code of the error envelope, or OFFLINE without a response. */
  readonly code: string;
  /** The seconds after which the service can be asked again, where it tells. */
  readonly retryAfterSeconds: number | undefined;
  /** The numbers that the envelope of the error carries beside its message. */
  readonly numbers: Readonly<Record<string, number>>;

  constructor(code: string, sentence: string, { retryAfterSeconds, numbers = {} }: ErrorDetails = {}) {
    super(sentence);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.numbers = numbers;
  }
}

/** Calls the service at the page's own origin. */
export class Api {
  readonly #bearer: string | undefined;

  /** @param bearer A session of a member or a user, or an API key. */
  constructor(bearer?: string) {
    this.#bearer = bearer;
  }

  /** @throws ApiError with the message of the service. */
  async call<C extends Contract>(
    method: Method,
    path: string,
    body?: Body<C>,
    { idempotencyKey }: CallOptions = {},
  ): Promise<Answer<C>> {
    const response = await fetch(path, {
      method,
      credentials: 'omit',
      headers: {
        ...(this.#bearer !== undefined && { Authorization: `Bearer ${this.#bearer}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new ApiError('OFFLINE', 'The service cannot be reached. Check your connection and try again.');
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer as Answer<C>;
    const { code, error, ...details } = (answer ?? {}) as { code?: string; error?: string };
    throw new ApiError(code ?? 'INTERNAL_ERROR', error ?? 'Something went wrong on our side. Try again.', {
      retryAfterSeconds: secondsIn(response.headers.get('Retry-After')),
      numbers: numbersIn(details),
    });
  }
}

function secondsIn(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

function numbersIn(details: object): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(details).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
