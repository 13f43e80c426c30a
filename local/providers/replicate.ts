import { randomBytes } from 'node:crypto';
import type { ProviderKey } from '../../shared/contract/provider-options.ts';
import { Account, type StoredPrediction, type StoredTraining } from './replicate/account.ts';
import { type Answer, findRoute, viewOf } from './replicate/routes.ts';
import {
  type CallMisbehaviour,
  type JobKind,
  RETRY_AFTER_SECONDS,
  type StandIn,
  type StandInOptions,
} from './stand-in.ts';
import {
  type JobCallback,
  type ReceivedCall,
  type Routed,
  StandInServer,
  signatureHeaders,
} from './stand-in-server.ts';

export { DESTINATION, TRAINER } from './replicate/account.ts';

export interface ReplicateStandInOptions extends StandInOptions {
  /** Entries of one page of a list. Default: 100, as documented. */
  pageSize?: number;
}

/** A stand-in of replicate.com, after https://replicate.com/docs/reference/http. */
export async function startReplicate(options: ReplicateStandInOptions): Promise<StandIn> {
  const standIn = new ReplicateServer(options);
  await standIn.listen(options.port);
  return standIn;
}

type StoredJob = StoredTraining | StoredPrediction;

class ReplicateServer extends StandInServer<StoredJob> {
  readonly #account: Account;
  readonly #pageSize: number;
  readonly #webhookSecret = newSecret('whsec_');
  #apiKey = newSecret('r8_');

  constructor(options: ReplicateStandInOptions) {
    super(options);
    this.#account = new Account(options);
    this.#pageSize = options.pageSize ?? 100;
  }

  override get url(): string {
    return `${this.origin}/v1`;
  }

  get key(): ProviderKey & { webhookSecret: string } {
    return { apiKey: this.#apiKey, webhookSecret: this.#webhookSecret };
  }

  rotateKey(): ProviderKey {
    this.#apiKey = newSecret('r8_');
    return this.key;
  }

  billed(): Record<JobKind, number> {
    return { ...this.#account.billed };
  }

  kept(): string[] {
    return this.#account.kept();
  }

  protected get misbehaviours() {
    return this.#account.misbehaviours;
  }

  protected route({ method, url, headers, body }: ReceivedCall): Routed<StoredJob> {
    const route = findRoute(method, url.pathname);
    if (!route) return { answer: () => problem(404, 'The requested resource could not be found.') };
    if (headers.authorization !== `Bearer ${this.#apiKey}`) {
      return { answer: () => problem(401, 'You did not pass a valid authentication token') };
    }
    const answer = () =>
      route.handle({
        account: this.#account,
        params: route.params,
        query: url.searchParams,
        contentType: headers['content-type'] ?? '',
        body,
        origin: this.origin,
        pageSize: this.#pageSize,
        draw: this.draw,
      });
    return { kind: route.kind, answer };
  }

  protected notCarriedOut(misbehaviour: CallMisbehaviour): Answer | undefined {
    const throttled = problem(429, 'Request was throttled. Your rate limit resets in ~7s.');
    switch (misbehaviour) {
      case 'busy':
        return { ...throttled, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } };
      case 'busy-without-retry-after':
        return throttled;
      case 'error':
        return problem(500, 'Internal server error');
      case 'refused':
        return problem(422, 'Input validation failed');
      default:
        return undefined;
    }
  }

  protected errorAnswer(error: unknown): Answer {
    return problem(500, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  protected endedJobs(): StoredJob[] {
    const jobs = [...this.#account.trainings(), ...this.#account.predictions()];
    return jobs.filter((job) => !this.#account.isRunning(job));
  }

  protected callbackOf(job: StoredJob): JobCallback | undefined {
    if (job.webhook === undefined) return undefined;
    const callback = {
      misbehaviour: job.callback,
      body: JSON.stringify(viewOf(this.#account, job, this.origin)),
    };
    const headers = signatureHeaders(callback, `msg_${job.id}`, this.#webhookSecret, this.clock.now());
    return { ...callback, url: job.webhook, headers };
  }
}

function problem(status: number, detail: string): Answer {
  return { status, body: { detail, status }, type: 'application/problem+json' };
}

function newSecret(prefix: string): string {
  return prefix + randomBytes(24).toString('base64');
}
