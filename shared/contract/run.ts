import * as z from 'zod';

/** The input of an execution of the flow, and of each of its steps. */
export const runInput = z.object({
  organizationId: z.string(),
  modelId: z.string(),
  /** The number of the run among those of the model, from 1. A step of an outdated run changes nothing. */
  run: z.int().min(1),
});
export type RunInput = z.infer<typeof runInput>;

export const progress = z.object({
  status: z.enum(['running', 'succeeded']),
  /** The time until the flow polls again. */
  pollSeconds: z.int().min(1),
  /** Callbacks before the poll. The flow waits for the next one, `pollSeconds` at most. Absent where none is posted. */
  callbacks: z.int().min(0).optional(),
});
export type Progress = z.infer<typeof progress>;

export const batchInput = runInput.extend({ batch: z.int().min(0) });
export type BatchInput = z.infer<typeof batchInput>;

/** A wait of the flow for a callback about the training, or about a batch of photos. */
export const callbackWait = runInput.extend({
  batch: z.int().min(0).optional(),
  callbacks: z.int().min(0),
  /** Ends the wait of the execution. It is a secret. */
  taskToken: z.string().min(1),
});
export type CallbackWait = z.infer<typeof callbackWait>;
