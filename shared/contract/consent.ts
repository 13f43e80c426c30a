import * as z from 'zod';
import { CONSENT_VERSION, consentText } from './consent-text.ts';
import { described, language, time } from './fields.ts';
import { SAMPLE } from './samples.ts';

/** Schemas of consents. */

const VERSION = { description: 'The version of the text.', examples: [CONSENT_VERSION] };
export const consentVersion = z.string().min(1).max(40).meta(VERSION);

export const givenConsent = z
  .object({
    version: z.string().meta(VERSION),
    language,
    uploadRetentionDays: described(
      z.int(),
      'The days for which photos may be kept after the headshots are ready, as the text told.',
      30,
    ),
    agreedAt: described(time, 'The time at which the member agreed.', SAMPLE.time),
  })
  .meta({ id: 'GivenConsent', description: 'The consent that the member has given.' });
export type GivenConsent = z.infer<typeof givenConsent>;

export const consent = z
  .object({
    version: z.string().meta(VERSION),
    language,
    text: described(
      z.string(),
      'The text to agree to: paragraphs with an empty line between them.',
      consentText('en', { organizationName: SAMPLE.company, uploadRetentionDays: 30, provider: 'studio' }),
    ),
    agreedAt: described(
      time.nullable(),
      'The time at which the member agreed to this version; null before.',
      null,
    ),
    required: described(
      z.boolean(),
      'Whether uploads need it. For white-label members, the organization decides.',
      true,
    ),
  })
  .meta({ id: 'Consent', description: 'The consent to the use of photos, and whether it was given.' });
