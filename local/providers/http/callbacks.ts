import type { Clock } from '../../../shared/platform/clock.ts';
import { isoTime, SECOND } from '../../../shared/platform/clock.ts';
import { standardSignature } from '../../../shared/platform/standard-webhooks.ts';
import type { StandInJob, StandInJobs } from './jobs.ts';

/** Posts the callbacks of jobs, once each, and never repeats one. */
export class Callbacks {
  readonly #jobs: StandInJobs;
  readonly #clock: Clock;
  readonly #secret: () => string;

  /** @param secret the secret at the time of a callback */
  constructor(jobs: StandInJobs, clock: Clock, secret: () => string) {
    this.#jobs = jobs;
    this.#clock = clock;
    this.#secret = secret;
  }

  async postEnded(): Promise<void> {
    const ended = this.#jobs
      .all()
      .filter((job) => !this.#jobs.runs(job) && job.misbehaviour !== 'lost' && !job.isPosted);
    await Promise.all(ended.map((job) => this.post(job)));
  }

  async post(job: StandInJob): Promise<void> {
    job.isPosted = true;
    if (job.callback === 'never') return;
    const times = job.callback === 'twice' ? 2 : 1;
    for (let time = 0; time < times; time++) await this.#send(job);
  }

  async #send(job: StandInJob): Promise<void> {
    const now = this.#clock.now();
    const data = this.#jobs.describe(job);
    const body = JSON.stringify({ type: `${job.object}.${data.status}`, timestamp: isoTime(now), data });
    const secret = job.callback === 'wrongly-signed' ? Buffer.alloc(32).toString('base64') : this.#secret();
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const seconds = Math.floor(now / SECOND);
    const signature = `v1,${standardSignature(key, job.id, seconds, body)}`;
    const headers = {
      'content-type': 'application/json',
      ...(job.callback !== 'unsigned' && {
        'webhook-id': job.id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signature,
      }),
    };
    // A receiver that is gone has no callback, as with every provider.
    await fetch(job.callbackUrl, { method: 'POST', headers, body }).catch(() => undefined);
  }
}
