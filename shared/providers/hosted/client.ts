import type * as z from 'zod';
import type { ProviderKey } from '../../contract/provider-options.ts';
import type { ImageStore } from '../../images/store.ts';
import { type Clock, SECOND } from '../../platform/clock.ts';
import { parseRetryAfter } from '../../platform/retry-after.ts';
import { KEPT_ERROR, ProviderBusy, ProviderRefused, ProviderUnavailable, UnusableImage } from '../errors.ts';

/** Reads the stage's key of a provider. `fresh` reads a key that was rotated since the last read. */
export type ReadProviderKey = (fresh?: boolean) => Promise<ProviderKey>;

export interface HostedClientSettings {
  /** The name of the provider, for messages. */
  provider: string;
  /** Base of all paths, without a slash at its end. */
  url: string;
  key: ReadProviderKey;
  clock: Clock;
  timeouts?: HostedTimeouts;
  /** Further hosts, with their subdomains, whose images are asked for with the key. Default: none. */
  imageHostsWithKey?: readonly string[];
}

/** What a hosted provider is made of. */
export interface HostedProviderSettings<Options>
  extends Pick<HostedClientSettings, 'key' | 'clock' | 'timeouts'> {
  options: Options;
  store: Pick<ImageStore, 'read'>;
}

/** Time-outs in milliseconds. */
export interface HostedTimeouts {
  /** The time-out of a call and its body, shorter than the lease of a request in `domain/flow/jobs.ts`. */
  call: number;
  /** The time-out of the download of one image. */
  image: number;
}

export interface Call {
  json?: unknown;
  form?: FormData;
  headers?: Readonly<Record<string, string>>;
}

const TIMEOUTS: HostedTimeouts = { call: 45 * SECOND, image: 30 * SECOND };
const MEBIBYTE = 1024 * 1024;
const JSON_BYTES_MAX = 8 * MEBIBYTE;
const IMAGE_BYTES_MAX = 40 * MEBIBYTE;
const REDIRECTS_MAX = 3;
/** The pause after a 429 without Retry-After, in seconds. */
const BUSY_SECONDS = 30;
/** The pause while the stage's key is refused or its account has run out of funds, in seconds: operators have to act. */
const ACCOUNT_SECONDS = 300;

const NOT_FOUND = 404;

/** Calls a provider with the stage's key. A failure becomes one of three errors, which say if the call was carried out. */
export class HostedClient {
  readonly #settings: HostedClientSettings;
  readonly #timeouts: HostedTimeouts;

  constructor(settings: HostedClientSettings) {
    this.#settings = settings;
    this.#timeouts = settings.timeouts ?? TIMEOUTS;
  }

