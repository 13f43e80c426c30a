import * as z from 'zod';
import { described } from './fields.ts';

export const runProgress = described(
  z.object({
    percent: described(
      z.int().min(0).max(100),
      'How far the model is. It does not run backwards, but for a model that has failed and starts over; 100 when the photos are ready.',
      42,
    ),
    secondsLeft: described(
      z.int().min(0).nullable(),
      'Seconds until the photos are ready, as estimated by now; null while that cannot be told: the model waits for its turn, or takes longer than estimated.',
      1260,
    ),
  }),
  'The progress of a model.',
);
export type RunProgress = z.infer<typeof runProgress>;
