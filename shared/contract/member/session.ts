import * as z from 'zod';
import { branding } from '../branding.ts';
import { emailAddress } from '../email.ts';
import { CHANGES_BALANCE, endpoint } from '../endpoint.ts';
import {
  described,
  email,
  identifier,
  language,
  memberId,
  memberNameOrNull,
  message,
  modelId,
  personName,
  success,
  time,
} from '../fields.ts';
import { heldInvite } from '../held-invite.ts';
import { modelRecord } from '../model.ts';
import { organization, photosBy } from '../organization.ts';
import { CHANGE_COLLECTION, RECORDED_CHANGE } from '../permission-bundles.ts';
import { runProgress } from '../run-progress.ts';
import { SAMPLE } from '../samples.ts';
import { madeBy, trigger } from '../schemas.ts';
import { sessionEnd, sessionToken } from '../session.ts';
import { entriesOf, styleChoice } from '../style-choice.ts';
import { BACKDROP_NAMES, OUTFIT_NAMES } from '../styles.ts';
import { UPLOAD_REQUIREMENTS } from '../upload-requirements.ts';
import { upload } from './uploads.ts';

const pendingEmail = described(
  z.string().nullable(),
  'The address that the member has chosen in place of `email` and that is not confirmed yet; null without one.',
  null,
);
const languageOrNull = described(
  language.nullable(),
  'The language of the mails to the member, as the member has chosen it on a page; null for that of the organization.',
  'en',
);
const member = described(
  z.object({ id: memberId, email, pendingEmail, name: memberNameOrNull, language: languageOrNull }),
  'The member whose session it is.',
);
const modelOrNull = described(modelRecord.nullable(), 'The model of the member; null without one.');

const { minPhotos, maxPhotos, minPixels, maxBytes, types } = UPLOAD_REQUIREMENTS;
const requirements = described(
  z.object({
    minPhotos: described(z.int(), 'The smallest number of photos.', minPhotos),
    maxPhotos: described(z.int(), 'The largest number of photos.', maxPhotos),
    minPixels: described(z.int(), 'The smallest length of the shorter side, in pixels.', minPixels),
    maxBytes: described(z.int(), 'The largest size of a file, in bytes.', maxBytes),
    types: described(z.array(z.string()), 'The media types that are accepted.', [...types]),
  }),
  'The requirements that uploads have to meet.',
);

const inviteInLink = described(identifier, 'The id in the link of an invite.', SAMPLE.inviteId);

const TOKEN_OR_INVITE = {
  path: ['token'],
  error: 'either a token or an invite is required, and not both',
};

function isTokenOrInvite({
  token,
  invite,
}: {
  token?: string | undefined;
  invite?: string | undefined;
}): boolean {
  return (token === undefined) !== (invite === undefined);
}

export const openSession = endpoint({
  operation: 'member/session/open-session',
  summary:
    'Exchanges the token of a signedUrl or of a mailed link, or an invite that is not used yet, for a session of 24 hours',
  method: 'POST',
  path: '/api/member/session',
  auth: 'none',
  body: z
    .object({
      token: described(identifier, 'The token in a signedUrl, or in a mailed link.', SAMPLE.token).optional(),
      invite: inviteInLink.optional(),
      name: personName.optional(),
      email: described(
        emailAddress,
        'An address to use in place of the invited one, with an invite only. It counts once a link that is mailed to it was opened; until then the member has the invited address.',
        SAMPLE.email,
      ).optional(),
      language: described(
        language,
        'The language of the mails to the member, with an invite only. Without it, that of the organization.',
      ).optional(),
    })
    .refine(isTokenOrInvite, TOKEN_OR_INVITE)
    .meta({
      examples: [{ token: SAMPLE.token }],
      oneOf: [{ required: ['token'] }, { required: ['invite'] }],
    }),
  response: z.object({
    success,
    session: sessionToken,
    expiresAt: sessionEnd,
    member,
    model: modelOrNull,
  }),
  errors: ['UNAUTHORIZED', 'INVALID_EMAIL'],
  permissions: [...CHANGE_COLLECTION, 'member-sessions:create', 'member-sessions:delete', 'trail:append'],
});

export const lookUpInvite = endpoint({
  operation: 'member/session/look-up-invite',
  summary: 'Who invites, and whether the invite can still be used, for the person who holds its link',
  method: 'POST',
  path: '/api/member/invite',
  auth: 'none',
  body: z.object({ invite: inviteInLink }),
  response: z.object({ success, invite: heldInvite }),
  errors: ['NOT_FOUND'],
  permissions: ['table:get'],
});

export const stopReminders = endpoint({
  operation: 'member/session/stop-reminders',
  summary:
    'Ends the reminders of an invite and of its member, for the person who holds its link; the invite stays valid',
  // The address of the page that asks first: mail programs post to the link that they open otherwise, with a body that says
  // nothing more (RFC 8058).
  method: 'POST',
  path: '/auth/signup',
  auth: 'none',
  query: z.object({
    invite: inviteInLink,
    reminders: described(z.literal('stop'), 'Ends the reminders. No other value is taken.', 'stop'),
  }),
  response: z.object({ success }),
  errors: ['NOT_FOUND'],
  permissions: ['table:update'],
});

