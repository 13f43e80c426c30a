import * as z from 'zod';
import { SAMPLE } from './samples.ts';

/** Fields that several schemas share, with their descriptions and examples in the OpenAPI document. */

export const success = z.literal(true).meta({ description: 'Whether the request succeeded.' });

/** The field `message` of an answer. */
export function message(example: string) {
  return z.string().meta({ description: 'The result in one sentence, for people.', examples: [example] });
}

/** ISO 8601, UTC, milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

export const createdAt = time.meta({ description: 'The time of creation.', examples: [SAMPLE.time] });

/**
 * Excludes the characters that separate or end addresses in the header of a mail, so that it has one
 * recipient.
 */
const EMAIL_PATTERN =
  /^[^\s@\p{Cc}<>()[\],;:"\\]+@[^\s@.\p{Cc}<>()[\],;:"\\]+(\.[^\s@.\p{Cc}<>()[\],;:"\\]+)*$/u;
const EMAIL_MAX_LENGTH = 254;

const EMAIL = { description: 'The e-mail address, trimmed and in lower case.', examples: [SAMPLE.email] };

/** An e-mail address of a request, normalised by trimming and lower-casing. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text), {
    params: { code: 'INVALID_EMAIL' },
    error: 'The e-mail address is not valid: it needs the form name@domain.',
  })
  .meta(EMAIL);

/** An e-mail address in an answer. */
export const email = z.string().meta(EMAIL);

/** An identifier in a path or a body. The domain checks that it exists. */
export const identifier = z.string().min(1).max(200);

const MODEL_ID = { description: 'The id of the model.', examples: [SAMPLE.modelId] };
export const modelIdentifier = identifier.meta(MODEL_ID);
export const modelId = z.string().meta(MODEL_ID);

const TEAM_ID = { description: 'The id of the team.', examples: [SAMPLE.teamId] };
export const teamIdentifier = identifier.meta(TEAM_ID);
export const teamIdOrNull = z
  .string()
  .nullable()
  .meta({ ...TEAM_ID, description: 'The id of the team; null without a team.' });
export const teamNameOrNull = z
  .string()
  .nullable()
  .meta({ description: 'The name of the team; null without a team.', examples: [SAMPLE.team] });

export const MEMBER_ID = { description: 'The id of the member.', examples: [SAMPLE.memberId] };
export const memberId = z.string().meta(MEMBER_ID);
export const memberNameOrNull = z
  .string()
  .nullable()
  .meta({ description: 'The name of the member; null until it is known.', examples: [SAMPLE.name] });

export const photoCount = z.int().meta({
  description: 'The number of photos of the model that the member has not deleted.',
  examples: [40],
});
export const hasFavorite = z
  .boolean()
  .meta({ description: 'Whether the member has chosen a favorite photo.', examples: [true] });
