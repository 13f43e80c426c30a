import * as z from 'zod';
import { described } from './fields.ts';
import { MADE_BY } from './providers.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from './request-limits.ts';
import { FAILURE_REASONS, MODEL_STATUSES } from './statuses.ts';

/** Schemas that several endpoints share. Field names and presence follow the published API. */

export const modelStatus = z.enum(MODEL_STATUSES).meta({
  id: 'ModelStatus',
  description:
    'onboarding: the member is uploading photos. waiting: the model is queued. pending: the model is in training. generatingHeadshots: the photos are being generated. active: the photos are ready. failed: the run of the model failed; it restarts automatically. deleted: the model was deleted for good.',
  examples: ['active'],
});
export type ModelStatus = z.infer<typeof modelStatus>;

export const failureReason = z.enum(FAILURE_REASONS).meta({
  id: 'FailureReason',
  description:
    'The kind of failure that ended the last run. training-failed: no model could be made of the uploads. generation-failed: the photos could not be generated. photos-refused: the uploads are not accepted for training. likeness-too-low: most photos showed another face than the uploads. timed-out: a step took too long. internal-error: any other failure on our side.',
  examples: ['training-failed'],
});
export type FailureReason = z.infer<typeof failureReason>;

export const TRIGGERS = ['male', 'female', 'person'] as const;
export const trigger = z.enum(TRIGGERS).meta({
  id: 'Trigger',
  description: 'The gender that the headshots are made for; person until one is chosen.',
  examples: ['female'],
});
export type Trigger = z.infer<typeof trigger>;

/** An integer in a query, which arrives as text. The document describes it as an integer. */
function integerText(lowest: number, highest: number, description: string) {
  return z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= lowest && Number(text) <= highest, {
      error: `it must be an integer from ${lowest} to ${highest}`,
    })
    .transform(Number)
    .meta({
      description,
      type: 'integer',
      minimum: lowest,
      maximum: highest,
    });
}

const LIMIT = 'The highest number of entries on the page.';
const OFFSET = 'The number of entries that are skipped.';

/** The highest number of 15 digits. */
const OFFSET_MAX = 999_999_999_999_999;

const limit = integerText(1, PAGE_LIMIT_MAX, LIMIT);
const offset = integerText(0, OFFSET_MAX, OFFSET);

/** `limit` and `offset`. A value outside the range is an error and is never clamped. */
export const pageQuery = { limit: limit.default(PAGE_LIMIT_DEFAULT), offset: offset.default(0) };

/** `limit` and `offset` of a list that answers every entry when neither is given. */
export const optionalPageQuery = { limit: limit.optional(), offset: offset.optional() };

export const pagination = z
  .object({
    total: described(z.int(), 'The number of entries in the whole list.', 1),
    limit: described(z.int(), LIMIT, PAGE_LIMIT_DEFAULT),
    offset: described(z.int(), OFFSET, 0),
    hasMore: described(z.boolean(), 'Whether more entries follow this page.', false),
  })
  .meta({ id: 'Pagination', description: 'The place of a page in the whole list.' });

/** The highest number of entries of `photoIds` and `emails`. Duplicates are removed afterwards. */
export const LIST_MAX_LENGTH = 500;

export const errorBody = z
  .looseObject({
    success: described(z.literal(false), 'Whether the request succeeded.'),
    error: described(z.string(), 'The cause in one sentence, for people.'),
    code: described(z.string(), 'The error code, for programs to decide by.'),
  })
  .meta({ id: 'Error', description: 'The body of every error response.' });

export const madeBy = z.enum(MADE_BY).meta({
  description:
    'How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes.',
  examples: ['generated'],
});
