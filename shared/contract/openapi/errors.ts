import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { componentRef } from './schema.ts';
import type { Content, Example, JsonSchema, ResponseObject } from './types.ts';

interface ErrorDescription {
  when: string;
  /** An example of its message. */
  error: string;
  /** Further fields of the body. */
  details?: Record<string, JsonSchema & { examples: unknown[] }>;
}

const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, ErrorDescription>> = {
  INVALID_REQUEST: {
    when: 'a part of the request is missing or not valid',
    error: "The field 'email' is required.",
  },
  INVALID_EMAIL: {
    when: 'an e-mail address is not valid',
    error: "The e-mail address 'anna@localhost' is not valid: its domain needs a dot, as in company.example.",
    details: {
      email: {
        type: 'string',
        description: 'The address that is not valid; its first 320 characters.',
        examples: ['anna@localhost'],
      },
      field: {
        type: 'string',
        description: 'The field that contains the address, such as email; emails.2 is the third of a list.',
        examples: ['email'],
      },
    },
  },
  ALREADY_EXISTS: { when: 'the resource exists already', error: 'A team named Marketing exists already.' },
  ALREADY_DELETED: { when: 'the resource was deleted before', error: 'The model is deleted already.' },
  UNAUTHORIZED: {
    when: 'the key or the session is missing or not valid',
    error: 'The API key is missing or not valid. Send it as: Authorization: Bearer <API_KEY>.',
  },
  INSUFFICIENT_CREDITS: {
    when: 'the organization has no credits left',
    error: 'The organization has no credits left; add credits and try again.',
  },
  FORBIDDEN: {
    when: 'the feature is not enabled, or permission is missing',
    error: 'The white-label feature is not enabled for this organization.',
  },
  NOT_FOUND: {
    when: 'the resource does not exist, or it belongs to another organization',
    error: 'The model does not exist.',
  },
  RATE_LIMIT_EXCEEDED: {
    when: "the organization's requests of the last 60 seconds have reached its limit, or its invite mails a limit of theirs",
    error: 'Too many requests: wait until the time in X-RateLimit-Reset.',
  },
  INVITE_LIMIT_EXCEEDED: {
    when: 'the pending invites and unfinished models are twice the credits',
    error:
      'The organization has 100 pending invites and unfinished models, and 50 credits allow 100: revoke invites that are not used, wait until models are finished, or add credits.',
    details: {
      pendingInvites: {
        type: 'integer',
        description: 'The number of pending invites and of unfinished models.',
        examples: [100],
      },
      credits: { type: 'integer', description: 'The credit balance.', examples: [50] },
      maxPendingInvites: {
        type: 'integer',
        description: 'The highest number of both together: twice the credits.',
        examples: [100],
      },
    },
  },
  INTERNAL_ERROR: {
    when: 'something went wrong on our side',
    error: 'Something went wrong on our side. Please try again.',
  },
};

const STATUS_PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  429: 'Limit exceeded',
  500: 'Internal error',
};

export function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  return Map.groupBy(codes, (code) => ERROR_STATUS[code]);
}

/** The name of the response with these codes, such as `InvalidRequestOrInvalidEmail`. */
export function errorResponseName(codes: readonly ErrorCode[]): string {
  const pascal = (code: string) =>
    code
      .toLowerCase()
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('');
  return codes.map(pascal).join('Or');
}

export function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  headers: ResponseObject['headers'],
): ResponseObject {
  const described = codes.map((code) => `\`${code}\`: ${ERROR_DESCRIPTIONS[code].when}`).join('; ');
  return {
    description: `${STATUS_PHRASES[status] ?? 'Error'}. ${described}.`,
    ...(headers && { headers }),
    content: { 'application/json': { schema: schemaOf(codes), examples: examplesOf(codes) } } as Content,
  };
}

function schemaOf(codes: readonly ErrorCode[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {
    code: { type: 'string', description: 'The error code.', enum: [...codes] },
    ...Object.assign({}, ...codes.map((code) => ERROR_DESCRIPTIONS[code].details)),
  };
  return { allOf: [componentRef('Error'), { type: 'object', properties }] };
}

function examplesOf(codes: readonly ErrorCode[]): Record<string, Example> {
  return Object.fromEntries(
    codes.map((code) => {
      const { when, error, details = {} } = ERROR_DESCRIPTIONS[code];
      const extra = Object.entries(details).map(([field, { examples }]) => [field, examples[0]]);
      const summary = when.charAt(0).toUpperCase() + when.slice(1);
      return [code, { summary, value: { success: false, error, code, ...Object.fromEntries(extra) } }];
    }),
  );
}
