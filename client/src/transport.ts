import { ConnectionError, HeadshotsError } from './error.ts';
import { backoff, isTemporary, requestedWait } from './retry.ts';

export interface ClientOptions {
  /** The service's origin, such as `https://headshots.example`. */
  baseUrl: string;
  /** An organization's API key, for v1 and v2. */
  apiKey?: string;
  /**
   * A session of a member or an owner, for their own areas. Without an API key it is used for v1 and v2 as
   * well.
   */
  session?: string;
  /** The maximum number of retries of a call. The default is 3. */
  maxRetries?: number;
  /**
   * The longest wait before a retry. When the service requests more, the error is thrown. The default is 65
   * seconds.
   */
  maxWaitMilliseconds?: number;
  /** The timeout of one attempt. The default is 30 seconds. */
  timeoutMilliseconds?: number;
  /** An implementation of fetch. The default is the global one. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The Idempotency-Key of a POST. Calls with the same key take effect once. The default is a random key. */
  idempotencyKey?: string;
}

export interface Call {
  method: string;
  path: string;
  /** The security scheme, or `none`. */
  auth: string;
  query?: object;
  body?: object;
}

/** Sources of time and randomness, which tests replace. */
export interface Runtime {
  now(): number;
  random(): number;
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

const MAX_RETRIES = 3;
/** The window of the rate limit, and a margin for differing clocks. */
const MAX_WAIT_MILLISECONDS = 65_000;
const TIMEOUT_MILLISECONDS = 30_000;

type Attempt = { body: unknown } | { error: HeadshotsError | ConnectionError; wait: number | undefined };

/** Sends calls, and retries them when that is safe and can succeed. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #runtime: Runtime;

  constructor(options: ClientOptions, runtime: Runtime = REAL) {
    this.#options = options;
    this.#runtime = runtime;
  }

  /** @throws HeadshotsError for an error of the service, and ConnectionError without a response. */
  async call<Answer>(call: Call, { signal, idempotencyKey }: CallOptions = {}): Promise<Answer> {
    const { maxRetries = MAX_RETRIES, maxWaitMilliseconds = MAX_WAIT_MILLISECONDS } = this.#options;
    const { random, wait } = this.#runtime;
    const headers = this.#headers(call);
    // The key stays the same over retries, so a call whose response was lost does not take effect again.
    if (call.method === 'POST') headers.set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(call, headers, signal);
      if ('body' in outcome) return outcome.body as Answer;
      const pause = outcome.wait ?? backoff(attempt, random);
      if (attempt >= maxRetries || !isRetryable(outcome.error) || pause > maxWaitMilliseconds) {
        throw outcome.error;
      }
      await wait(pause, signal);
    }
  }

  async #attempt(call: Call, headers: Headers, signal: AbortSignal | undefined): Promise<Attempt> {
    const { fetch = globalThis.fetch, timeoutMilliseconds = TIMEOUT_MILLISECONDS } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMilliseconds);
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.#url(call), {
        method: call.method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(call.body && { body: JSON.stringify(call.body) }),
      });
      text = await response.text();
    } catch (error) {
      // The caller has aborted the call.
      if (signal?.aborted) throw error;
      return { error: new ConnectionError(error), wait: undefined };
    }
    const body = parsed(text);
    if (response.ok && body) return { body };
    return {
      error: errorOf(response, body),
      wait: requestedWait(response.headers, this.#runtime.now()),
    };
  }

  #headers({ auth, body }: Call): Headers {
    const { apiKey, session } = this.#options;
    const headers = new Headers({ Accept: 'application/json' });
    if (body) headers.set('Content-Type', 'application/json');
    const bearer = auth === 'none' ? undefined : auth === 'apiKey' ? (apiKey ?? session) : session;
    if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`);
    return headers;
  }

  #url({ path, query = {} }: Call): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value));
    }
    const origin = this.#options.baseUrl.replace(/(?<!\/)\/+$/, '');
    return `${origin}${path}${search.size > 0 ? `?${search}` : ''}`;
  }
}

/** Encodes a value as one segment of a path. @throws TypeError for a value that would change the path. */
export function segment(value: string): string {
  if (value === '' || value === '.' || value === '..')
    throw new TypeError(`'${value}' is not a valid identifier.`);
  return encodeURIComponent(value);
}

function isRetryable(error: HeadshotsError | ConnectionError): boolean {
  return error instanceof ConnectionError || isTemporary(error.status, error.code);
}

function errorOf(response: Response, body: Record<string, unknown> | undefined): HeadshotsError {
  const { status, headers } = response;
  const known = typeof body?.code === 'string' && typeof body.error === 'string';
  return new HeadshotsError({
    status,
    code: known ? String(body.code) : 'UNEXPECTED_ANSWER',
    message: known
      ? String(body.error)
      : `The response with status ${status} is not from the service: check baseUrl.`,
    requestId: headers.get('x-request-id') ?? undefined,
    details: body ?? {},
  });
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const REAL: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};