export const requestReturnLink = endpoint({
  operation: 'member/session/request-link',
  summary:
    'Mails the member of a used invite, or of a former link, a link to continue; the answer is the same for any',
  method: 'POST',
  path: '/api/member/session/link',
  auth: 'none',
  body: z
    .object({
      invite: inviteInLink.optional(),
      token: described(
        identifier,
        'The token in a mailed link that has expired or was used.',
        SAMPLE.token,
      ).optional(),
    })
    .refine(isTokenOrInvite, TOKEN_OR_INVITE)
    .meta({
      examples: [{ invite: SAMPLE.inviteId }],
      oneOf: [{ required: ['token'] }, { required: ['invite'] }],
    }),
  response: z.object({
    success,
    message: message('If you have signed up, a link to continue is on its way.'),
  }),
  permissions: ['mail-queue'],
});

export const confirmAddress = endpoint({
  operation: 'member/session/confirm-address',
  summary: 'Confirms the address that a member has chosen at sign-up, by the token of the link mailed to it',
  method: 'POST',
  path: '/api/member/address',
  auth: 'none',
  body: z.object({
    token: described(identifier, 'The token in the mailed link.', SAMPLE.token),
  }),
  response: z.object({ success, message: message('The address is confirmed.'), email }),
  errors: ['UNAUTHORIZED'],
  permissions: [...RECORDED_CHANGE, 'member-sessions:delete'],
});

export const endMemberSession = endpoint({
  operation: 'member/session/end-session',
  summary: 'Signs the member out: the session of this request ends',
  method: 'DELETE',
  path: '/api/member/session',
  auth: 'memberSession',
  response: z.object({ success, message: message('You are signed out.') }),
  permissions: ['member-sessions:delete', 'trail:append'],
});

export const getOverview = endpoint({
  operation: 'member/session/get-overview',
  summary: 'The member with the model, the uploads and their requirements',
  method: 'GET',
  path: '/api/member',
  auth: 'memberSession',
  response: z.object({
    success,
    member,
    organization: described(
      organization.pick({ name: true }).extend({
        branding,
        photosBy,
        frameOrigins: described(
          z.array(z.string()).nullable(),
          'The origins whose pages may show the studio in a frame and are told of its events; null for any.',
          ['https://app.example.com'],
        ),
      }),
      'The organization of the member.',
    ),
    consentRequired: described(
      z.boolean(),
      'Whether the member has to agree by POST /api/member/consent before uploading.',
      false,
    ),
    model: modelOrNull,
    accessEndsAt: described(
      time.nullable(),
      'The time at which access to the model ends; null without one.',
      SAMPLE.nextMonth,
    ),
    progress: described(
      runProgress.nullable(),
      'The progress of the model; null without one, and while no photos are in the making.',
    ),
    favoritePhotoId: described(
      z.string().nullable(),
      'The id of the favorite photo; null while none is chosen.',
      SAMPLE.photoId,
    ),
    uploads: z.array(upload),
    requirements,
    styles: described(
      z.object({
        backdrops: described(entriesOf(BACKDROP_NAMES, 'Light grey'), 'The backgrounds behind the person.'),
        outfits: described(
          entriesOf(OUTFIT_NAMES, 'Navy suit'),
          'The clothes of the person; empty where photos are retouched, which keep those of the uploads.',
        ),
      }),
      'The styles of the organization, from which the member may choose when onboarding is finished.',
    ),
    madeBy,
  }),
  permissions: ['table:get', 'table:query'],
});

export const chooseLanguage = endpoint({
  operation: 'member/session/choose-language',
  summary: 'Chooses the language of the mails to the member',
  method: 'PUT',
  path: '/api/member/language',
  auth: 'memberSession',
  body: z.object({ language }),
  response: z.object({ success, member }),
  permissions: ['table:update'],
});

export const finishOnboarding = endpoint({
  operation: 'member/session/finish-onboarding',
  summary: 'Finishes onboarding: takes one credit and queues the model',
  method: 'POST',
  path: '/api/member/onboarding',
  auth: 'memberSession',
  body: z.object({
    trigger,
    name: personName.optional(),
    styles: styleChoice
      .meta({
        description:
          'The styles in which photos are made, of those that the organization offers. A list that is left out stands for all, also of styles that are added later. Outfits have no effect where photos are retouched.',
        examples: [{ backdrops: ['light-grey', 'office'] }],
      })
      .optional(),
  }),
  response: z.object({ success, model: modelRecord }),
  errors: ['NOT_FOUND', 'INSUFFICIENT_CREDITS'],
  permissions: ['table:get', 'table:query', 'table:put', 'table:update', 'table:delete', 'trail:append'],
  capacity: CHANGES_BALANCE,
});

export const deleteOwnModel = endpoint({
  operation: 'member/session/delete-own-model',
  summary: "Deletes the member's own model and all its images; irreversible",
  method: 'DELETE',
  path: '/api/member/model',
  auth: 'memberSession',
  response: z.object({ success, message: message('The model was deleted.'), modelId }),
  errors: ['NOT_FOUND', 'ALREADY_DELETED'],
  permissions: RECORDED_CHANGE,
  capacity: CHANGES_BALANCE,
});

export const eraseMember = endpoint({
  operation: 'member/session/erase-member',
  summary:
    'Withdraws consent and erases the member with all data: model, images, address, invites; irreversible',
  method: 'DELETE',
  path: '/api/member',
  auth: 'memberSession',
  response: z.object({ success, message: message('Everything about you is being erased.'), memberId }),
  errors: ['NOT_FOUND'],
  permissions: RECORDED_CHANGE,
  capacity: CHANGES_BALANCE,
});
