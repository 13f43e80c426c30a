/**
 * Examples that say more than those made of the fields' notes, by operation: a body to begin with, and fields of
 * the answer. A test holds them to their schemas.
 */
export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  'v2/whitelabel/create-model': { email: 'anna@company.example', isDevelopment: true },
  'v2/photos/download-photos': { include: 'all' },
  'member/session/open-session': { token: 'k7Qm2xVbN4sT9wYc1LdR8fGh3JpZ6aEu5KiOqXnWtBs' },
  'member/photos/update-own-photo': { favorite: true },
  'admin/webhooks/update-webhooks': { url: 'https://company.example/webhooks' },
  'admin/webhooks/send-test': { event: 'model.photos_ready' },
};

export const RESPONSE_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'v2/whitelabel/create-model': { status: 'onboarding', isDevelopment: true },
  'v2/models/delete-model': { message: 'The model was deleted.' },
  'v2/whitelabel/delete-model': { message: 'The model and its user were deleted.' },
  'member/session/delete-own-model': { message: 'The model was deleted.' },
  'v2/invites/send-invite': { message: 'An invite was sent to anna@company.example.' },
  'v1/invites/send-invite': { message: 'An invite was sent to anna@company.example.' },
  'v2/invites/revoke-invite': { message: 'The invite to anna@company.example was revoked.' },
  'v1/invites/revoke-invite': { message: 'The invite to anna@company.example was revoked.' },
  'v2/teams/delete-team': { message: 'The team was deleted; its members stay in the organization.' },
  'v2/teams/add-team-members': { message: 'The members were added to the team.' },
  'admin/keys/delete-key': { message: 'The API key was deleted.' },
  'admin/webhooks/send-test': {
    delivered: true,
    webhookId: 'msg_01K3YRA1H6S9D2G5J8W3XBVNTC',
    responseStatus: 200,
    error: null,
    detail: 'The receiver answered 200.',
    responseStart: 'ok',
  },
  'admin/deliveries/redeliver-delivery': {
    message: 'The webhook will be sent again in a moment, with all its attempts.',
  },
  'admin/deliveries/redeliver-failed': {
    message:
      'The webhooks that failed since then will be sent again, model by model. The delivery log shows the progress.',
    parkedModels: 3,
  },
  'admin/session/request-link': {
    message: 'If an owner of an organization has this address, a link to sign in is on its way.',
  },
};
