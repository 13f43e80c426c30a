import * as z from 'zod';

/** What starts an execution of the flow, and what every step of it is handed. */
export const runInput = z.object({
  organizationId: z.string(),
  modelId: z.string(),
  /** Counts the executions of one model from 1; a step of an outdated run changes nothing. */
  run: z.int().min(1),
});
export type RunInput = z.infer<typeof runInput>;

export const progress = z.object({
  status: z.enum(['running', 'succeeded']),
  /** How long the flow waits before it asks again. */
  pollSeconds: z.int().min(1),
});
export type Progress = z.infer<typeof progress>;

export const batchInput = runInput.extend({ batch: z.int().min(0) });
export type BatchInput = z.infer<typeof batchInput>;
