import { randomBytes } from 'node:crypto';
import type { ProviderKey } from '../../shared/contract/provider-options.ts';
import { Account, Invalid, type StoredEntity } from './astria/account.ts';
import { type Answer, findRoute } from './astria/routes.ts';
import { viewOf } from './astria/views.ts';
import { Planned } from './planned.ts';
import {
  type CallMisbehaviour,
  type JobKind,
  RETRY_AFTER_SECONDS,
  type StandIn,
  type StandInOptions,
} from './stand-in.ts';
import { type JobCallback, type ReceivedCall, type Routed, StandInServer } from './stand-in-server.ts';

export interface AstriaStandIn extends StandIn {
  /** The next inspections find these attributes, beside those of an ordinary photo. */
  inspectNextAs(attributes: Readonly<Record<string, unknown>>, images?: number): void;
  /** The number of images that were inspected. */
  inspected(): number;
  /** Deletions are answered, and carried out so many seconds later. */
  deleteAfter(seconds: number): void;
  /** Of the two paths that the documentation has for deleting a prompt, this one works, and the other answers 404. */
  deletePromptsAt(path: 'example' | 'heading'): void;
}

/** A stand-in of astria.ai, after https://docs.astria.ai/docs/api/overview, for an account without idempotency. */
export async function startAstria(options: StandInOptions): Promise<AstriaStandIn> {
  const standIn = new AstriaServer(options);
  await standIn.listen(options.port);
  return standIn;
}

class AstriaServer extends StandInServer<StoredEntity> implements AstriaStandIn {
  readonly #account: Account;
  readonly #inspections = new Planned<'next', Readonly<Record<string, unknown>>>();
  #key = newKey();
  #inspected = 0;

  constructor(options: StandInOptions) {
    super(options);
    this.#account = new Account(options);
  }

  get key(): ProviderKey {
    return this.#key;
  }

  rotateKey(): ProviderKey {
    this.#key = newKey();
    return this.#key;
  }

  inspectNextAs(attributes: Readonly<Record<string, unknown>>, images?: number): void {
    this.#inspections.add('next', attributes, images);
  }

  inspected(): number {
    return this.#inspected;
  }

  deleteAfter(seconds: number): void {
    this.#account.deletionSeconds = seconds;
  }

  deletePromptsAt(path: 'example' | 'heading'): void {
    this.#account.promptsAreDeletedAt = path;
  }

  billed(): Record<JobKind, number> {
    return { ...this.#account.billed };
  }

  kept(): string[] {
    return this.#account.entities().map(({ kind, id }) => `${kind === 'training' ? 'tune' : 'prompt'} ${id}`);
  }

  protected get misbehaviours() {
    return this.#account.misbehaviours;
  }

  protected route({ method, url, headers, body }: ReceivedCall): Routed<StoredEntity> {
    const route = findRoute(method, url.pathname);
    if (!route) throw new Invalid(404, 'Not found');
    if (route.needsKey && headers.authorization !== `Bearer ${this.#key.apiKey}`) {
      throw new Invalid(401, 'Unauthorized');
    }
    const answer = () =>
      route.handle({
        account: this.#account,
        params: route.params,
        query: url.searchParams,
        contentType: headers['content-type'] ?? '',
        body,
        origin: this.origin,
        draw: this.draw,
        nextInspection: () => {
          this.#inspected += 1;
          return this.#inspections.next('next') ?? {};
        },
      });
    return { kind: route.kind, answer };
  }

  protected notCarriedOut(misbehaviour: CallMisbehaviour): Answer | undefined {
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

  protected errorAnswer(error: unknown): Answer {
    const status = error instanceof Invalid ? error.status : 500;
    return { status, body: { error: error instanceof Error ? error.message : String(error) } };
  }

  protected endedJobs(): StoredEntity[] {
    return this.#account.entities().filter((job) => this.#account.hasEnded(job));
  }

  /** Astria signs no callbacks. */
  protected callbackOf(job: StoredEntity): JobCallback | undefined {
    if (job.callback === undefined) return undefined;
    const view = viewOf(this.#account, job, this.origin);
    const body = JSON.stringify(job.kind === 'generation' ? { prompt: view } : view);
    return { url: job.callback, misbehaviour: job.callbackMisbehaviour, body };
  }
}

function newKey(): ProviderKey {
  return { apiKey: `sd_${randomBytes(24).toString('hex')}` };
}
