import * as z from 'zod';
import { described, time } from './fields.ts';
import { SAMPLE } from './samples.ts';

/** Fields of the answers that open a session. */

export const sessionToken = described(
  z.string(),
  'The session, to be sent as the bearer token.',
  SAMPLE.session,
);
export const sessionEnd = described(time, 'The time at which the session expires.', SAMPLE.nextDay);
