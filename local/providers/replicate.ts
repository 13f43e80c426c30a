import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderKey } from '../../shared/contract/provider-options.ts';
import { SECOND, systemClock } from '../../shared/platform/clock.ts';
import { standardSignature } from '../../shared/platform/standard-webhooks.ts';
import { drawHeadshot } from './headshots.ts';
import { Planned } from './planned.ts';
import { Account, type StoredPrediction, type StoredTraining } from './replicate/account.ts';
import { type Answer, type Call, findRoute, viewOf } from './replicate/routes.ts';
import {
  type CallbackMisbehaviour,
  type CallKind,
  type CallMisbehaviour,
  type ImageMisbehaviour,
  type JobKind,
  type JobMisbehaviour,
  RETRY_AFTER_SECONDS,
  type StandIn,
  type StandInOptions,
} from './stand-in.ts';

export { DESTINATION, TRAINER } from './replicate/account.ts';

export interface ReplicateStandInOptions extends StandInOptions {
  /** Entries of one page of a list. Default: 100, as documented. */
  pageSize?: number;
}

/** How often ended jobs are posted when the clock is real. */
const POST_INTERVAL = SECOND / 4;
const POST_TIMEOUT = 5 * SECOND;

/** A stand-in of replicate.com, after https://replicate.com/docs/reference/http. */
export async function startReplicate(options: ReplicateStandInOptions): Promise<StandIn> {
  const standIn = new ReplicateStandIn(options);
  await standIn.listen(options.port ?? 0);
  return standIn;
}

class ReplicateStandIn implements StandIn {
  readonly #account: Account;
  readonly #draw: NonNullable<StandInOptions['draw']>;
  readonly #pageSize: number;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #calls = new Planned<CallKind, CallMisbehaviour>();
  readonly #timer: NodeJS.Timeout | undefined;
  #key: ProviderKey = { apiKey: newSecret('r8_'), webhookSecret: newSecret('whsec_') };

  constructor(options: ReplicateStandInOptions) {
    this.#account = new Account(options);
    this.#draw = options.draw ?? drawHeadshot;
    this.#pageSize = options.pageSize ?? 100;
    if (options.clock === systemClock) {
      this.#timer = setInterval(() => void this.postCallbacks(), POST_INTERVAL).unref();
    }
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `${this.#origin}/v1`;
  }

  get key(): ProviderKey {
    return this.#key;
  }

  rotateKey(): ProviderKey {
    this.#key = { ...this.#key, apiKey: newSecret('r8_') };
    return this.#key;
  }

  misbehaveInCalls(kind: CallKind, misbehaviour: CallMisbehaviour, calls?: number): void {
    this.#calls.add(kind, misbehaviour, calls);
  }

  misbehaveInJobs(kind: JobKind, misbehaviour: JobMisbehaviour, jobs?: number): void {
    this.#account.jobMisbehaviours.add(kind, misbehaviour, jobs);
  }

  misbehaveInCallbacks(misbehaviour: CallbackMisbehaviour, jobs?: number): void {
    this.#account.callbackMisbehaviours.add('next', misbehaviour, jobs);
  }

  misbehaveInImages(misbehaviour: ImageMisbehaviour, images?: number): void {
    this.#account.imageMisbehaviours.add('next', misbehaviour, images);
  }

  async postCallbacks(): Promise<void> {
    for (const job of [...this.#account.trainings(), ...this.#account.predictions()]) {
      if (!this.#account.isRunning(job)) await this.#post(job);
    }
  }

  billed(): Record<JobKind, number> {
    return { ...this.#account.billed };
  }

  kept(): string[] {
    return this.#account.kept();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  get #origin(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      await this.#answer(request, Buffer.concat(chunks), response);
    } catch (error) {
      send(response, problem(500, error instanceof Error ? (error.stack ?? error.message) : String(error)));
    }
  }

  async #answer(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', this.#origin);
    const route = findRoute(method, url.pathname);
    if (!route) return send(response, problem(404, 'The requested resource could not be found.'));
    if (headers.authorization !== `Bearer ${this.#key.apiKey}`) {
      return send(response, problem(401, 'You did not pass a valid authentication token'));
    }
    const misbehaviour = route.kind && this.#calls.next(route.kind);
    const error = misbehaviour && errorOf(misbehaviour);
    if (error) return send(response, error);
    const call: Call = {
      account: this.#account,
      params: route.params,
      query: url.searchParams,
      contentType: headers['content-type'] ?? '',
      body,
      origin: this.#origin,
      pageSize: this.#pageSize,
      draw: this.#draw,
    };
    const answer = await route.handle(call);
    if (answer.created?.callback === 'early') await this.#post(answer.created);
    if (misbehaviour === 'hangs') return;
    if (misbehaviour === 'gateway-timeout') return send(response, problem(504, 'Gateway Timeout'));
    send(response, answer, misbehaviour === 'truncated');
  }

  /** Posts the callback of a job, unless it was posted. A receiver that answers an error is not tried again. */
  async #post(job: StoredTraining | StoredPrediction): Promise<void> {
    if (job.webhook === undefined || job.posted) return;
    job.posted = true;
    if (job.callback === 'never') return;
    for (let posts = job.callback === 'twice' ? 2 : 1; posts > 0; posts--) {
      const body = JSON.stringify(viewOf(this.#account, job, this.#origin));
      await fetch(job.webhook, {
        method: 'POST',
        body,
        redirect: 'error',
        headers: { 'content-type': 'application/json', ...this.#signature(job, body) },
        signal: AbortSignal.timeout(POST_TIMEOUT),
      }).then(
        (answer) => answer.body?.cancel(),
        () => undefined,
      );
    }
  }

  #signature({ id, callback }: StoredTraining | StoredPrediction, body: string): Record<string, string> {
    if (callback === 'unsigned') return {};
    const secret = callback === 'wrongly-signed' ? newSecret('whsec_') : (this.#key.webhookSecret ?? '');
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const seconds = Math.floor(this.#account.now / SECOND);
    return {
      'webhook-id': `msg_${id}`,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${standardSignature(key, `msg_${id}`, seconds, body)}`,
    };
  }
}

/** The answer to a call that is not carried out. */
function errorOf(misbehaviour: CallMisbehaviour): Answer | undefined {
  const throttled = 'Request was throttled. Your rate limit resets in ~7s.';
  switch (misbehaviour) {
    case 'busy':
      return { ...problem(429, throttled), headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } };
    case 'busy-without-retry-after':
      return problem(429, throttled);
    case 'error':
      return problem(500, 'Internal server error');
    case 'refused':
      return problem(422, 'Input validation failed');
    default:
      return undefined;
  }
}

function problem(status: number, detail: string): Answer {
  return { status, body: { detail, status } };
}

function send(response: ServerResponse, { status, body, type, headers }: Answer, truncated = false): void {
  const bytes =
    body instanceof Uint8Array ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const contentType = type ?? (status < 400 ? 'application/json' : 'application/problem+json');
  response.writeHead(status, { ...headers, 'content-type': contentType, 'content-length': bytes.length });
  if (!truncated) return void response.end(bytes);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

function newSecret(prefix: string): string {
  return prefix + randomBytes(24).toString('base64');
}
