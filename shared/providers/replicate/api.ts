import type * as z from 'zod';
import { MINUTE } from '../../platform/clock.ts';
import { ProviderUnavailable } from '../errors.ts';
import type { HostedClient } from '../hosted/client.ts';
import {
  accepted,
  type File,
  file,
  type Prediction,
  pageOf,
  prediction,
  type Training,
  training,
} from './answers.ts';

/** Pages of 100 entries that a search of a list reads. */
const PAGES_MAX = 50;
/** The difference that Replicate's clock may have from ours. */
const CLOCK_SKEW = 5 * MINUTE;
/** Replicate cancels a prediction then, so that a lost one is billed no longer. It is the flow's time limit of a job. */
const PREDICTION_TIME_LIMIT = '3h';

/** The calls of Replicate that the provider makes. Versions are `owner/name:version`. What is gone is undefined. */
export class ReplicateApi {
  readonly #client: HostedClient;

  constructor(client: HostedClient) {
    this.#client = client;
  }

  createFile(name: string, bytes: Uint8Array<ArrayBuffer>, type: string, metadata: object): Promise<File> {
    const form = new FormData();
    form.append('content', new Blob([bytes], { type }), name);
    form.append('filename', name);
    form.append('type', type);
    form.append('metadata', new Blob([JSON.stringify(metadata)], { type: 'application/json' }));
    return this.#client.call('POST', '/files', file, { form });
  }

  files(since: number): AsyncGenerator<File> {
    return this.#list('/files', file, since);
  }

  async deleteFile(id: string): Promise<void> {
    await this.#client.find('DELETE', `/files/${id}`, accepted);
  }

  createTraining(trainer: string, json: object): Promise<Training> {
    return this.#client.call('POST', `${versionPath(trainer)}/trainings`, training, { json });
  }

  training(id: string): Promise<Training | undefined> {
    return this.#client.find('GET', `/trainings/${encodeURIComponent(id)}`, training);
  }

  trainings(since: number): AsyncGenerator<Training> {
    return this.#list('/trainings', training, since);
  }

  cancelTraining(id: string): Promise<Training | undefined> {
    return this.#client.find('POST', `/trainings/${encodeURIComponent(id)}/cancel`, training);
  }

  createPrediction(json: object): Promise<Prediction> {
    const headers = { 'cancel-after': PREDICTION_TIME_LIMIT };
    return this.#client.call('POST', '/predictions', prediction, { json, headers });
  }

  prediction(id: string): Promise<Prediction | undefined> {
    return this.#client.find('GET', `/predictions/${encodeURIComponent(id)}`, prediction);
  }

  /** @param until a time in milliseconds since the epoch, as `since` is */
  predictions(since: number, until: number): AsyncGenerator<Prediction> {
    const query = new URLSearchParams({
      created_after: new Date(since - CLOCK_SKEW).toISOString(),
      created_before: new Date(until + CLOCK_SKEW).toISOString(),
    });
    return this.#list('/predictions', prediction, since, `?${query}`);
  }

  cancelPrediction(id: string): Promise<Prediction | undefined> {
    return this.#client.find('POST', `/predictions/${encodeURIComponent(id)}/cancel`, prediction);
  }

  /** Deletes a version with its predictions, which takes minutes. @returns false when it is gone. */
  async deleteVersion(version: string): Promise<boolean> {
    return (await this.#client.find('DELETE', versionPath(version), accepted)) !== undefined;
  }

  /** The entries of a list since a time, the newest first. @throws ProviderUnavailable when there are too many. */
  async *#list<Entry extends z.ZodType<{ created_at: string }>>(
    path: string,
    entry: Entry,
    since: number,
    query = '',
  ): AsyncGenerator<z.output<Entry>> {
    let search = query;
    for (let page = 0; page < PAGES_MAX; page++) {
      const { results, next } = await this.#client.call('GET', path + search, pageOf(entry));
      for (const result of results) {
        if (Date.parse(result.created_at) < since - CLOCK_SKEW) return;
        yield result;
      }
      if (!next) return;
      // Only the cursor of the address is used: the host is ours to choose.
      search = URL.parse(next)?.search ?? '';
    }
    throw new ProviderUnavailable(
      `replicate lists more than ${PAGES_MAX} pages of ${path} since the request.`,
    );
  }
}

function versionPath(ref: string): string {
  const [model = '', version = ''] = ref.split(':');
  return `/models/${model}/versions/${version}`;
}
