import * as z from 'zod';
import { HOUR } from '../../platform/clock.ts';
import type { HostedClient } from '../hosted/client.ts';
import { type Inspection, inspection, type Prompt, prompt, type Tune, tune } from './answers.ts';

/** The most that one page has. */
const PAGE = 120;
/** The milliseconds by which Astria's clock and ours may differ. */
const CLOCK_SKEW = HOUR;

/** The calls of https://docs.astria.ai/docs/api/overview that the provider makes. */
export class AstriaApi {
  readonly #client: HostedClient;

  constructor(client: HostedClient) {
    this.#client = client;
  }

  createTune(form: FormData): Promise<Tune> {
    return this.#client.call('POST', '/tunes', tune, { form });
  }

  tune(id: string): Promise<Tune | undefined> {
    return this.#client.find('GET', `/tunes/${id}`, tune);
  }

  createPrompt(tuneId: string, form: FormData): Promise<Prompt> {
    return this.#client.call('POST', `/tunes/${tuneId}/prompts`, prompt, { form });
  }

  prompt(tuneId: string, id: string): Promise<Prompt | undefined> {
    return this.#client.find('GET', `/tunes/${tuneId}/prompts/${id}`, prompt);
  }

  inspect(form: FormData): Promise<Inspection> {
    return this.#client.call('POST', '/images/inspect', inspection, { form });
  }

  /** The account's tunes that were created after a time, newest first. */
  tunes(since: number): AsyncGenerator<Tune> {
    return this.#newest('/tunes', tune, since);
  }

  /** The account's prompts of all tunes that were created after a time, newest first. */
  prompts(since: number): AsyncGenerator<Prompt> {
    return this.#newest('/prompts', prompt, since);
  }

  /** Asks for the deletion of a tune, with its training images. */
  async deleteTune(id: number): Promise<void> {
    await this.#client.find('DELETE', `/tunes/${id}`, z.unknown());
  }

  /** Asks for the deletion of a prompt, with its images. The documentation calls both paths, and one may be unknown. */
  async deletePrompt(tuneId: string | number, id: number): Promise<void> {
    await this.#client.find('DELETE', `/prompts/${id}`, z.unknown());
    await this.#client.find('DELETE', `/tunes/${tuneId}/prompts/${id}`, z.unknown());
  }

  /** Whether the account's list has a tune. */
  listsTune(id: number): Promise<boolean> {
    return this.#lists('/tunes', tune, id);
  }

  /** Whether the account's list has a prompt. */
  listsPrompt(id: number): Promise<boolean> {
    return this.#lists('/prompts', prompt, id);
  }

  /** Lists are sorted by id, the highest first. */
  async #lists(path: string, item: z.ZodType<{ id: number }>, id: number): Promise<boolean> {
    const query = `?limit=1&before_id=${id + 1}`;
    const [found] = await this.#client.call('GET', path + query, z.array(item));
    return found?.id === id;
  }

  async *#newest<Item extends { id: number; created_at: string }>(
    path: string,
    item: z.ZodType<Item>,
    since: number,
  ): AsyncGenerator<Item> {
    let before = '';
    for (;;) {
      const page = await this.#client.call('GET', `${path}?limit=${PAGE}${before}`, z.array(item));
      for (const found of page) {
        if (Date.parse(found.created_at) < since - CLOCK_SKEW) return;
        yield found;
      }
      const last = page.at(-1);
      if (!last) return;
      before = `&before_id=${last.id}`;
    }
  }
}