  /**
   * @throws ProviderBusy when the call was not carried out and can be repeated, ProviderRefused when the provider does
   *   not accept it, ProviderUnavailable when it is not known whether it was carried out.
   */
  async call<Answer extends z.ZodType>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    answer: Answer,
    call: Call = {},
  ): Promise<z.output<Answer>> {
    const found = await this.find(method, path, answer, call);
    if (found === undefined) {
      throw new ProviderRefused(`${this.#settings.provider} does not know ${method} ${withoutQuery(path)}.`);
    }
    return found;
  }

  /** Like {@link call}. @returns undefined when the provider answers 404. */
  async find<Answer extends z.ZodType>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    answer: Answer,
    call: Call = {},
  ): Promise<z.output<Answer> | undefined> {
    const { status, body } = await this.#send(method, path, call);
    if (status === NOT_FOUND) return undefined;
    const parsed = answer.safeParse(asJson(body));
    if (parsed.success) return parsed.data;
    throw new ProviderUnavailable(
      `${this.#settings.provider} answered ${method} ${withoutQuery(path)} with something unexpected: ${parsed.error.issues[0]?.message ?? ''}`,
    );
  }

  /**
   * An image of the provider. The key goes to the provider's own origin and to `imageHostsWithKey` only.
   * @throws UnusableImage when it is gone or too large, ProviderBusy when the key is refused, else ProviderUnavailable.
   */
  async image(address: string): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(this.#timeouts.image);
    let url = this.#imageUrl(address);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await this.#fetchImage(url, signal);
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = this.#imageUrl(new URL(location, url).href);
        continue;
      }
      if (response.status >= 500 || response.status === 429) {
        throw new ProviderUnavailable(`${this.#settings.provider} answered ${response.status} for an image.`);
      }
      if (response.status === 401 && this.#isForKey(url)) {
        throw new ProviderBusy(`${this.#settings.provider} refuses its key for an image.`, ACCOUNT_SECONDS);
      }
      if (!response.ok) throw new UnusableImage(`An image of the provider is gone (${response.status}).`);
      return this.#read(response, IMAGE_BYTES_MAX, 'the download of an image');
    }
    throw new UnusableImage('An image of the provider redirects too often.');
  }

  /** Only the provider's own host may be reached without TLS or on this machine: the host that the stage names. */
  #imageUrl(address: string): URL {
    const url = URL.parse(address);
    const isPublic = url?.protocol === 'https:' && /\.[a-z]+$/i.test(url.hostname);
    if (!url || !(isPublic || url.origin === new URL(this.#settings.url).origin)) {
      throw new UnusableImage('The provider names an image at an address that is not public.');
    }
    return url;
  }

  async #fetchImage(url: URL, signal: AbortSignal): Promise<Response> {
    const request = async (key?: ProviderKey) => {
      const headers: Record<string, string> = key ? { authorization: `Bearer ${key.apiKey}` } : {};
      return fetch(url, { redirect: 'manual', signal, headers }).catch((error: unknown) => {
        throw this.#unavailable('the download of an image', error);
      });
    };
    if (!this.#isForKey(url)) return request();
    const response = await request(await this.#settings.key());
    // A 403 is an image that is gone: stores of images answer it for a link that has expired.
    if (response.status !== 401) return response;
    await response.body?.cancel();
    return request(await this.#settings.key(true));
  }

  /** Whether the stage's key may be sent to the host of an image. */
  #isForKey({ origin, protocol, hostname }: URL): boolean {
    if (origin === new URL(this.#settings.url).origin) return true;
    const hosts = this.#settings.imageHostsWithKey ?? [];
    return protocol === 'https:' && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  }

  async #send(method: string, path: string, call: Call): Promise<{ status: number; body: Uint8Array }> {
    let key = await this.#settings.key();
    let response = await this.#fetch(method, path, call, key);
    if (isKeyRefused(response)) {
      // The key may have been rotated since it was read.
      await response.body?.cancel();
      key = await this.#settings.key(true);
      response = await this.#fetch(method, path, call, key);
    }
    const body = await this.#read(response, JSON_BYTES_MAX, `${method} ${withoutQuery(path)}`);
    if (response.ok || response.status === NOT_FOUND) return { status: response.status, body };
    throw this.#failure(response, `${method} ${withoutQuery(path)}`, body);
  }

  async #fetch(method: string, path: string, call: Call, key: ProviderKey): Promise<Response> {
    const { json, form, headers } = call;
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    try {
      return await fetch(this.#settings.url + path, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(this.#timeouts.call),
        headers: {
          authorization: `Bearer ${key.apiKey}`,
          accept: 'application/json',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      });
    } catch (error) {
      throw this.#unavailable(`${method} ${withoutQuery(path)}`, error);
    }
  }

  async #read(response: Response, limit: number, subject: string): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const part of response.body ?? []) {
        length += part.length;
        if (length > limit) throw new UnusableImage(`${subject} has more than ${limit} bytes.`);
        parts.push(part);
      }
    } catch (error) {
      throw error instanceof UnusableImage ? error : this.#unavailable(subject, error);
    }
    return Buffer.concat(parts);
  }

  #failure(response: Response, subject: string, body: Uint8Array): Error {
    const { status } = response;
    const { provider, clock } = this.#settings;
    const said = Buffer.from(body).toString('utf8', 0, KEPT_ERROR).replaceAll(/\s+/g, ' ');
    const message = `${provider} answered ${subject} with ${status}: ${said}`;
    if (status === 429) {
      const retryAfter = parseRetryAfter(response.headers.get('retry-after') ?? undefined, clock);
      return new ProviderBusy(message, Math.max(1, retryAfter ?? BUSY_SECONDS));
    }
    if (isKeyRefused(response) || status === 402) return new ProviderBusy(message, ACCOUNT_SECONDS);
    if (status >= 500 || status === 408) return new ProviderUnavailable(message);
    return new ProviderRefused(message);
  }

  /** Keeps the code of a system error and nothing of its text. */
  #unavailable(subject: string, error: unknown): ProviderUnavailable {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.name) : 'unknown';
    return new ProviderUnavailable(`${this.#settings.provider} did not answer ${subject} (${code}).`);
  }
}

function isKeyRefused({ status }: Response): boolean {
  return status === 401 || status === 403;
}

/** An empty or truncated body is undefined, which no answer's schema accepts unless it says so. */
function asJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

function withoutQuery(path: string): string {
  return path.replace(/\?.*/, '');
}
