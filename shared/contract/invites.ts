import * as z from 'zod';
import { credential } from './credential.ts';
import { distinct } from './distinct.ts';
import { emailAddress } from './email.ts';
import { CHANGES_BALANCE } from './endpoint.ts';
import {
  createdAt,
  described,
  email,
  message,
  modelId,
  optionalTeamIdentifier,
  personName,
  success,
  teamIdOrNull,
  teamNameOrNull,
  time,
} from './fields.ts';
import { refusedMail } from './mail-events.ts';
import { RECORDED_CHANGE } from './permission-bundles.ts';
import { SAMPLE } from './samples.ts';
import { LIST_MAX_LENGTH } from './schemas.ts';
import { INVITE_STATUSES, INVITE_UNCHANGED } from './statuses.ts';

/** Schemas of invites that v1 and v2 share. */

export const inviteStatus = z.enum(INVITE_STATUSES).meta({
  id: 'InviteStatus',
  description:
    'pending: the invite can be used. accepted: the person has signed up. uploading: the member is uploading photos. generating: the photos are being generated. completed: the photos are ready. revoked: the invite was revoked or has expired. deleted: the model was deleted, or the person erased, whose address is empty then.',
  examples: ['pending'],
});
export type InviteStatus = z.infer<typeof inviteStatus>;

export const inviteId = described(z.string(), 'The id of the invite.', SAMPLE.inviteId);
/** The id of an invite that was sent. Until the invite is used, it is what its link contains. */
const sentInviteId = credential(inviteId);
/** The id in an answer that only shows the invite. */
export const shownInviteId = credential(inviteId, 'hashed');
const inviteLink = described(z.url(), 'The page where the invited person signs up.', SAMPLE.inviteLink);

export const inviteRecord = z
  .object({
    id: shownInviteId,
    email,
    name: described(
      z.string().optional(),
      'The name of the member or, until the person has signed up, the one that the invite was sent with.',
      SAMPLE.name,
    ),
    status: inviteStatus,
    teamId: teamIdOrNull,
    teamName: teamNameOrNull,
    modelId: modelId.optional(),
    link: credential(inviteLink, 'omitted').optional(),
    mailRefused: refusedMail.optional(),
    mailedAt: described(
      time.optional(),
      'The time at which the latest mail of the invite was sent.',
      SAMPLE.time,
    ),
    createdAt,
    expiresAt: described(time, 'The time at which the invite expires.', SAMPLE.nextMonth),
  })
  .meta({
    id: 'Invite',
    description:
      'An invite. name is present once it is known, modelId once there is a model, link while the invite is pending, mailRefused when the address refuses mail, mailedAt once a mail was sent. A viewer, a test key and a key without invites:write get no link, and a hash in place of the id, since both let their holder sign up.',
  });

export const inviteToSend = z.object({
  email: emailAddress,
  teamId: optionalTeamIdentifier,
  name: personName.optional(),
});

const input = described(z.object({ email }), 'The request after normalisation.');

export const sentInvite = z.object({
  success,
  input,
  message: message(`An invite was sent to ${SAMPLE.email}.`),
  link: credential(inviteLink),
  id: sentInviteId,
  teamId: teamIdOrNull,
});

export const inviteToRevoke = z.object({ email: emailAddress });

export const revokedInvite = z.object({
  success,
  message: message(`The invite to ${SAMPLE.email} was revoked.`),
  input,
});

export const invitesToSend = z.object({
  emails: described(
    z.array(emailAddress).min(1).max(LIST_MAX_LENGTH),
    'The addresses to invite; repeated addresses count once.',
    [SAMPLE.email],
  ).transform(distinct),
  teamId: optionalTeamIdentifier,
  // An address that is not invited needs no name, and each costs a write where the answer is kept for an Idempotency-Key.
  names: z
    .record(emailAddress, personName)
    .refine((names) => Object.keys(names).length <= LIST_MAX_LENGTH, {
      error: `it may have at most ${LIST_MAX_LENGTH} entries`,
    })
    .meta({
      description: 'The names of people by their address, for the sign-up page and the list of invites.',
      examples: [{ [SAMPLE.email]: SAMPLE.name }],
      maxProperties: LIST_MAX_LENGTH,
    })
    .optional(),
});

