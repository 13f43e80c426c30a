import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderKey } from '../../shared/contract/provider-options.ts';
import { SECOND, systemClock } from '../../shared/platform/clock.ts';
import { Account, Invalid, type StoredEntity } from './astria/account.ts';
import { type Answer, findRoute } from './astria/routes.ts';
import { viewOf } from './astria/views.ts';
import { drawHeadshot } from './headshots.ts';
import { Planned } from './planned.ts';
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

/** How often ended jobs are posted when the clock is real. */
const POST_INTERVAL = SECOND / 4;
const POST_TIMEOUT = 5 * SECOND;

export interface AstriaStandIn extends StandIn {
  /** The next inspections find these attributes, beside those of an ordinary photo. */
  inspectNextAs(attributes: Readonly<Record<string, unknown>>, images?: number): void;
  /** The number of images that were inspected. */
  inspected(): number;
}

/** A stand-in of astria.ai, after https://docs.astria.ai/docs/api/overview, for an account without idempotency. */
export async function startAstria(options: StandInOptions): Promise<AstriaStandIn> {
  const standIn = new Server(options);
  await standIn.listen(options.port ?? 0);
  return standIn;
}

class Server implements AstriaStandIn {
  readonly #account: Account;
  readonly #draw: NonNullable<StandInOptions['draw']>;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #calls = new Planned<CallKind, CallMisbehaviour>();
  readonly #inspections = new Planned<'next', Readonly<Record<string, unknown>>>();
  readonly #timer: NodeJS.Timeout | undefined;
  #key = newKey();
  #inspected = 0;

  constructor(options: StandInOptions) {
    this.#account = new Account(options);
    this.#draw = options.draw ?? drawHeadshot;
    if (options.clock === systemClock) {
      this.#timer = setInterval(() => void this.postCallbacks(), POST_INTERVAL).unref();
    }
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  get key(): ProviderKey {
    return this.#key;
  }

  rotateKey(): ProviderKey {
    this.#key = newKey();
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

  inspectNextAs(attributes: Readonly<Record<string, unknown>>, images?: number): void {
    this.#inspections.add('next', attributes, images);
  }

  inspected(): number {
    return this.#inspected;
  }

  async postCallbacks(): Promise<void> {
    for (const job of this.#account.entities()) if (this.#account.hasEnded(job)) await this.#post(job);
  }

  billed(): Record<JobKind, number> {
    return { ...this.#account.billed };
  }

  kept(): string[] {
    return this.#account.entities().map(({ kind, id }) => `${kind === 'training' ? 'tune' : 'prompt'} ${id}`);
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
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      await this.#answer(request, Buffer.concat(chunks), response);
    } catch (error) {
      const status = error instanceof Invalid ? error.status : 500;
      send(response, { status, body: { error: error instanceof Error ? error.message : String(error) } });
    }
  }

  async #answer(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', this.url);
    const route = findRoute(method, url.pathname);
    if (!route) throw new Invalid(404, 'Not found');
    if (route.needsKey && headers.authorization !== `Bearer ${this.#key.apiKey}`) {
      throw new Invalid(401, 'Unauthorized');
    }
    const misbehaviour = route.kind && this.#calls.next(route.kind);
    const error = misbehaviour && errorOf(misbehaviour);
    if (error) return send(response, error);
    const answer = await route.handle({
      account: this.#account,
      params: route.params,
      query: url.searchParams,
      contentType: headers['content-type'] ?? '',
      body,
      origin: this.url,
      draw: this.#draw,
      nextInspection: () => {
        this.#inspected += 1;
        return this.#inspections.next('next') ?? {};
      },
    });
    if (answer.created?.callbackMisbehaviour === 'early') await this.#post(answer.created);
    if (misbehaviour === 'hangs') return;
    if (misbehaviour === 'gateway-timeout') return send(response, { status: 504, body: 'Gateway Timeout' });
    send(response, answer, misbehaviour === 'truncated');
  }

  /** Posts the callback of a job, unless it was posted. Astria signs none, and repeats none that failed. */
  async #post(job: StoredEntity): Promise<void> {
    if (job.callback === undefined || job.posted) return;
    job.posted = true;
    if (job.callbackMisbehaviour === 'never') return;
    const view = viewOf(this.#account, job, this.url);
    const body = JSON.stringify(job.kind === 'generation' ? { prompt: view } : view);
    for (let posts = job.callbackMisbehaviour === 'twice' ? 2 : 1; posts > 0; posts--) {
      await fetch(job.callback, {
        method: 'POST',
        body,
        redirect: 'error',
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(POST_TIMEOUT),
      }).then(
        (answer) => answer.body?.cancel(),
        () => undefined,
      );
    }
  }
}

/** The answer to a call that is not carried out. */
function errorOf(misbehaviour: CallMisbehaviour): Answer | undefined {
  switch (misbehaviour) {
    case 'busy':
      return {
        status: 429,
        body: { error: 'Too many requests' },
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      };
    case 'busy-without-retry-after':
      return { status: 429, body: { error: 'Too many requests' } };
    case 'error':
      return { status: 500, body: { error: 'Internal server error' } };
    case 'refused':
      return { status: 422, body: { base: ['is invalid'] } };
    default:
      return undefined;
  }
}

function send(response: ServerResponse, { status, body, type, headers }: Answer, truncated = false): void {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...headers,
    'content-type': type ?? 'application/json',
    'content-length': bytes.length,
  });
  if (!truncated) return void response.end(bytes);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

function newKey(): ProviderKey {
  return { apiKey: `sd_${randomBytes(24).toString('hex')}` };
}
