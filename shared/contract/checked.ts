import type * as z from 'zod';
import { counted, Problem } from './errors.ts';

export type RequestPart = 'body' | 'query' | 'path';

/** Parses a part of a request. @throws INVALID_REQUEST or INVALID_EMAIL. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, part: RequestPart) {
  // The issue needs its input, which tells a missing field from one of a wrong type.
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw problemOf(result.error, part);
  return result.data;
}

/** The error code and message for the first issue that zod found. */
function problemOf(error: z.ZodError, where: RequestPart): Problem {
  const issue = error.issues[0];
  if (!issue) return new Problem('INVALID_REQUEST', `The ${where} is not valid.`);
  if (issue.code === 'custom' && issue.params?.code === 'INVALID_EMAIL') return invalidEmail(issue);
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

/** Characters of an address that an error repeats. */
const ECHO_MAX_LENGTH = 320;

/** The error repeats the address and names its field: in a list, the entry counted from 0. */
function invalidEmail({ path, message, input }: z.core.$ZodIssue): Problem {
  const email = [...String(input)].slice(0, ECHO_MAX_LENGTH).join('');
  const field = path.join('.');
  const place = path.length > 1 ? ` in '${field}'` : '';
  return new Problem('INVALID_EMAIL', `The e-mail address '${email}'${place} is not valid: ${message}.`, {
    email,
    field,
  });
}

function allowedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `it must be one of ${issue.values.map((value) => String(value)).join(', ')}`;
    case 'invalid_type':
      return `it must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
    case 'too_small':
      return `it needs at least ${amountOf(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `it may have at most ${amountOf(issue.maximum, issue.origin)}`;
    default:
      return issue.message.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  }
}

function amountOf(count: number | bigint, origin: string): string {
  if (origin === 'array') return counted(Number(count), 'entry', 'entries');
  if (origin === 'string') return counted(Number(count), 'character');
  return `${count} as its value`;
}
