import * as z from 'zod';
import { hasUrl, PERSON_NAME_MAX_LENGTH } from './address.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from './languages.ts';
import { SAMPLE } from './samples.ts';

/** Fields that several schemas share, with their descriptions and examples in the OpenAPI document. */

/** A schema with its description, and perhaps an example, in the OpenAPI document. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...examples: z.input<Schema>[]
): Schema {
  return schema.meta({ description, ...(examples.length > 0 && { examples }) });
}

export const success = described(z.literal(true), 'Whether the request succeeded.');

/** The field `message` of an answer. */
export function message(example: string) {
  return described(z.string(), 'The result in one sentence, for people.', example);
}

/** Characters that show nothing: a name needs another one. A joiner within a name, as in an emoji, is fine. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\p{M}\u2800]/u;

/** Characters of a name that are invisible or turn text around. Joiners and variation selectors are in names and emoji. */
const INVISIBLE =
  /(?!\p{Join_Control}|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\uFFF9-\uFFFB\u2800]/u;

/** The name of an organization, a team or a person in a request. It is in mails to others, so it carries no URL. */
export function nameText(maxLength: number) {
  return shownText(maxLength)
    .refine((name) => !INVISIBLE.test(name), {
      error: ({ input }) =>
        `it contains ${codePoint(INVISIBLE.exec(String(input))?.[0])}, which cannot be seen`,
    })
    .refine((name) => !hasUrl(name), {
      error: 'it must not contain a URL, such as https://company.example or company.example/page',
    });
}

function codePoint(character = ''): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text in a request, trimmed, of which at least one character can be seen. */
export function shownText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), {
      error: 'it must be Unicode text without control characters',
    })
    .refine((name) => VISIBLE.test(name), { error: 'it needs at least one character that can be seen' });
}

/** ISO 8601, UTC, milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

export const createdAt = described(time, 'The time of creation.', SAMPLE.time);

export const language = z.enum(LANGUAGES).meta({
  id: 'Language',
  description: 'A language, as in ISO 639-1.',
  examples: [DEFAULT_LANGUAGE],
});

export const email = described(
  z.string(),
  'The e-mail address, trimmed and in lower case, with its domain in ASCII.',
  SAMPLE.email,
);

/** An identifier in a path or a body. The domain checks that it exists. */
export const identifier = z.string().min(1).max(200);

const MODEL_ID = { description: 'The id of the model.', examples: [SAMPLE.modelId] };
export const modelIdentifier = identifier.meta(MODEL_ID);
export const modelId = z.string().meta(MODEL_ID);

const TEAM_ID = { description: 'The id of the team.', examples: [SAMPLE.teamId] };
export const teamIdentifier = identifier.meta(TEAM_ID);
/** The team in a request that may name none, by leaving the field out or by null. */
export const optionalTeamIdentifier = teamIdentifier
  .nullable()
  .optional()
  .transform((id) => id ?? undefined)
  .meta({ ...TEAM_ID, description: 'The id of the team; null or left out for no team.' });
export const teamIdOrNull = z
  .string()
  .nullable()
  .meta({ ...TEAM_ID, description: 'The id of the team; null without a team.' });
export const teamNameOrNull = described(
  z.string().nullable(),
  'The name of the team; null without a team.',
  SAMPLE.team,
);

export const MEMBER_ID = { description: 'The id of the member.', examples: [SAMPLE.memberId] };
export const memberId = z.string().meta(MEMBER_ID);
/** The name of a person in a request. */
export const personName = described(nameText(PERSON_NAME_MAX_LENGTH), 'The name of the person.', SAMPLE.name);

export const memberNameOrNull = described(
  z.string().nullable(),
  'The name of the member; null until it is known.',
  SAMPLE.name,
);

export const photoCount = described(
  z.int(),
  'The number of headshots that were generated. It stays when the member puts some away.',
  40,
);
export const availableCount = described(
  z.int(),
  'The number of headshots that the member has neither put away nor erased.',
  39,
);
export const hasFavorite = described(z.boolean(), 'Whether the member has chosen a favorite photo.', true);

export const USER_ID = { description: 'The id of the user.', examples: [SAMPLE.userId] };
export const userId = z.string().meta(USER_ID);
