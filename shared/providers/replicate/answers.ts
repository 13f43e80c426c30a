import * as z from 'zod';

/** The parts of Replicate's answers that are read here: https://replicate.com/docs/reference/http */

const job = z.object({
  id: z.string().regex(/^\w+$/),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  created_at: z.string(),
  error: z.string().nullish(),
  logs: z.string().nullish(),
  /** Durations in seconds. `predict_time` is billed; `total_time` also has the time in the queue. */
  metrics: z.object({ predict_time: z.number().optional(), total_time: z.number().optional() }).nullish(),
});

export const training = job.extend({
  input: z.object({ trigger_word: z.unknown().optional() }).nullish(),
  output: z.object({ version: z.string().optional() }).nullish(),
});
export type Training = z.infer<typeof training>;

export const prediction = job.extend({
  version: z.string(),
  /** Without properties once its data was removed. */
  input: z.object({ seed: z.unknown().optional() }).nullish(),
  output: z.unknown().optional(),
});
export type Prediction = z.infer<typeof prediction>;

export const file = z.object({
  id: z.string().regex(/^\w+$/),
  created_at: z.string(),
  expires_at: z.string().nullish(),
  metadata: z.object({ key: z.unknown().optional() }).nullish(),
  urls: z.object({ get: z.url() }),
});
export type File = z.infer<typeof file>;

/** One page of a list, the newest first. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ next: z.string().nullish(), results: z.array(item) });
}

/** An answer whose body says nothing. */
export const accepted = z.unknown().transform(() => 'accepted' as const);

export function isRunning({ status }: Training | Prediction): boolean {
  return status === 'starting' || status === 'processing';
}

/** The progress bar of the trainer's log: `45%|####  | 450/1000 [09:10<11:12, 1.22s/it`. */
const PROGRESS = /(?<!\d)\d+\/\d+ \[[\d:]+<(?<left>\d{1,2}(?::\d{2}){1,2})\b/g;

/** The seconds that a training will take by the last line of progress in its log. */
export function secondsLeft(logs: string | null | undefined): number | undefined {
  const left = [...(logs ?? '').matchAll(PROGRESS)].at(-1)?.groups?.left;
  return left?.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
