import * as z from 'zod';
import type { DeliveryResponse } from './forward.ts';

export interface ReportedDelivery {
  /** Milliseconds since the epoch. */
  arrivedAt: number;
  /** Milliseconds from the arrival to the response. */
  duration: number;
  webhookId: string | undefined;
  body: Buffer;
  response: DeliveryResponse;
}

const event = z.looseObject({
  event: z.string(),
  object: z.looseObject({ _id: z.string(), status: z.string() }),
});

const LONGEST_EVENT = 'model.favorite_selected'.length;
const LONGEST_STATUS = 'generatingHeadshots'.length;

/**
 * Formats one line per delivery: time, event, status and id of the model, webhook-id, and the attempt's
 * result.
 */
export class Report {
  readonly #attempts = new Map<string, number>();
  readonly #verbose: boolean;

  /** @param verbose True adds the body to each line. */
  constructor(verbose: boolean) {
    this.#verbose = verbose;
  }

  textOf({ arrivedAt, duration, webhookId = '(no webhook-id)', body, response }: ReportedDelivery): string {
    const attempt = (this.#attempts.get(webhookId) ?? 0) + 1;
    this.#attempts.set(webhookId, attempt);
    const json = parsed(body);
    const received = event.safeParse(json).data;
    const line = [
      new Date(arrivedAt).toTimeString().slice(0, 'HH:MM:SS'.length),
      (received?.event ?? '(no event)').padEnd(LONGEST_EVENT),
      (received?.object.status ?? '').padEnd(LONGEST_STATUS),
      received?.object._id ?? '',
      webhookId,
      `attempt ${attempt}: ${resultOf(response, duration)}`,
    ].join('  ');
    return this.#verbose ? `${line}\n${json === undefined ? body : JSON.stringify(json, null, 2)}\n` : line;
  }
}

function resultOf({ status, retryAfter, problem }: DeliveryResponse, duration: number): string {
  const retry = retryAfter === undefined ? '' : `, Retry-After ${retryAfter}`;
  return `${status ?? 'no status'}${retry} in ${duration} ms${problem === undefined ? '' : `: ${problem}`}`;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
