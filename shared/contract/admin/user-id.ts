import * as z from 'zod';
import { SAMPLE } from '../samples.ts';

export const USER_ID = { description: 'The id of the user.', examples: [SAMPLE.userId] };
export const userId = z.string().meta(USER_ID);
