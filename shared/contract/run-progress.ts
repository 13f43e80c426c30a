import * as z from 'zod';

export const runProgress = z
  .object({
    percent: z
      .int()
      .min(0)
      .max(100)
      .meta({
        description:
          'How far the model is. It does not run backwards, but for a model that has failed and starts over; 100 when the photos are ready.',
        examples: [42],
      }),
    secondsLeft: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description:
          'Seconds until the photos are ready, as estimated by now; null while that cannot be told: the model waits for its turn, or takes longer than estimated.',
        examples: [1260],
      }),
  })
  .meta({ description: 'The progress of a model.' });
export type RunProgress = z.infer<typeof runProgress>;
