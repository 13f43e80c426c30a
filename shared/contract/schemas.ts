import * as z from 'zod';
import { Problem } from './errors.ts';

/** Shapes that several endpoints share. Field names and presence follow the published interface. */

export const MODEL_STATUSES = [
  'onboarding',
  'waiting',
  'pending',
  'generatingHeadshots',
  'active',
  'failed',
  'deleted',
] as const;
export const modelStatus = z.enum(MODEL_STATUSES);
export type ModelStatus = z.infer<typeof modelStatus>;

export const TRIGGERS = ['male', 'female', 'person'] as const;
export const trigger = z.enum(TRIGGERS);
export type Trigger = z.infer<typeof trigger>;

export const photoStatus = z.enum(['active', 'deleted']);
export type PhotoStatus = z.infer<typeof photoStatus>;

export const likedStatus = z.enum(['none', 'liked', 'loved']);
export type LikedStatus = z.infer<typeof likedStatus>;

/** ISO 8601, UTC, milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

/** Without what separates or ends addresses in a mail's header; an address there is never more than one. */
const EMAIL_PATTERN =
  /^[^\s@\p{Cc}<>()[\],;:"\\]+@[^\s@.\p{Cc}<>()[\],;:"\\]+(\.[^\s@.\p{Cc}<>()[\],;:"\\]+)*$/u;
const EMAIL_MAX_LENGTH = 254;

/** An e-mail address, trimmed and lower-cased, which is how addresses compare. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => text.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(text), {
    params: { code: 'INVALID_EMAIL' },
    error: 'The e-mail address is not valid: it needs the form name@domain.',
  });

/** An identifier as it arrives in a path or a body; whether it exists is the domain's business. */
export const identifier = z.string().min(1).max(200);

/** A whole number as a query carries it. */
function integerText(lowest: number, highest: number) {
  const range = highest === Number.MAX_SAFE_INTEGER ? `${lowest} upwards` : `${lowest} to ${highest}`;
  return z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= lowest && Number(text) <= highest, {
      error: `it must be an integer from ${range}`,
    })
    .transform(Number);
}

export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;

const limit = integerText(1, PAGE_LIMIT_MAX);
const offset = integerText(0, Number.MAX_SAFE_INTEGER);

/** `limit` and `offset`, never clamped in silence: a value outside is refused. */
export const pageQuery = { limit: limit.default(PAGE_LIMIT_DEFAULT), offset: offset.default(0) };

/** The same for a list that answers everything when neither is given. */
export const optionalPageQuery = { limit: limit.optional(), offset: offset.optional() };

export const include = z.enum(['main', 'all']);
export type Include = z.infer<typeof include>;

export const pagination = z.object({
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  hasMore: z.boolean(),
});

/** How many entries `photoIds` and `emails` may have; duplicates collapse. */
export const LIST_MAX_LENGTH = 500;

export const success = z.literal(true);

export const errorBody = z.looseObject({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
});

export const team = z.object({ id: z.string(), name: z.string() });

export const organization = z.object({
  uid: z.string(),
  name: z.string(),
  website: z.string(),
  teams: z.array(team),
});

export const modelRecord = z.object({
  id: z.string(),
  uid: z.string(),
  email: z.string(),
  title: z.string(),
  trigger,
  status: modelStatus,
  teamId: z.string().nullable(),
  teamName: z.string().nullable(),
  isDevelopment: z.literal(true).optional(),
  photoCount: z.int(),
  hasFavorite: z.boolean(),
  createdAt: time,
  finishedAt: time.nullable(),
  deletedAt: time.nullable(),
});
export type ModelRecord = z.infer<typeof modelRecord>;

export const photoUrls = z.object({
  main: z.url(),
  thumbnail: z.url().optional(),
  original: z.url().optional(),
});

export const listedPhoto = z.object({
  id: z.string(),
  status: photoStatus,
  likedStatus,
  createdAt: time,
  urls: photoUrls,
  expiresAt: time,
});

export const photo = listedPhoto.extend({ modelId: z.string() });

export const photoQuery = { include: include.default('main') };

export const photoListQuery = z.object({
  ...pageQuery,
  ...photoQuery,
  status: photoStatus.default('active'),
  likedStatus: likedStatus.optional(),
});

export const modelParams = z.object({ modelId: identifier });
export const photoParams = z.object({ modelId: identifier, photoId: identifier });

/** Removes repeated entries and keeps the order of the first ones. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

export type RequestPart = 'body' | 'query' | 'path';

/** What the schema makes of a part of a request. @throws INVALID_REQUEST or INVALID_EMAIL. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, part: RequestPart) {
  // Without the input a missing field could not be told from one of a wrong type.
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw problemOf(result.error, part);
  return result.data;
}

/** Turns what zod found into the one sentence a caller reads, and the code that goes with it. */
function problemOf(error: z.ZodError, where: RequestPart): Problem {
  const issue = error.issues[0];
  if (!issue) return new Problem('INVALID_REQUEST', `The ${where} is not valid.`);
  if (issue.code === 'custom' && issue.params?.code === 'INVALID_EMAIL') {
    return new Problem('INVALID_EMAIL', issue.message);
  }
  const field = issue.path.length > 0 ? issue.path.join('.') : `the ${where}`;
  const kind = where === 'query' ? 'query parameter' : where === 'path' ? 'path parameter' : 'field';
  if (issue.path.length === 0) {
    return new Problem('INVALID_REQUEST', `The ${where} must be a JSON object.`);
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return new Problem('INVALID_REQUEST', `The ${kind} '${field}' is required.`);
  }
  return new Problem('INVALID_REQUEST', `The ${kind} '${field}' is not valid: ${allowedBy(issue)}.`);
}

function allowedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `it must be one of ${issue.values.map((value) => String(value)).join(', ')}`;
    case 'invalid_type':
      return `it must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
    case 'too_small':
      return `it needs at least ${issue.minimum} ${unitOf(issue.origin)}`;
    case 'too_big':
      return `it may have at most ${issue.maximum} ${unitOf(issue.origin)}`;
    default:
      return issue.message.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  }
}

function unitOf(origin: string): string {
  if (origin === 'array') return 'entries';
  if (origin === 'string') return 'characters';
  return 'as its value';
}
