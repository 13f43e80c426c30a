/**
 * Examples that say more than those made of the fields' notes, by operation: a body to begin with, and fields of
 * the answer. A test holds them to their schemas.
 */
export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  'v2/whitelabel/create-model': { email: 'anna@company.example', isDevelopment: true },
  'v2/photos/download-photos': { include: 'all' },
  'member/session/open-session': { token: 'k7Qm2xVbN4sT9wYc1LdR8fGh3JpZ6aEu5KiOqXnWtBs' },
  'member/photos/update-own-photo': { favorite: true },
};

export const RESPONSE_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'v2/whitelabel/create-model': { status: 'onboarding', isDevelopment: true },
  'v2/models/delete-model': { message: 'The model and all its pictures are deleted.' },
  'v2/whitelabel/delete-model': { message: 'The model and all its pictures are deleted.' },
  'member/session/delete-own-model': { message: 'The model and all its pictures are deleted.' },
  'v2/invites/send-invite': { message: 'The invite was sent to anna@company.example.' },
  'v1/invites/send-invite': { message: 'The invite was sent to anna@company.example.' },
  'v2/invites/revoke-invite': { message: 'The invite to anna@company.example was revoked.' },
  'v1/invites/revoke-invite': { message: 'The invite to anna@company.example was revoked.' },
};
