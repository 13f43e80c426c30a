import type * as z from 'zod';

/** The mark of {@link credential} in the document. */
export const CREDENTIAL = 'x-credential';

/**
 * Marks a field of an answer whose holder can act as another person: a link to sign up by, a signedUrl, a session. An
 * endpoint that reads must say by `credentials` who gets it, which a test checks on every contract.
 */
export function credential<Schema extends z.ZodType>(field: Schema): Schema {
  return field.meta({ ...field.meta(), id: undefined, [CREDENTIAL]: true });
}
