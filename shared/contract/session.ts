import * as z from 'zod';
import { time } from './fields.ts';
import { SAMPLE } from './samples.ts';

/** Fields of the answers that open a session. */

export const sessionToken = z.string().meta({
  description: 'The session, to be sent as the bearer token.',
  examples: [SAMPLE.session],
});
export const sessionEnd = time.meta({
  description: 'The time at which the session expires.',
  examples: [SAMPLE.nextDay],
});
