import * as z from 'zod';
import type { Answered } from './forward.ts';

export interface Delivered {
  /** Milliseconds since the epoch. */
  arrivedAt: number;
  /** Milliseconds until it was answered. */
  duration: number;
  webhookId: string | undefined;
  body: Buffer;
  answered: Answered;
}

const event = z.looseObject({
  event: z.string(),
  object: z.looseObject({ _id: z.string(), status: z.string() }),
});

const LONGEST_EVENT = 'model.favorite_selected'.length;
const LONGEST_STATUS = 'generatingHeadshots'.length;

/** Makes a line of each delivery: time, event, status and id of the model, webhook-id, and how the attempt ended. */
export class Report {
  readonly #attempts = new Map<string, number>();
  readonly #verbose: boolean;

  /** @param verbose whether the body follows each line. */
  constructor(verbose: boolean) {
    this.#verbose = verbose;
  }

  textOf({ arrivedAt, duration, webhookId = '(no webhook-id)', body, answered }: Delivered): string {
    const attempt = (this.#attempts.get(webhookId) ?? 0) + 1;
    this.#attempts.set(webhookId, attempt);
    const json = parsed(body);
    const told = event.safeParse(json).data;
    const line = [
      new Date(arrivedAt).toTimeString().slice(0, 'HH:MM:SS'.length),
      (told?.event ?? '(no event)').padEnd(LONGEST_EVENT),
      (told?.object.status ?? '').padEnd(LONGEST_STATUS),
      told?.object._id ?? '',
      webhookId,
      `attempt ${attempt}: ${resultOf(answered, duration)}`,
    ].join('  ');
    return this.#verbose ? `${line}\n${json === undefined ? body : JSON.stringify(json, null, 2)}\n` : line;
  }
}

function resultOf({ status, retryAfter, problem }: Answered, duration: number): string {
  const asked = retryAfter === undefined ? '' : `, Retry-After ${retryAfter}`;
  return `${status ?? 'no status'}${asked} in ${duration} ms${problem === undefined ? '' : `: ${problem}`}`;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
