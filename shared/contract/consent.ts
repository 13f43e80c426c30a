import * as z from 'zod';
import { CONSENT_VERSION, consentText } from './consent-text.ts';
import { language, time } from './fields.ts';
import { SAMPLE } from './samples.ts';

/** Schemas of consents. */

const VERSION = { description: 'The version of the text.', examples: [CONSENT_VERSION] };
export const consentVersion = z.string().min(1).max(40).meta(VERSION);

/** The consent that a member has given. */
export const givenConsent = z
  .object({
    version: z.string().meta(VERSION),
    language,
    agreedAt: time.meta({ description: 'The time at which the member agreed.', examples: [SAMPLE.time] }),
  })
  .meta({ id: 'GivenConsent', description: 'The consent that the member has given.' });
export type GivenConsent = z.infer<typeof givenConsent>;

export const consent = z
  .object({
    version: z.string().meta(VERSION),
    language,
    text: z.string().meta({
      description: 'The text to agree to: paragraphs with an empty line between them.',
      examples: [
        consentText('en', { organizationName: SAMPLE.company, uploadRetentionDays: 30, provider: 'studio' }),
      ],
    }),
    agreedAt: time.nullable().meta({
      description: 'The time at which the member agreed to this version; null before.',
      examples: [null],
    }),
    required: z.boolean().meta({
      description: 'Whether uploads need it. For white-label members, the organization decides.',
      examples: [true],
    }),
  })
  .meta({ id: 'Consent', description: 'The consent to the use of photos, and whether it was given.' });