export const addressState = z.enum(['open', 'invited', 'member', 'mailedTooOften']).meta({
  id: 'AddressState',
  description:
    'open: an invite can be sent. invited: an invite to the address is pending. member: a member has the address. mailedTooOften: no more invite mails can be sent to the address within these 24 hours.',
  examples: ['open'],
});
export type AddressState = z.infer<typeof addressState>;

export const invitesToCheck = invitesToSend.pick({ emails: true });

export const checkedAddress = z
  .object({ email, state: addressState })
  .meta({ id: 'CheckedAddress', description: 'An address, and whether an invite can be sent to it.' });

export const inviteLimits = z
  .object({
    credits: described(z.int(), 'The number of credits.', 100),
    pendingInvites: described(z.int(), 'The number of pending invites and of unfinished models.', 12),
    invitesLeft: described(z.int(), 'The number of further invites that can be pending.', 188),
    mailsLeft: described(z.int(), 'The number of further invite mails on this day in UTC.', 450),
  })
  .meta({ id: 'InviteLimits', description: 'How many invites the organization can send now.' });

/** Each changed invite is a transaction of its own, and all of them fit into the time of a request. */
const CHANGES_MAX = 100;

export const invitesToChange = z.object({
  emails: described(
    z.array(emailAddress).min(1).max(CHANGES_MAX),
    'The addresses that the invites were sent to; repeated addresses count once.',
    [SAMPLE.email],
  ).transform(distinct),
});

const cause = (example: string) => described(z.string(), 'The cause in one sentence, for people.', example);

const changedInvite = z
  .discriminatedUnion('done', [
    z.object({ email, done: described(z.literal(true), 'The invite was changed.') }),
    z.object({
      email,
      done: described(z.literal(false), 'The invite is unchanged.'),
      code: described(z.enum(INVITE_UNCHANGED), 'The error code.', 'NOT_FOUND'),
      error: cause('No invite was sent to this address.'),
    }),
  ])
  .meta({
    id: 'InviteChange',
    description: 'The result for one address of several whose invites were changed.',
  });
export type ChangedInvite = z.infer<typeof changedInvite>;

export const changedInvites = z.object({
  success,
  message: message('1 of 1 invites was changed.'),
  changed: described(z.int(), 'The number of invites that were changed.', 1),
  results: described(z.array(changedInvite), 'One result for each address, in the order of the request.'),
});

/** The outcome of one of several invites. */
export const bulkResult = z
  .discriminatedUnion('sent', [
    z.object({
      email,
      sent: described(z.literal(true), 'The invite was sent.'),
      id: sentInviteId,
      link: credential(inviteLink),
    }),
    z.object({
      email,
      sent: described(z.literal(false), 'No invite was sent to this address.'),
      code: described(z.enum(['ALREADY_EXISTS', 'RATE_LIMIT_EXCEEDED']), 'The error code.', 'ALREADY_EXISTS'),
      error: cause('There is a pending invite or a member with this address already.'),
    }),
  ])
  .meta({ id: 'InviteResult', description: 'The result for one address of several that were invited.' });

/** The parts of sending and revoking an invite that v1 and v2 declare alike. */
export const sendsInvite = {
  summary: 'Sends an invite: an e-mail with a link to sign up by, valid for 30 days',
  method: 'POST',
  auth: 'apiKey',
  role: 'manager',
  body: inviteToSend,
  response: sentInvite,
  errors: ['INVALID_EMAIL', 'NOT_FOUND', 'ALREADY_EXISTS', 'INVITE_LIMIT_EXCEEDED'],
  permissions: [...RECORDED_CHANGE, 'table:query', 'table:check'],
  capacity: CHANGES_BALANCE,
} as const;

export const revokesInvite = {
  summary: 'Revokes an invite that was not used; it no longer counts as pending',
  method: 'POST',
  auth: 'apiKey',
  role: 'manager',
  body: inviteToRevoke,
  response: revokedInvite,
  errors: ['INVALID_EMAIL', 'NOT_FOUND', 'ALREADY_DELETED'],
  permissions: ['table:get', 'table:update', 'table:delete', 'lists:note', 'trail:append'],
  capacity: CHANGES_BALANCE,
} as const;
