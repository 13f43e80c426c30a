import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ProviderKey } from '../../shared/contract/provider-options.ts';
import { type Clock, SECOND, systemClock } from '../../shared/platform/clock.ts';
import { standardSignature } from '../../shared/platform/standard-webhooks.ts';
import { drawHeadshot } from './headshots.ts';
import type { Misbehaviours } from './misbehaviours.ts';
import type {
  CallbackMisbehaviour,
  CallKind,
  CallMisbehaviour,
  ImageMisbehaviour,
  JobKind,
  JobMisbehaviour,
  StandIn,
  StandInOptions,
} from './stand-in.ts';

/** How often ended jobs are posted when the clock is real. */
const POST_INTERVAL = SECOND / 4;
const POST_TIMEOUT = 5 * SECOND;

export interface ReceivedCall {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Answer<Job> {
  status: number;
  /** Sent as JSON unless it is bytes; empty without it. */
  body?: unknown;
  type?: string;
  headers?: Readonly<Record<string, string>>;
  /** The job that the call has created. */
  created?: Job;
}

/** A call that is understood, and not carried out yet. */
export interface Routed<Job> {
  /** Absent for a call that never misbehaves. */
  kind?: CallKind | undefined;
  answer: () => Promise<Answer<Job>> | Answer<Job>;
}

/** The callback of a job, as it would be posted now. */
export interface JobCallback {
  url: string;
  misbehaviour: CallbackMisbehaviour | undefined;
  body: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * The part of a stand-in that does not depend on its contract: the server, the misbehaviours of calls, and posts of
 * callbacks, once for each job.
 */
export abstract class StandInServer<Job extends object> implements StandIn {
  readonly clock: Clock;
  protected readonly draw: NonNullable<StandInOptions['draw']>;
  protected abstract readonly misbehaviours: Misbehaviours;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #posted = new WeakSet<Job>();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor({ clock, draw = drawHeadshot }: StandInOptions) {
    this.clock = clock;
    this.draw = draw;
    if (clock === systemClock) {
      this.#timer = setInterval(() => void this.postCallbacks(), POST_INTERVAL).unref();
    }
  }

  abstract readonly key: ProviderKey;
  abstract rotateKey(): ProviderKey;
  abstract billed(): Record<JobKind, number>;
  abstract kept(): string[];
  /** @throws an error for {@link errorAnswer}. */
  protected abstract route(call: ReceivedCall): Routed<Job>;
  /** The answer to a call that is not carried out; undefined for misbehaviours of calls that are. */
  protected abstract notCarriedOut(misbehaviour: CallMisbehaviour): Answer<Job> | undefined;
  /** The answer to a call that ended with an error. */
  protected abstract errorAnswer(error: unknown): Answer<Job>;
  protected abstract endedJobs(): readonly Job[];
  /** @returns undefined for a job that has no URL for callbacks. */
  protected abstract callbackOf(job: Job): JobCallback | undefined;

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return this.origin;
  }

  protected get origin(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  misbehaveInCalls(kind: CallKind, misbehaviour: CallMisbehaviour, calls?: number): void {
    this.misbehaviours.calls.add(kind, misbehaviour, calls);
  }

  misbehaveInJobs(kind: JobKind, misbehaviour: JobMisbehaviour, jobs?: number): void {
    this.misbehaviours.jobs.add(kind, misbehaviour, jobs);
  }

  misbehaveInCallbacks(misbehaviour: CallbackMisbehaviour, jobs?: number): void {
    this.misbehaviours.callbacks.add('next', misbehaviour, jobs);
  }

  misbehaveInImages(misbehaviour: ImageMisbehaviour, images?: number): void {
    this.misbehaviours.images.add('next', misbehaviour, images);
  }

  async postCallbacks(): Promise<void> {
    for (const job of this.endedJobs()) await this.#post(job);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#answer(request, await buffer(request), response);
    } catch (error) {
      send(response, this.errorAnswer(error));
    }
  }

  async #answer(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const { kind, answer } = this.route({ method, url: new URL(url, this.origin), headers, body });
    const misbehaviour = kind && this.misbehaviours.calls.next(kind);
    const error = misbehaviour && this.notCarriedOut(misbehaviour);
    if (error) return send(response, error);
    const answered = await answer();
    if (answered.created && this.callbackOf(answered.created)?.misbehaviour === 'early') {
      await this.#post(answered.created);
    }
    if (misbehaviour === 'hangs') return;
    if (misbehaviour === 'gateway-timeout') return send(response, { status: 504, body: 'Gateway Timeout' });
    send(response, answered, misbehaviour === 'truncated');
  }

  /** Posts the callback of a job, unless it was posted. One that the receiver does not take is not repeated. */
  async #post(job: Job): Promise<void> {
    const callback = this.callbackOf(job);
    if (!callback || this.#posted.has(job)) return;
    this.#posted.add(job);
    const { url, misbehaviour, body, headers } = callback;
    if (misbehaviour === 'never') return;
    for (let posts = misbehaviour === 'twice' ? 2 : 1; posts > 0; posts--) {
      await fetch(url, {
        method: 'POST',
        body,
        redirect: 'error',
        headers: { 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(POST_TIMEOUT),
      }).then(
        (answer) => answer.body?.cancel(),
        () => undefined,
      );
    }
  }
}

/** The headers that sign a callback as a Standard Webhook, unless it is to be unsigned or wrongly signed. */
export function signatureHeaders(
  { misbehaviour, body }: Pick<JobCallback, 'misbehaviour' | 'body'>,
  id: string,
  secret: string,
  now: number,
): Record<string, string> {
  if (misbehaviour === 'unsigned') return {};
  const right = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const key = misbehaviour === 'wrongly-signed' ? Buffer.alloc(right.length) : right;
  const seconds = Math.floor(now / SECOND);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${standardSignature(key, id, seconds, body)}`,
  };
}

function send(
  response: ServerResponse,
  { status, body, type = 'application/json', headers }: Answer<unknown>,
  truncated = false,
): void {
  const bytes =
    body instanceof Uint8Array ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': bytes.length });
  if (!truncated) return void response.end(bytes);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
