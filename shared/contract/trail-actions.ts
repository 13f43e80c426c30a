/** The actions that the audit trail records, by their names. */
export const TRAIL_ACTIONS = {
  'organization.created': 'an organization was created',
  'organization.updated': 'the settings of the organization were changed',
  'credits.added': 'credits were added',
  'key.created': 'an API key was created',
  'key.deleted': 'an API key was deleted',
  'webhooks.updated': 'the webhook settings were changed',
  'webhooks.secret_rotated': 'a new webhook secret was created',
  'webhooks.tested': 'a test webhook was posted',
  'user.signed_in': 'a user signed in',
  'user.signed_out': "a user's session was ended",
  'user.invited': 'a user was invited',
  'user.role_changed': 'the role of a user was changed',
  'user.removed': 'a user was removed, or left',
  'member.signed_up': 'a person signed up by an invite',
  'member.renewed': 'a member was allowed another model by an invite',
  'member.address_changed': 'a member has confirmed another address',
  'member.signed_in': 'a member signed in by a link',
  'member.signed_out': 'a member signed out',
  'invite.sent': 'an invite was sent',
  'invite.resent': 'the mail of an invite was sent again',
  'invite.revoked': 'an invite was revoked',
  'invite.link_created': 'the join link was created',
  'invite.link_ended': 'the join link was ended',
  'team.created': 'a team was created',
  'team.renamed': 'a team was renamed',
  'team.deleted': 'a team was deleted',
  'team.members_added': 'members were added to a team',
  'model.created': 'a model was created',
  'model.deleted': 'a model was deleted',
  'model.queued': 'onboarding was finished',
  'model.restarted': 'a failed model was started again',
  'photo.chosen': 'a photo was chosen as the favorite on behalf of a member',
  'photo.erased': 'a photo was erased',
  'consent.given': 'a member agreed to the use of the photos',
  'person.erased': 'a person was erased',
} as const;
export type TrailAction = keyof typeof TRAIL_ACTIONS;

/** The first parts of the names. */
export const TRAIL_KINDS = [
  'invite',
  'member',
  'consent',
  'model',
  'photo',
  'person',
  'team',
  'user',
  'key',
  'webhooks',
  'organization',
  'credits',
] as const satisfies readonly (TrailAction extends `${infer Kind}.${string}` ? Kind : never)[];

/** Actions told by mail: a sign-in to its user, else to owners. Removals and other roles have mails of their own. */
export const NOTICED_ACTIONS = [
  'key.created',
  'webhooks.secret_rotated',
  'user.signed_in',
  'user.invited',
  'user.role_changed',
] as const;
export type NoticedAction = (typeof NOTICED_ACTIONS)[number];
