/** The statuses of models, members and invites. Functions need them without their schemas. */
export const MODEL_STATUSES = [
  'onboarding',
  'waiting',
  'pending',
  'generatingHeadshots',
  'active',
  'failed',
  'deleted',
] as const;

export const MEMBER_STATUSES = ['accepted', 'pending', 'finished'] as const;

export const INVITE_STATUSES = [
  'pending',
  'accepted',
  'uploading',
  'generating',
  'completed',
  'revoked',
  'deleted',
] as const;

/** The codes of the error for an invite, of several, that could not be changed. */
export const INVITE_UNCHANGED = [
  'NOT_FOUND',
  'INVALID_REQUEST',
  'ALREADY_DELETED',
  'RATE_LIMIT_EXCEEDED',
] as const;

/** The kinds of failures that end a model for good. */
export const FAILURE_REASONS = [
  'training-failed',
  'generation-failed',
  'photos-refused',
  'likeness-too-low',
  'timed-out',
  'internal-error',
] as const;
