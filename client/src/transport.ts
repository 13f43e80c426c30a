import { ConnectionError, HeadshotsError } from './error.ts';
import { backoff, isPassing, requestedWait } from './retry.ts';

export interface ClientOptions {
  /** The service's origin, such as `https://headshots.example`. */
  baseUrl: string;
  /** An organization's API key, for v1 and v2. */
  apiKey?: string;
  /** A member's or owner's session, for their own areas; without an API key for v1 and v2 too. */
  session?: string;
  /** How often a call is tried again at most; 3 unless told. */
  maxRetries?: number;
  /** A wait longer than this is not worth it: the refusal is thrown instead. 65 seconds unless told. */
  maxWaitMilliseconds?: number;
  /** How long one attempt may take; 30 seconds unless told. */
  timeoutMilliseconds?: number;
  /** Another implementation of fetch. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** For a POST: under the same key nothing happens twice, even from another process. One is made unless told. */
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

/** What a test sets in place of time and chance. */
export interface Surroundings {
  now(): number;
  random(): number;
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

const MAX_RETRIES = 3;
/** The service's window, and some for clocks that differ. */
const MAX_WAIT_MILLISECONDS = 65_000;
const TIMEOUT_MILLISECONDS = 30_000;

type Attempt = { body: unknown } | { error: HeadshotsError | ConnectionError; wait: number | undefined };

/** Sends calls, again where that is safe and worth it. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #surroundings: Surroundings;

  constructor(options: ClientOptions, surroundings: Surroundings = REAL) {
    this.#options = options;
    this.#surroundings = surroundings;
  }

  /** @throws HeadshotsError when it is refused, ConnectionError when there is no answer. */
  async call<Answer>(call: Call, { signal, idempotencyKey }: CallOptions = {}): Promise<Answer> {
    const { maxRetries = MAX_RETRIES, maxWaitMilliseconds = MAX_WAIT_MILLISECONDS } = this.#options;
    const { random, wait } = this.#surroundings;
    const headers = this.#headers(call);
    // The same over all attempts: one that arrived, and whose answer was lost, is not carried out again.
    if (call.method === 'POST') headers.set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(call, headers, signal);
      if ('body' in outcome) return outcome.body as Answer;
      const pause = outcome.wait ?? backoff(attempt, random);
      if (attempt >= maxRetries || !isWorthwhile(outcome.error) || pause > maxWaitMilliseconds) {
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
      // The caller's own wish to stop is no failure to try again after.
      if (signal?.aborted) throw error;
      return { error: new ConnectionError(error), wait: undefined };
    }
    const body = parsed(text);
    if (response.ok && body) return { body };
    return {
      error: refusalOf(response, body),
      wait: requestedWait(response.headers, this.#surroundings.now()),
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
    const origin = this.#options.baseUrl.replace(/\/+$/, '');
    return `${origin}${path}${search.size > 0 ? `?${search}` : ''}`;
  }
}

/** A caller's value as one segment of a path. @throws TypeError for what would lead to another path. */
export function segment(value: string): string {
  if (value === '' || value === '.' || value === '..') throw new TypeError(`'${value}' identifies nothing.`);
  return encodeURIComponent(value);
}

function isWorthwhile(error: HeadshotsError | ConnectionError): boolean {
  return error instanceof ConnectionError || isPassing(error.status, error.code);
}

function refusalOf(response: Response, body: Record<string, unknown> | undefined): HeadshotsError {
  const { status, headers } = response;
  const known = typeof body?.code === 'string' && typeof body.error === 'string';
  return new HeadshotsError({
    status,
    code: known ? String(body.code) : 'UNEXPECTED_ANSWER',
    message: known ? String(body.error) : `The answer is not one of the service: status ${status}.`,
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

const REAL: Surroundings = {
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
