import { CONSENT_VERSION } from '../../shared/contract/consent-text.ts';
import { createJoinLink } from '../../shared/domain/invite/join-link.ts';
import { createApiKey } from '../../shared/domain/organization/manage-api-keys.ts';
import { userTokenWrite } from '../../shared/domain/user/session.ts';
import { userToken } from '../../test/support/users.ts';
import type { World } from './world.ts';

/** A request as a function gets it. */
export interface Call {
  bearer?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

type Prepare = (world: World) => Promise<Call>;

/** Endpoints that are not measured, with the reason. */
export const NOT_MEASURED: Readonly<Record<string, string>> = {
  'member/uploads/complete-upload': 'decodes an image that S3 has to hold',
  'admin/webhooks/send-test': 'posts to a receiver',
  'web/not-found': 'answers 404',
  'member/session/confirm-address': 'needs a token, which only a mail has',
  'admin/deliveries/get-delivery': 'needs a delivery, which only the queues make',
  'admin/deliveries/redeliver-delivery': 'needs a delivery, which only the queues make',
  'provider/receive-callback': 'needs a job, which only the flow plans',
};

const byKey =
  (call: (world: World) => Promise<Call> | Call = () => ({})): Prepare =>
  async (world) => ({ bearer: world.apiKey, ...(await call(world)) });
const byOwner =
  (call: (world: World) => Promise<Call> | Call = () => ({})): Prepare =>
  async (world) => ({ bearer: world.owner, ...(await call(world)) });

const PAGE = { query: { limit: '50' } };
const team = async (world: World) => ({ teamId: (await world.team()).id });
const model = async (world: World) => ({ modelId: (await world.whiteLabel()).model.id });
const newName = (world: World) => ({ name: `New ${world.address()}` });

const getInvite = byKey(async (world) => ({ params: { email: (await world.invite()).email } }));
const sendInvite = byKey((world) => ({ body: { email: world.address() } }));
const revokeInvite = byKey(async (world) => ({ body: { email: (await world.invite()).email } }));
const changeInvites = byKey(async (world) => ({
  body: { emails: [(await world.invite()).email, (await world.invite()).email] },
}));
const addMembers = byKey(async (world) => ({
  params: await team(world),
  body: { emails: [(await world.whiteLabel()).model.email] },
}));
const createTeam = byKey((world) => ({ body: newName(world) }));
const deleteTeam = byKey(async (world) => ({ params: await team(world) }));
const renameTeam = byKey(async (world) => ({ params: await team(world), body: newName(world) }));

const photo = byKey(async (world) => {
  const { model, photoIds } = await world.activeModel();
  return { params: { modelId: model.id, photoId: photoIds[0] ?? '' } };
});
const ownPhoto =
  (body?: object): Prepare =>
  async (world) => {
    const { session, photoIds } = await world.activeModel();
    return { bearer: session, params: { photoId: photoIds.pop() ?? '' }, ...(body && { body }) };
  };
/** A page asks again with the same session. */
const sameMember: Prepare = async (world) => ({ bearer: (await world.sameMember()).session });
const newMember =
  (call: Call = {}): Prepare =>
  async (world) => ({
    bearer: (await world.memberInOnboarding()).session,
    ...call,
  });

/** The token of the organization's join link. */
async function joinToken(world: World): Promise<string> {
  const body = { domains: [world.address().split('@')[1] ?? ''], uses: 10, days: 30 };
  const { link } = await createJoinLink(world.context, 'https://app.test', world.organizationId, body);
  return new URL(link).searchParams.get('join') ?? '';
}

/** A request that succeeds, for each endpoint. Each call of it makes what the request needs anew. */
export const CASES: Readonly<Record<string, Prepare>> = {
  'v1/organization/get-credits': byKey(),
  'v1/organization/get-organization': byKey(),
  'v1/teams/add-team-members': addMembers,
  'v1/teams/create-team': createTeam,
  'v1/teams/delete-team': deleteTeam,
  'v1/teams/rename-team': renameTeam,
  'v1/invites/get-invite': byKey(async (world) => ({ params: { inviteId: (await world.invite()).id } })),
  'v1/invites/list-invites': byKey(),
  'v1/invites/revoke-invite': revokeInvite,
  'v1/invites/send-invite': sendInvite,
  'v2/organization/get-credits': byKey(),
  'v2/organization/get-organization': byKey(),
  'v2/organization/get-usage': byKey(),
  'v2/teams/add-team-members': addMembers,
  'v2/teams/create-team': createTeam,
  'v2/teams/delete-team': deleteTeam,
  'v2/teams/list-teams': byKey(),
  'v2/teams/rename-team': renameTeam,
  'v2/members/erase-member': byKey(async (world) => ({ params: { memberId: (await world.member()).id } })),
  'v2/members/list-accepted-members': byKey(() => PAGE),
  'v2/members/list-finished-members': byKey(() => PAGE),
  'v2/members/list-members': byKey(() => PAGE),
  'v2/members/list-pending-members': byKey(() => PAGE),
  'v2/favorites/list-favorites': byKey(() => PAGE),
  'v2/models/delete-model': byKey(async (world) => ({ params: await model(world) })),
  'v2/models/get-model': byKey(async (world) => ({ params: await model(world) })),
  'v2/models/list-model-events': byKey(async (world) => ({ params: await model(world), ...PAGE })),
  'v2/models/list-models': byKey(() => PAGE),
  'v2/models/restart-model': byKey(async (world) => ({
    params: { modelId: (await world.failedModel()).id },
  })),
  'v2/invites/check-invites': byKey((world) => ({ body: { emails: [world.address(), world.address()] } })),
  'v2/invites/get-invite': getInvite,
  'v2/invites/list-invites': byKey(() => PAGE),
  'v2/invites/resend-invite': revokeInvite,
  'v2/invites/resend-many-invites': changeInvites,
  'v2/invites/revoke-invite': revokeInvite,
  'v2/invites/revoke-many-invites': changeInvites,
  'v2/invites/send-invite': sendInvite,
  'v2/invites/send-many-invites': byKey((world) => ({
    body: { emails: [world.address(), world.address()] },
  })),
  'v2/photos/choose-favorite-photo': byKey(async (world) => {
    const { model, photoIds } = await world.activeModel();
    return { params: { modelId: model.id }, body: { photoId: photoIds.pop() ?? '' } };
  }),
  'v2/photos/download-photos': photo,
  'v2/photos/get-favorite-photo': photo,
  'v2/photos/get-photo': photo,
  'v2/photos/list-photos': photo,
  'v2/whitelabel/create-model': byKey((world) => ({ body: { email: world.address(), isDevelopment: true } })),
  'v2/whitelabel/delete-model': byKey(async (world) => ({ params: await model(world) })),
  'v2/whitelabel/get-model': byKey(async (world) => ({ params: await model(world) })),
  'member/session/delete-own-model': newMember(),
  'member/session/end-session': newMember(),
  'member/session/erase-member': newMember(),
  'member/session/finish-onboarding': async (world) => {
    const { session, model } = await world.whiteLabelMember();
    await world.uploads(model);
    return { bearer: session, body: { trigger: 'person' } };
  },
  'member/session/get-overview': sameMember,
  'member/session/open-session': async (world) => ({ body: { token: (await world.whiteLabel()).token } }),
  'member/session/look-up-invite': async (world) => ({ body: { invite: (await world.invite()).id } }),
  'member/session/stop-reminders': async (world) => ({
    query: { invite: (await world.invite()).id, reminders: 'stop' },
  }),
  'member/session/request-link': async (world) => ({ body: { invite: (await world.invite()).id } }),
  'member/session/choose-language': newMember({ body: { language: 'de' } }),
  'member/join/look-up-join-link': async (world) => ({ body: { token: await joinToken(world) } }),
  'member/join/join': async (world) => ({ body: { token: await joinToken(world), email: world.address() } }),
  'member/consent/get-consent': sameMember,
  'member/consent/give-consent': newMember({ body: { version: CONSENT_VERSION } }),
  'member/uploads/create-uploads': async (world) => ({
    bearer: (await world.whiteLabelMember()).session,
    body: { files: [{ name: 'a.jpg', type: 'image/jpeg', size: 1000 }] },
  }),
  'member/uploads/list-own-uploads': async (world) => {
    const { session, model } = await world.memberInOnboarding();
    await world.uploads(model);
    return { bearer: session };
  },
  'member/uploads/delete-upload': async (world) => {
    const { session, model } = await world.memberInOnboarding();
    const [upload] = await world.uploads(model, 1, false);
    return { bearer: session, params: { uploadId: upload?.id ?? '' } };
  },
  'member/photos/delete-own-photo': ownPhoto(),
  'member/photos/erase-own-photo': ownPhoto(),
  'member/photos/list-own-photos': ownPhoto(),
  'member/photos/restore-own-photo': async (world) => {
    const { session, photoIds } = await world.activeModel();
    const [, photoId = ''] = photoIds;
    await world.putAway(photoId);
    return { bearer: session, params: { photoId } };
  },
  'member/photos/update-own-photo': ownPhoto({ likedStatus: 'loved' }),
  'admin/session/end-own-session': async (world) => ({ bearer: await otherOwner(world) }),
  'admin/session/end-session': byOwner(async (world) => ({
    params: { sessionId: (await userSession(world)).id },
  })),
  'admin/session/list-sessions': byOwner(),
  'admin/session/open-session': async (world) => {
    return { body: { token: await userToken(world.context, world.user, 'signIn') } };
  },
  'admin/session/request-link': async () => ({ body: { email: 'owner@bench.test' } }),
  'admin/members/list-members': byOwner(() => PAGE),
  'admin/members/get-person': byOwner(async (world) => ({ params: { person: (await world.member()).id } })),
  'admin/members/search-members': byOwner(() => ({ query: { search: 'example', limit: '50' } })),
  'admin/erasures/list-erasures': byOwner(),
  'admin/erasures/erase-address': byOwner(async (world) => ({
    body: { email: (await world.invite()).email },
  })),
  'web/drop-webhook': async () => ({ body: {} }),
  'admin/join-link/get-join-link': byOwner(async (world) => {
    await joinToken(world);
    return {};
  }),
  'admin/join-link/create-join-link': byOwner(() => ({
    body: { domains: ['bench.test'], uses: 10, days: 30 },
  })),
  'admin/join-link/end-join-link': byOwner(async (world) => {
    await joinToken(world);
    return {};
  }),
  'admin/keys/list-keys': byOwner(),
  'admin/keys/create-key': byOwner(() => ({ body: { name: 'New' } })),
  'admin/keys/delete-key': byOwner(async (world) => ({
    params: { keyId: (await createApiKey(world.context, world.organizationId, { name: 'Spare' })).key.id },
  })),
  'admin/users/list-users': byOwner(),
  'admin/users/get-own-user': byOwner(),
  'admin/users/choose-language': async (world) => ({
    bearer: (await world.otherUser()).session,
    body: { language: 'de' },
  }),
  'admin/users/invite-user': byOwner((world) => ({ body: { email: world.address(), role: 'viewer' } })),
  'admin/users/change-role': byOwner(async (world) => ({
    params: { userId: (await world.otherUser()).user.id },
    body: { role: 'manager' },
  })),
  'admin/users/remove-user': byOwner(async (world) => ({
    params: { userId: (await world.otherUser()).user.id },
  })),
  'admin/users/leave-organization': async (world) => ({ bearer: (await world.otherUser()).session }),
  'admin/trail/list-trail': byOwner(),
  'admin/organization/get-settings': byOwner(),
  'admin/organization/get-styles': byOwner(),
  'admin/organization/update-settings': byOwner((world) => ({ body: { name: world.address() } })),
  'admin/overview/get-overview': byOwner(),
  'admin/webhooks/get-webhooks': byOwner(),
  'admin/webhooks/list-parked': byOwner(),
  'admin/webhooks/rotate-secret': byOwner(),
  'admin/webhooks/update-webhooks': byOwner(() => ({ body: { url: 'http://127.0.0.1:9000/webhooks' } })),
  'admin/deliveries/list-deliveries': byOwner(),
  'admin/deliveries/redeliver-failed': byOwner(() => ({ body: { since: new Date(0).toISOString() } })),
  'web/get-health': async () => ({}),
  'web/get-openapi': async () => ({}),
};

async function userSession(world: World) {
  const session = userTokenWrite(world.context, 'session', world.user);
  await world.context.table.commit([session.write]);
  return session;
}

async function otherOwner(world: World): Promise<string> {
  return (await userSession(world)).token;
}
