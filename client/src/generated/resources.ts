// Generated from docs/openapi.json: change the contracts and run `npm run client`.

import { type Entry, iteratePages } from '../pages.ts';
import { type CallOptions, segment, type Transport } from '../transport.ts';
import type {
  AdminDeliveriesGetDeliveryResponse,
  AdminDeliveriesListQuery,
  AdminDeliveriesListResponse,
  AdminDeliveriesRedeliverDeliveryResponse,
  AdminDeliveriesRedeliverFailedBody,
  AdminDeliveriesRedeliverFailedResponse,
  AdminErasuresEraseAddressBody,
  AdminErasuresEraseAddressResponse,
  AdminErasuresListQuery,
  AdminErasuresListResponse,
  AdminJoinLinkCreateBody,
  AdminJoinLinkCreateResponse,
  AdminJoinLinkEndResponse,
  AdminJoinLinkGetResponse,
  AdminKeysCreateBody,
  AdminKeysCreateResponse,
  AdminKeysDeleteResponse,
  AdminKeysListResponse,
  AdminMembersGetPersonResponse,
  AdminMembersListQuery,
  AdminMembersListResponse,
  AdminMembersSearchQuery,
  AdminMembersSearchResponse,
  AdminOrganizationGetSettingsResponse,
  AdminOrganizationGetStylesResponse,
  AdminOrganizationUpdateSettingsBody,
  AdminOrganizationUpdateSettingsResponse,
  AdminOverviewGetResponse,
  AdminSessionEndOwnResponse,
  AdminSessionEndResponse,
  AdminSessionListSessionsResponse,
  AdminSessionOpenBody,
  AdminSessionOpenResponse,
  AdminSessionRequestLinkBody,
  AdminSessionRequestLinkResponse,
  AdminTrailListQuery,
  AdminTrailListResponse,
  AdminUsersChangeRoleBody,
  AdminUsersChangeRoleResponse,
  AdminUsersChooseLanguageBody,
  AdminUsersChooseLanguageResponse,
  AdminUsersGetOwnResponse,
  AdminUsersInviteBody,
  AdminUsersInviteResponse,
  AdminUsersLeaveOrganizationResponse,
  AdminUsersListResponse,
  AdminUsersRemoveResponse,
  AdminWebhooksGetResponse,
  AdminWebhooksListParkedQuery,
  AdminWebhooksListParkedResponse,
  AdminWebhooksRotateSecretResponse,
  AdminWebhooksSendTestBody,
  AdminWebhooksSendTestResponse,
  AdminWebhooksUpdateBody,
  AdminWebhooksUpdateResponse,
  FavoritesListQuery,
  FavoritesListResponse,
  Invite,
  InvitesCheckBody,
  InvitesCheckResponse,
  InvitesGetResponse,
  InvitesListQuery,
  InvitesListResponse,
  InvitesResendBody,
  InvitesResendManyBody,
  InvitesResendManyResponse,
  InvitesResendResponse,
  InvitesRevokeBody,
  InvitesRevokeManyBody,
  InvitesRevokeManyResponse,
  InvitesRevokeResponse,
  InvitesSendBody,
  InvitesSendManyBody,
  InvitesSendManyResponse,
  InvitesSendResponse,
  ListedPhoto,
  Member,
  MemberConsentGetQuery,
  MemberConsentGetResponse,
  MemberConsentGiveBody,
  MemberConsentGiveResponse,
  MemberJoinJoinBody,
  MemberJoinJoinResponse,
  MemberJoinLookUpLinkBody,
  MemberJoinLookUpLinkResponse,
  MemberPhotosDeleteOwnResponse,
  MemberPhotosEraseOwnResponse,
  MemberPhotosListOwnQuery,
  MemberPhotosListOwnResponse,
  MemberPhotosRestoreOwnResponse,
  MemberPhotosUpdateOwnBody,
  MemberPhotosUpdateOwnResponse,
  MemberSessionChooseLanguageBody,
  MemberSessionChooseLanguageResponse,
  MemberSessionConfirmAddressBody,
  MemberSessionConfirmAddressResponse,
  MemberSessionDeleteOwnModelResponse,
  MemberSessionEndResponse,
  MemberSessionEraseMemberResponse,
  MemberSessionFinishOnboardingBody,
  MemberSessionFinishOnboardingResponse,
  MemberSessionGetOverviewResponse,
  MemberSessionLookUpInviteBody,
  MemberSessionLookUpInviteResponse,
  MemberSessionOpenBody,
  MemberSessionOpenResponse,
  MemberSessionRequestLinkBody,
  MemberSessionRequestLinkResponse,
  MemberSessionStopRemindersQuery,
  MemberSessionStopRemindersResponse,
  MembersEraseResponse,
  MembersListAcceptedQuery,
  MembersListAcceptedResponse,
  MembersListFinishedQuery,
  MembersListFinishedResponse,
  MembersListPendingQuery,
  MembersListPendingResponse,
  MembersListQuery,
  MembersListResponse,
  MemberUploadsCompleteResponse,
  MemberUploadsCreateBody,
  MemberUploadsCreateResponse,
  MemberUploadsDeleteResponse,
  MemberUploadsListOwnResponse,
  Model,
  ModelsDeleteResponse,
  ModelsGetResponse,
  ModelsListEventsQuery,
  ModelsListEventsResponse,
  ModelsListQuery,
  ModelsListResponse,
  ModelsRestartResponse,
  ModelWebhook,
  OrganizationGetCreditsResponse,
  OrganizationGetResponse,
  OrganizationGetUsageQuery,
  OrganizationGetUsageResponse,
  PhotosChooseFavoriteBody,
  PhotosChooseFavoriteResponse,
  PhotosDownloadBody,
  PhotosDownloadResponse,
  PhotosGetFavoriteQuery,
  PhotosGetFavoriteResponse,
  PhotosGetQuery,
  PhotosGetResponse,
  PhotosListQuery,
  PhotosListResponse,
  TeamsAddMembersBody,
  TeamsAddMembersResponse,
  TeamsCreateBody,
  TeamsCreateResponse,
  TeamsDeleteResponse,
  TeamsListResponse,
  TeamsRenameBody,
  TeamsRenameResponse,
  V1InvitesGetResponse,
  V1InvitesListResponse,
  V1InvitesRevokeBody,
  V1InvitesRevokeResponse,
  V1InvitesSendBody,
  V1InvitesSendResponse,
  V1OrganizationGetCreditsResponse,
  V1OrganizationGetResponse,
  V1TeamsAddMembersBody,
  V1TeamsAddMembersResponse,
  V1TeamsCreateBody,
  V1TeamsCreateResponse,
  V1TeamsDeleteResponse,
  V1TeamsRenameBody,
  V1TeamsRenameResponse,
  WebGetHealthResponse,
  WebGetOpenapiResponse,
  WhitelabelCreateModelBody,
  WhitelabelCreateModelResponse,
  WhitelabelDeleteModelResponse,
  WhitelabelGetModelResponse,
} from './types.ts';

export class V1OrganizationResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The organization's name, website and teams. `GET /api/v1/organization` */
  get(options?: CallOptions): Promise<V1OrganizationGetResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/v1/organization', auth: 'apiKey' }, options);
  }

  /** The current credit balance. `GET /api/v1/organization/credits` */
  getCredits(options?: CallOptions): Promise<V1OrganizationGetCreditsResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v1/organization/credits', auth: 'apiKey' },
      options,
    );
  }
}

export class V1InvitesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends an invite: an e-mail with a link to sign up by, valid for 30 days. `POST /api/v1/organization/invite` */
  send(body: V1InvitesSendBody, options?: CallOptions): Promise<V1InvitesSendResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v1/organization/invite', auth: 'apiKey', body },
      options,
    );
  }

  /** One invite, with the active address of the user once it is used. `GET /api/v1/organization/invite/id/{inviteId}` */
  get(inviteId: string, options?: CallOptions): Promise<V1InvitesGetResponse> {
    return this.#transport.call(
      { method: 'GET', path: `/api/v1/organization/invite/id/${segment(inviteId)}`, auth: 'apiKey' },
      options,
    );
  }

  /** Revokes an invite that was not used; it no longer counts as pending. `POST /api/v1/organization/invite/revoke` */
  revoke(body: V1InvitesRevokeBody, options?: CallOptions): Promise<V1InvitesRevokeResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v1/organization/invite/revoke', auth: 'apiKey', body },
      options,
    );
  }

  /** The newest 10,000 invites. `GET /api/v1/organization/invites` */
  list(options?: CallOptions): Promise<V1InvitesListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v1/organization/invites', auth: 'apiKey' },
      options,
    );
  }
}

export class V1TeamsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a team; names are unique regardless of case, and an organization has 1000 teams at most. `POST /api/v1/organization/teams` */
  create(body: V1TeamsCreateBody, options?: CallOptions): Promise<V1TeamsCreateResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v1/organization/teams', auth: 'apiKey', body },
      options,
    );
  }

  /** Renames a team. `PUT /api/v1/organization/teams/{teamId}` */
  rename(teamId: string, body: V1TeamsRenameBody, options?: CallOptions): Promise<V1TeamsRenameResponse> {
    return this.#transport.call(
      { method: 'PUT', path: `/api/v1/organization/teams/${segment(teamId)}`, auth: 'apiKey', body },
      options,
    );
  }

  /** Deletes a team; its members stay in the organization without a team. `DELETE /api/v1/organization/teams/{teamId}` */
  delete(teamId: string, options?: CallOptions): Promise<V1TeamsDeleteResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: `/api/v1/organization/teams/${segment(teamId)}`, auth: 'apiKey' },
      options,
    );
  }

  /** Moves members of the organization into a team. `POST /api/v1/organization/teams/{teamId}/add-members` */
  addMembers(
    teamId: string,
    body: V1TeamsAddMembersBody,
    options?: CallOptions,
  ): Promise<V1TeamsAddMembersResponse> {
    return this.#transport.call(
      {
        method: 'POST',
        path: `/api/v1/organization/teams/${segment(teamId)}/add-members`,
        auth: 'apiKey',
        body,
      },
      options,
    );
  }
}

export class V1Area {
  readonly organization: V1OrganizationResource;
  readonly invites: V1InvitesResource;
  readonly teams: V1TeamsResource;

  constructor(transport: Transport) {
    this.organization = new V1OrganizationResource(transport);
    this.invites = new V1InvitesResource(transport);
    this.teams = new V1TeamsResource(transport);
  }
}

export class MemberSessionResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The member with the model, the uploads and their requirements. `GET /api/member` */
  getOverview(options?: CallOptions): Promise<MemberSessionGetOverviewResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/member', auth: 'memberSession' }, options);
  }

  /** Withdraws consent and erases the member with all data: model, images, address, invites; irreversible. `DELETE /api/member` */
  eraseMember(options?: CallOptions): Promise<MemberSessionEraseMemberResponse> {
    return this.#transport.call({ method: 'DELETE', path: '/api/member', auth: 'memberSession' }, options);
  }

  /** Confirms the address that a member has chosen at sign-up, by the token of the link mailed to it. `POST /api/member/address` */
  confirmAddress(
    body: MemberSessionConfirmAddressBody,
    options?: CallOptions,
  ): Promise<MemberSessionConfirmAddressResponse> {
    return this.#transport.call({ method: 'POST', path: '/api/member/address', auth: 'none', body }, options);
  }

  /** Who invites, and whether the invite can still be used, for the person who holds its link. `POST /api/member/invite` */
  lookUpInvite(
    body: MemberSessionLookUpInviteBody,
    options?: CallOptions,
  ): Promise<MemberSessionLookUpInviteResponse> {
    return this.#transport.call({ method: 'POST', path: '/api/member/invite', auth: 'none', body }, options);
  }

  /** Chooses the language of the mails to the member. `PUT /api/member/language` */
  chooseLanguage(
    body: MemberSessionChooseLanguageBody,
    options?: CallOptions,
  ): Promise<MemberSessionChooseLanguageResponse> {
    return this.#transport.call(
      { method: 'PUT', path: '/api/member/language', auth: 'memberSession', body },
      options,
    );
  }

  /** Deletes the member's own model and all its images; irreversible. `DELETE /api/member/model` */
  deleteOwnModel(options?: CallOptions): Promise<MemberSessionDeleteOwnModelResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: '/api/member/model', auth: 'memberSession' },
      options,
    );
  }

  /** Finishes onboarding: takes one credit and queues the model. `POST /api/member/onboarding` */
  finishOnboarding(
    body: MemberSessionFinishOnboardingBody,
    options?: CallOptions,
  ): Promise<MemberSessionFinishOnboardingResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/member/onboarding', auth: 'memberSession', body },
      options,
    );
  }

  /** Exchanges the token of a signedUrl or of a mailed link, or an invite that is not used yet, for a session of 24 hours. `POST /api/member/session` */
  open(body: MemberSessionOpenBody, options?: CallOptions): Promise<MemberSessionOpenResponse> {
    return this.#transport.call({ method: 'POST', path: '/api/member/session', auth: 'none', body }, options);
  }

  /** Signs the member out: the session of this request ends. `DELETE /api/member/session` */
  end(options?: CallOptions): Promise<MemberSessionEndResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: '/api/member/session', auth: 'memberSession' },
      options,
    );
  }

  /** Mails the member of a used invite, or of a former link, a link to continue; the answer is the same for any. `POST /api/member/session/link` */
  requestLink(
    body: MemberSessionRequestLinkBody,
    options?: CallOptions,
  ): Promise<MemberSessionRequestLinkResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/member/session/link', auth: 'none', body },
      options,
    );
  }

  /** Ends the reminders of an invite and of its member, for the person who holds its link; the invite stays valid. `POST /auth/signup` */
  stopReminders(
    query: MemberSessionStopRemindersQuery,
    options?: CallOptions,
  ): Promise<MemberSessionStopRemindersResponse> {
    return this.#transport.call({ method: 'POST', path: '/auth/signup', auth: 'none', query }, options);
  }
}

export class MemberConsentResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The text that the member agrees to before the first upload. `GET /api/member/consent` */
  get(query: MemberConsentGetQuery = {}, options?: CallOptions): Promise<MemberConsentGetResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/member/consent', auth: 'memberSession', query },
      options,
    );
  }

  /** Agrees to the current version of the text; DELETE /api/member withdraws it. `POST /api/member/consent` */
  give(body: MemberConsentGiveBody, options?: CallOptions): Promise<MemberConsentGiveResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/member/consent', auth: 'memberSession', body },
      options,
    );
  }
}

export class MemberJoinResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Mails an invite to an address of one of the domains; to a member, a link to continue. `POST /api/member/join` */
  join(body: MemberJoinJoinBody, options?: CallOptions): Promise<MemberJoinJoinResponse> {
    return this.#transport.call({ method: 'POST', path: '/api/member/join', auth: 'none', body }, options);
  }

  /** The organization of a join link, and the domains whose people may ask for an invite. `POST /api/member/join/link` */
  lookUpLink(body: MemberJoinLookUpLinkBody, options?: CallOptions): Promise<MemberJoinLookUpLinkResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/member/join/link', auth: 'none', body },
      options,
    );
  }
}

export class MemberPhotosResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The photos of the member's own model. `GET /api/member/photos` */
  listOwn(query: MemberPhotosListOwnQuery = {}, options?: CallOptions): Promise<MemberPhotosListOwnResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/member/photos', auth: 'memberSession', query },
      options,
    );
  }

  /** The photos of the member's own model. Iterates over all pages: `limit` is the page size, `offset` the start. */
  iterateOwn(
    query: MemberPhotosListOwnQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<ListedPhoto, void, undefined> {
    return iteratePages((page) => this.listOwn({ ...query, ...page }, options), 'photos', query);
  }

  /** Rates a photo, or chooses it as the favorite. `PUT /api/member/photos/{photoId}` */
  updateOwn(
    photoId: string,
    body: MemberPhotosUpdateOwnBody = {},
    options?: CallOptions,
  ): Promise<MemberPhotosUpdateOwnResponse> {
    return this.#transport.call(
      { method: 'PUT', path: `/api/member/photos/${segment(photoId)}`, auth: 'memberSession', body },
      options,
    );
  }

  /** Puts a photo away: its status becomes deleted, and its links still work. `DELETE /api/member/photos/{photoId}` */
  deleteOwn(photoId: string, options?: CallOptions): Promise<MemberPhotosDeleteOwnResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: `/api/member/photos/${segment(photoId)}`, auth: 'memberSession' },
      options,
    );
  }

  /** Erases a photo for good: it no longer exists, and its files are deleted. `POST /api/member/photos/{photoId}/erase` */
  eraseOwn(photoId: string, options?: CallOptions): Promise<MemberPhotosEraseOwnResponse> {
    return this.#transport.call(
      { method: 'POST', path: `/api/member/photos/${segment(photoId)}/erase`, auth: 'memberSession' },
      options,
    );
  }

  /** Brings back a photo that was put away: its status becomes active; one that is active stays so. `POST /api/member/photos/{photoId}/restore` */
  restoreOwn(photoId: string, options?: CallOptions): Promise<MemberPhotosRestoreOwnResponse> {
    return this.#transport.call(
      { method: 'POST', path: `/api/member/photos/${segment(photoId)}/restore`, auth: 'memberSession' },
      options,
    );
  }
}

export class MemberUploadsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The photos that the member has sent in, with links to those that are accepted and stored. `GET /api/member/uploads` */
  listOwn(options?: CallOptions): Promise<MemberUploadsListOwnResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/member/uploads', auth: 'memberSession' },
      options,
    );
  }

  /** Creates a presigned POST for each file, which accepts only its type and size. `POST /api/member/uploads` */
  create(body: MemberUploadsCreateBody, options?: CallOptions): Promise<MemberUploadsCreateResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/member/uploads', auth: 'memberSession', body },
      options,
    );
  }

  /** Deletes an upload before onboarding is finished. `DELETE /api/member/uploads/{uploadId}` */
  delete(uploadId: string, options?: CallOptions): Promise<MemberUploadsDeleteResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: `/api/member/uploads/${segment(uploadId)}`, auth: 'memberSession' },
      options,
    );
  }

  /** Judges an uploaded image by decoding it, by what it shows, and by comparing the face with accepted uploads. `POST /api/member/uploads/{uploadId}/complete` */
  complete(uploadId: string, options?: CallOptions): Promise<MemberUploadsCompleteResponse> {
    return this.#transport.call(
      { method: 'POST', path: `/api/member/uploads/${segment(uploadId)}/complete`, auth: 'memberSession' },
      options,
    );
  }
}

export class MemberArea {
  readonly session: MemberSessionResource;
  readonly consent: MemberConsentResource;
  readonly join: MemberJoinResource;
  readonly photos: MemberPhotosResource;
  readonly uploads: MemberUploadsResource;

  constructor(transport: Transport) {
    this.session = new MemberSessionResource(transport);
    this.consent = new MemberConsentResource(transport);
    this.join = new MemberJoinResource(transport);
    this.photos = new MemberPhotosResource(transport);
    this.uploads = new MemberUploadsResource(transport);
  }
}

export class AdminTrailResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The audit trail of the last year, newest first: who did what to what, when and from where, of all people and kinds or of one. `GET /api/admin/audit` */
  list(query: AdminTrailListQuery = {}, options?: CallOptions): Promise<AdminTrailListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/admin/audit', auth: 'userSession', query },
      options,
    );
  }
}

export class AdminDeliveriesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The delivery log of the last 30 days, the latest event first. `GET /api/admin/deliveries` */
  list(query: AdminDeliveriesListQuery = {}, options?: CallOptions): Promise<AdminDeliveriesListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/admin/deliveries', auth: 'userSession', query },
      options,
    );
  }

  /** Redelivers all webhooks that were parked or given up since a time. `POST /api/admin/deliveries/redeliver` */
  redeliverFailed(
    body: AdminDeliveriesRedeliverFailedBody,
    options?: CallOptions,
  ): Promise<AdminDeliveriesRedeliverFailedResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/admin/deliveries/redeliver', auth: 'userSession', body },
      options,
    );
  }

  /** One webhook with all its attempts and the exact body. `GET /api/admin/deliveries/{webhookId}` */
  getDelivery(webhookId: string, options?: CallOptions): Promise<AdminDeliveriesGetDeliveryResponse> {
    return this.#transport.call(
      { method: 'GET', path: `/api/admin/deliveries/${segment(webhookId)}`, auth: 'userSession' },
      options,
    );
  }

  /** Redelivers one webhook, with the same id and body. `POST /api/admin/deliveries/{webhookId}/redeliver` */
  redeliverDelivery(
    webhookId: string,
    options?: CallOptions,
  ): Promise<AdminDeliveriesRedeliverDeliveryResponse> {
    return this.#transport.call(
      { method: 'POST', path: `/api/admin/deliveries/${segment(webhookId)}/redeliver`, auth: 'userSession' },
      options,
    );
  }
}

export class AdminErasuresResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The erasures of people, newest first, with what providers still keep. `GET /api/admin/erasures` */
  list(query: AdminErasuresListQuery = {}, options?: CallOptions): Promise<AdminErasuresListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/admin/erasures', auth: 'userSession', query },
      options,
    );
  }

  /** Erases the member or the invited person who has an address, with all data; irreversible. `POST /api/admin/erasures` */
  eraseAddress(
    body: AdminErasuresEraseAddressBody,
    options?: CallOptions,
  ): Promise<AdminErasuresEraseAddressResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/admin/erasures', auth: 'userSession', body },
      options,
    );
  }
}

export class AdminJoinLinkResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The join link of the organization, on whose page people ask for an invite. `GET /api/admin/join-link` */
  get(options?: CallOptions): Promise<AdminJoinLinkGetResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/admin/join-link', auth: 'userSession' },
      options,
    );
  }

  /** Creates the join link, on whose page people of the named domains ask for an invite; a former one ends. `POST /api/admin/join-link` */
  create(body: AdminJoinLinkCreateBody, options?: CallOptions): Promise<AdminJoinLinkCreateResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/admin/join-link', auth: 'userSession', body },
      options,
    );
  }

  /** Ends the join link; invites that it has sent stay valid. `DELETE /api/admin/join-link` */
  end(options?: CallOptions): Promise<AdminJoinLinkEndResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: '/api/admin/join-link', auth: 'userSession' },
      options,
    );
  }
}

export class AdminKeysResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The API keys of the organization, newest first. `GET /api/admin/keys` */
  list(options?: CallOptions): Promise<AdminKeysListResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/admin/keys', auth: 'userSession' }, options);
  }

  /** Creates an API key; only this answer shows it. `POST /api/admin/keys` */
  create(body: AdminKeysCreateBody, options?: CallOptions): Promise<AdminKeysCreateResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/admin/keys', auth: 'userSession', body },
      options,
    );
  }

  /** Deletes an API key; requests with it are answered 401 from then on. `DELETE /api/admin/keys/{keyId}` */
  delete(keyId: string, options?: CallOptions): Promise<AdminKeysDeleteResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: `/api/admin/keys/${segment(keyId)}`, auth: 'userSession' },
      options,
    );
  }
}

export class AdminSessionResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Mails a sign-in link for each organization, for 20 at most; the answer is the same whether or not a user has the address. `POST /api/admin/link` */
  requestLink(
    body: AdminSessionRequestLinkBody,
    options?: CallOptions,
  ): Promise<AdminSessionRequestLinkResponse> {
    return this.#transport.call({ method: 'POST', path: '/api/admin/link', auth: 'none', body }, options);
  }

  /** Exchanges the token of a sign-in link for a session of 12 hours; a token works once. `POST /api/admin/session` */
  open(body: AdminSessionOpenBody, options?: CallOptions): Promise<AdminSessionOpenResponse> {
    return this.#transport.call({ method: 'POST', path: '/api/admin/session', auth: 'none', body }, options);
  }

  /** Signs the user out: the session of this request ends. `DELETE /api/admin/session` */
  endOwn(options?: CallOptions): Promise<AdminSessionEndOwnResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: '/api/admin/session', auth: 'userSession' },
      options,
    );
  }

  /** The sessions of the user that have not expired, for an owner those of all users, newest first. `GET /api/admin/sessions` */
  listSessions(options?: CallOptions): Promise<AdminSessionListSessionsResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/admin/sessions', auth: 'userSession' }, options);
  }

  /** Ends a session of the user, for an owner that of any user; requests with it are answered 401 from then on. `DELETE /api/admin/sessions/{sessionId}` */
  end(sessionId: string, options?: CallOptions): Promise<AdminSessionEndResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: `/api/admin/sessions/${segment(sessionId)}`, auth: 'userSession' },
      options,
    );
  }
}

export class AdminMembersResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Members by status and team, newest first: by id, descending. `GET /api/admin/members` */
  list(query: AdminMembersListQuery = {}, options?: CallOptions): Promise<AdminMembersListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/admin/members', auth: 'apiKey', query },
      options,
    );
  }

  /** Members by status and team, newest first: by id, descending. Iterates over all pages: `limit` is the page size, `offset` the start. */
  iterate(query: AdminMembersListQuery = {}, options?: CallOptions): AsyncGenerator<Member, void, undefined> {
    return iteratePages((page) => this.list({ ...query, ...page }, options), 'members', query);
  }

  /** Members by the beginnings of words of their name or address. `GET /api/admin/members/search` */
  search(query: AdminMembersSearchQuery, options?: CallOptions): Promise<AdminMembersSearchResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/admin/members/search', auth: 'apiKey', query },
      options,
    );
  }

  /** One person: the member, the latest invite and the model. `GET /api/admin/people/{person}` */
  getPerson(person: string, options?: CallOptions): Promise<AdminMembersGetPersonResponse> {
    return this.#transport.call(
      { method: 'GET', path: `/api/admin/people/${segment(person)}`, auth: 'apiKey' },
      options,
    );
  }
}

export class AdminOrganizationResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The settings of the organization: name, website, description, who may frame its pages, retention, consent, styles and the look of its pages. `GET /api/admin/organization` */
  getSettings(options?: CallOptions): Promise<AdminOrganizationGetSettingsResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/admin/organization', auth: 'userSession' },
      options,
    );
  }

  /** Changes settings of the organization; a field that is left out stays as it is. `PUT /api/admin/organization` */
  updateSettings(
    body: AdminOrganizationUpdateSettingsBody = {},
    options?: CallOptions,
  ): Promise<AdminOrganizationUpdateSettingsResponse> {
    return this.#transport.call(
      { method: 'PUT', path: '/api/admin/organization', auth: 'userSession', body },
      options,
    );
  }

  /** The style catalogue: every backdrop, outfit and framing in which photos are made. `GET /api/admin/styles` */
  getStyles(options?: CallOptions): Promise<AdminOrganizationGetStylesResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/admin/styles', auth: 'userSession' }, options);
  }
}

export class AdminOverviewResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Who is stuck and why, and the time and the cost of models. `GET /api/admin/overview` */
  get(options?: CallOptions): Promise<AdminOverviewGetResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/admin/overview', auth: 'userSession' }, options);
  }
}

export class AdminUsersResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The user of the session, with the role, and whether the organization has the white-label mode. `GET /api/admin/user` */
  getOwn(options?: CallOptions): Promise<AdminUsersGetOwnResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/admin/user', auth: 'userSession' }, options);
  }

  /** Removes the user of the session, whose sessions end; the last owner cannot leave. `DELETE /api/admin/user` */
  leaveOrganization(options?: CallOptions): Promise<AdminUsersLeaveOrganizationResponse> {
    return this.#transport.call({ method: 'DELETE', path: '/api/admin/user', auth: 'userSession' }, options);
  }

  /** Chooses the language of the mails to the user of the session. `PUT /api/admin/user/language` */
  chooseLanguage(
    body: AdminUsersChooseLanguageBody,
    options?: CallOptions,
  ): Promise<AdminUsersChooseLanguageResponse> {
    return this.#transport.call(
      { method: 'PUT', path: '/api/admin/user/language', auth: 'userSession', body },
      options,
    );
  }

  /** The users of the organization, in the order of their invitations. `GET /api/admin/users` */
  list(options?: CallOptions): Promise<AdminUsersListResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/admin/users', auth: 'userSession' }, options);
  }

  /** Invites a person by mail to sign in with a role; an organization has 50 users at most. `POST /api/admin/users` */
  invite(body: AdminUsersInviteBody, options?: CallOptions): Promise<AdminUsersInviteResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/admin/users', auth: 'userSession', body },
      options,
    );
  }

  /** Changes the role of a user, with effect on the next request; the last owner stays an owner. `PUT /api/admin/users/{userId}` */
  changeRole(
    userId: string,
    body: AdminUsersChangeRoleBody,
    options?: CallOptions,
  ): Promise<AdminUsersChangeRoleResponse> {
    return this.#transport.call(
      { method: 'PUT', path: `/api/admin/users/${segment(userId)}`, auth: 'userSession', body },
      options,
    );
  }

  /** Removes a user, whose sessions end; the last owner cannot be removed. `DELETE /api/admin/users/{userId}` */
  remove(userId: string, options?: CallOptions): Promise<AdminUsersRemoveResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: `/api/admin/users/${segment(userId)}`, auth: 'userSession' },
      options,
    );
  }
}

export class AdminWebhooksResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The webhook settings: URL, secrets, the number of parked models, and the circuit breaker. `GET /api/admin/webhooks` */
  get(options?: CallOptions): Promise<AdminWebhooksGetResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/admin/webhooks', auth: 'userSession' }, options);
  }

  /** Sets or removes the webhook URL, or switches webhooks on or off; another URL releases waiting webhooks. `PUT /api/admin/webhooks` */
  update(body: AdminWebhooksUpdateBody = {}, options?: CallOptions): Promise<AdminWebhooksUpdateResponse> {
    return this.#transport.call(
      { method: 'PUT', path: '/api/admin/webhooks', auth: 'userSession', body },
      options,
    );
  }

  /** The models whose webhooks wait because one could not be delivered, the oldest model first. `GET /api/admin/webhooks/parked` */
  listParked(
    query: AdminWebhooksListParkedQuery = {},
    options?: CallOptions,
  ): Promise<AdminWebhooksListParkedResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/admin/webhooks/parked', auth: 'userSession', query },
      options,
    );
  }

  /** Creates a webhook secret, which only this answer shows; the former one also signs for 24 hours. `POST /api/admin/webhooks/secret` */
  rotateSecret(options?: CallOptions): Promise<AdminWebhooksRotateSecretResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/admin/webhooks/secret', auth: 'userSession' },
      options,
    );
  }

  /** Posts a test webhook at once, even while webhooks are switched off, and answers its outcome; never retried. `POST /api/admin/webhooks/test` */
  sendTest(
    body: AdminWebhooksSendTestBody = {},
    options?: CallOptions,
  ): Promise<AdminWebhooksSendTestResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/admin/webhooks/test', auth: 'userSession', body },
      options,
    );
  }
}

export class AdminArea {
  readonly trail: AdminTrailResource;
  readonly deliveries: AdminDeliveriesResource;
  readonly erasures: AdminErasuresResource;
  readonly joinLink: AdminJoinLinkResource;
  readonly keys: AdminKeysResource;
  readonly session: AdminSessionResource;
  readonly members: AdminMembersResource;
  readonly organization: AdminOrganizationResource;
  readonly overview: AdminOverviewResource;
  readonly users: AdminUsersResource;
  readonly webhooks: AdminWebhooksResource;

  constructor(transport: Transport) {
    this.trail = new AdminTrailResource(transport);
    this.deliveries = new AdminDeliveriesResource(transport);
    this.erasures = new AdminErasuresResource(transport);
    this.joinLink = new AdminJoinLinkResource(transport);
    this.keys = new AdminKeysResource(transport);
    this.session = new AdminSessionResource(transport);
    this.members = new AdminMembersResource(transport);
    this.organization = new AdminOrganizationResource(transport);
    this.overview = new AdminOverviewResource(transport);
    this.users = new AdminUsersResource(transport);
    this.webhooks = new AdminWebhooksResource(transport);
  }
}

export class WebArea {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The OpenAPI document of this API. `GET /api/openapi.json` */
  getOpenapi(options?: CallOptions): Promise<WebGetOpenapiResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/openapi.json', auth: 'none' }, options);
  }

  /** Whether the service answers: 200, without reading anything. `GET /health` */
  getHealth(options?: CallOptions): Promise<WebGetHealthResponse> {
    return this.#transport.call({ method: 'GET', path: '/health', auth: 'none' }, options);
  }
}

export class OrganizationResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The organization's name, website and teams. `GET /api/v2/organization` */
  get(options?: CallOptions): Promise<OrganizationGetResponse> {
    return this.#transport.call({ method: 'GET', path: '/api/v2/organization', auth: 'apiKey' }, options);
  }

  /** The current credit balance. `GET /api/v2/organization/credits` */
  getCredits(options?: CallOptions): Promise<OrganizationGetCreditsResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/credits', auth: 'apiKey' },
      options,
    );
  }

  /** The usage per month and team: credits, models and headshots, for up to 36 months. `GET /api/v2/organization/usage` */
  getUsage(
    query: OrganizationGetUsageQuery = {},
    options?: CallOptions,
  ): Promise<OrganizationGetUsageResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/usage', auth: 'apiKey', query },
      options,
    );
  }
}

export class InvitesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All invites with their status, newest first; without limit and offset, up to 10,000. `GET /api/v2/organization/invites` */
  list(query: InvitesListQuery = {}, options?: CallOptions): Promise<InvitesListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/invites', auth: 'apiKey', query },
      options,
    );
  }

  /** All invites with their status, newest first; without limit and offset, up to 10,000. Iterates over all pages: `limit` is the page size, `offset` the start. */
  iterate(query: InvitesListQuery = {}, options?: CallOptions): AsyncGenerator<Invite, void, undefined> {
    return iteratePages((page) => this.list({ ...query, ...page }, options), 'invites', query);
  }

  /** Sends an invite: an e-mail with a link to sign up by, valid for 30 days. `POST /api/v2/organization/invites` */
  send(body: InvitesSendBody, options?: CallOptions): Promise<InvitesSendResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v2/organization/invites', auth: 'apiKey', body },
      options,
    );
  }

  /** Sends up to 500 invites, with one result for each; none at all when they exceed a limit. `POST /api/v2/organization/invites/bulk` */
  sendMany(body: InvitesSendManyBody, options?: CallOptions): Promise<InvitesSendManyResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v2/organization/invites/bulk', auth: 'apiKey', body },
      options,
    );
  }

  /** Tells for up to 500 addresses whether an invite can be sent; sends nothing. `POST /api/v2/organization/invites/check` */
  check(body: InvitesCheckBody, options?: CallOptions): Promise<InvitesCheckResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v2/organization/invites/check', auth: 'apiKey', body },
      options,
    );
  }

  /** Mails the link of a pending invite again; the invite stays the same. `POST /api/v2/organization/invites/resend` */
  resend(body: InvitesResendBody, options?: CallOptions): Promise<InvitesResendResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v2/organization/invites/resend', auth: 'apiKey', body },
      options,
    );
  }

  /** Mails the links of up to 100 pending invites again, with one result for each. `POST /api/v2/organization/invites/resend/bulk` */
  resendMany(body: InvitesResendManyBody, options?: CallOptions): Promise<InvitesResendManyResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v2/organization/invites/resend/bulk', auth: 'apiKey', body },
      options,
    );
  }

  /** Revokes an invite that was not used; it no longer counts as pending. `POST /api/v2/organization/invites/revoke` */
  revoke(body: InvitesRevokeBody, options?: CallOptions): Promise<InvitesRevokeResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v2/organization/invites/revoke', auth: 'apiKey', body },
      options,
    );
  }

  /** Revokes up to 100 invites that were not used, with one result for each. `POST /api/v2/organization/invites/revoke/bulk` */
  revokeMany(body: InvitesRevokeManyBody, options?: CallOptions): Promise<InvitesRevokeManyResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v2/organization/invites/revoke/bulk', auth: 'apiKey', body },
      options,
    );
  }

  /** One invite: by its id, or the newest that was sent to an address or whose member has it. `GET /api/v2/organization/invites/{email}` */
  get(email: string, options?: CallOptions): Promise<InvitesGetResponse> {
    return this.#transport.call(
      { method: 'GET', path: `/api/v2/organization/invites/${segment(email)}`, auth: 'apiKey' },
      options,
    );
  }
}

export class ModelsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All models, newest first; without a status, deleted ones included. `GET /api/v2/organization/models` */
  list(query: ModelsListQuery = {}, options?: CallOptions): Promise<ModelsListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/models', auth: 'apiKey', query },
      options,
    );
  }

  /** All models, newest first; without a status, deleted ones included. Iterates over all pages: `limit` is the page size, `offset` the start. */
  iterate(query: ModelsListQuery = {}, options?: CallOptions): AsyncGenerator<Model, void, undefined> {
    return iteratePages((page) => this.list({ ...query, ...page }, options), 'models', query);
  }

  /** One model. `GET /api/v2/organization/models/{modelId}` */
  get(modelId: string, options?: CallOptions): Promise<ModelsGetResponse> {
    return this.#transport.call(
      { method: 'GET', path: `/api/v2/organization/models/${segment(modelId)}`, auth: 'apiKey' },
      options,
    );
  }

  /** Deletes a model and all its images; irreversible. `DELETE /api/v2/organization/models/{modelId}` */
  delete(modelId: string, options?: CallOptions): Promise<ModelsDeleteResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: `/api/v2/organization/models/${segment(modelId)}`, auth: 'apiKey' },
      options,
    );
  }

  /** A model's webhooks of the last 30 days, newest first, each with the state of its delivery. `GET /api/v2/organization/models/{modelId}/events` */
  listEvents(
    modelId: string,
    query: ModelsListEventsQuery = {},
    options?: CallOptions,
  ): Promise<ModelsListEventsResponse> {
    return this.#transport.call(
      {
        method: 'GET',
        path: `/api/v2/organization/models/${segment(modelId)}/events`,
        auth: 'apiKey',
        query,
      },
      options,
    );
  }

  /** A model's webhooks of the last 30 days, newest first, each with the state of its delivery. Iterates over all pages: `limit` is the page size, `offset` the start. */
  iterateEvents(
    modelId: string,
    query: ModelsListEventsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<ModelWebhook, void, undefined> {
    return iteratePages((page) => this.listEvents(modelId, { ...query, ...page }, options), 'events', query);
  }

  /** Starts a model that has failed for good once more, for a credit, which comes back if it fails again. `POST /api/v2/organization/models/{modelId}/restart` */
  restart(modelId: string, options?: CallOptions): Promise<ModelsRestartResponse> {
    return this.#transport.call(
      { method: 'POST', path: `/api/v2/organization/models/${segment(modelId)}/restart`, auth: 'apiKey' },
      options,
    );
  }
}

export class PhotosResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A model's photos, by createdAt and then by id, latest first, or by likeness, with links that are valid for 24 hours. `GET /api/v2/organization/models/{modelId}/photos` */
  list(modelId: string, query: PhotosListQuery = {}, options?: CallOptions): Promise<PhotosListResponse> {
    return this.#transport.call(
      {
        method: 'GET',
        path: `/api/v2/organization/models/${segment(modelId)}/photos`,
        auth: 'apiKey',
        query,
      },
      options,
    );
  }

  /** A model's photos, by createdAt and then by id, latest first, or by likeness, with links that are valid for 24 hours. Iterates over all pages: `limit` is the page size, `offset` the start. */
  iterate(
    modelId: string,
    query: PhotosListQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<ListedPhoto, void, undefined> {
    return iteratePages((page) => this.list(modelId, { ...query, ...page }, options), 'photos', query);
  }

  /** Links to several photos; without photoIds, to all active photos of the model. `POST /api/v2/organization/models/{modelId}/photos/download` */
  download(
    modelId: string,
    body: PhotosDownloadBody = {},
    options?: CallOptions,
  ): Promise<PhotosDownloadResponse> {
    return this.#transport.call(
      {
        method: 'POST',
        path: `/api/v2/organization/models/${segment(modelId)}/photos/download`,
        auth: 'apiKey',
        body,
      },
      options,
    );
  }

  /** The member's favorite photo; null while none is chosen. `GET /api/v2/organization/models/{modelId}/photos/favorite` */
  getFavorite(
    modelId: string,
    query: PhotosGetFavoriteQuery = {},
    options?: CallOptions,
  ): Promise<PhotosGetFavoriteResponse> {
    return this.#transport.call(
      {
        method: 'GET',
        path: `/api/v2/organization/models/${segment(modelId)}/photos/favorite`,
        auth: 'apiKey',
        query,
      },
      options,
    );
  }

  /** Chooses the favorite photo on behalf of the member, who is told by mail and can choose another. `PUT /api/v2/organization/models/{modelId}/photos/favorite` */
  chooseFavorite(
    modelId: string,
    body: PhotosChooseFavoriteBody,
    options?: CallOptions,
  ): Promise<PhotosChooseFavoriteResponse> {
    return this.#transport.call(
      {
        method: 'PUT',
        path: `/api/v2/organization/models/${segment(modelId)}/photos/favorite`,
        auth: 'apiKey',
        body,
      },
      options,
    );
  }

  /** One photo. `GET /api/v2/organization/models/{modelId}/photos/{photoId}` */
  get(
    modelId: string,
    photoId: string,
    query: PhotosGetQuery = {},
    options?: CallOptions,
  ): Promise<PhotosGetResponse> {
    return this.#transport.call(
      {
        method: 'GET',
        path: `/api/v2/organization/models/${segment(modelId)}/photos/${segment(photoId)}`,
        auth: 'apiKey',
        query,
      },
      options,
    );
  }
}

export class FavoritesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The favorite photos of all members, newest member first: by the id of the member, descending. `GET /api/v2/organization/photos/favorites` */
  list(query: FavoritesListQuery = {}, options?: CallOptions): Promise<FavoritesListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/photos/favorites', auth: 'apiKey', query },
      options,
    );
  }

  /** The favorite photos of all members, newest member first: by the id of the member, descending. Iterates over all pages: `limit` is the page size, `offset` the start. */
  iterate(
    query: FavoritesListQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Entry<FavoritesListResponse, 'photos'>, void, undefined> {
    return iteratePages((page) => this.list({ ...query, ...page }, options), 'photos', query);
  }
}

export class MembersResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Members of the organization with their status, newest first: by id, descending. `GET /api/v2/organization/team` */
  list(query: MembersListQuery = {}, options?: CallOptions): Promise<MembersListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/team', auth: 'apiKey', query },
      options,
    );
  }

  /** Members of the organization with their status, newest first: by id, descending. Iterates over all pages: `limit` is the page size, `offset` the start. */
  iterate(query: MembersListQuery = {}, options?: CallOptions): AsyncGenerator<Member, void, undefined> {
    return iteratePages((page) => this.list({ ...query, ...page }, options), 'members', query);
  }

  /** Members who have signed up but not started to upload photos, newest first: by id, descending. `GET /api/v2/organization/team/accepted` */
  listAccepted(
    query: MembersListAcceptedQuery = {},
    options?: CallOptions,
  ): Promise<MembersListAcceptedResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/team/accepted', auth: 'apiKey', query },
      options,
    );
  }

  /** Members whose headshots are ready, newest first: by id, descending. `GET /api/v2/organization/team/finished` */
  listFinished(
    query: MembersListFinishedQuery = {},
    options?: CallOptions,
  ): Promise<MembersListFinishedResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/team/finished', auth: 'apiKey', query },
      options,
    );
  }

  /** Members who are uploading photos or whose headshots are being generated, newest first: by id, descending. `GET /api/v2/organization/team/pending` */
  listPending(
    query: MembersListPendingQuery = {},
    options?: CallOptions,
  ): Promise<MembersListPendingResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/team/pending', auth: 'apiKey', query },
      options,
    );
  }

  /** Erases a member with all data: model, images, address, invites; irreversible. `DELETE /api/v2/organization/team/{memberId}` */
  erase(memberId: string, options?: CallOptions): Promise<MembersEraseResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: `/api/v2/organization/team/${segment(memberId)}`, auth: 'apiKey' },
      options,
    );
  }
}

export class TeamsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All teams, oldest first. `GET /api/v2/organization/teams` */
  list(options?: CallOptions): Promise<TeamsListResponse> {
    return this.#transport.call(
      { method: 'GET', path: '/api/v2/organization/teams', auth: 'apiKey' },
      options,
    );
  }

  /** Creates a team; names are unique regardless of case, and an organization has 1000 teams at most. `POST /api/v2/organization/teams` */
  create(body: TeamsCreateBody, options?: CallOptions): Promise<TeamsCreateResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v2/organization/teams', auth: 'apiKey', body },
      options,
    );
  }

  /** Renames a team. `PUT /api/v2/organization/teams/{teamId}` */
  rename(teamId: string, body: TeamsRenameBody, options?: CallOptions): Promise<TeamsRenameResponse> {
    return this.#transport.call(
      { method: 'PUT', path: `/api/v2/organization/teams/${segment(teamId)}`, auth: 'apiKey', body },
      options,
    );
  }

  /** Deletes a team; its members stay in the organization without a team. `DELETE /api/v2/organization/teams/{teamId}` */
  delete(teamId: string, options?: CallOptions): Promise<TeamsDeleteResponse> {
    return this.#transport.call(
      { method: 'DELETE', path: `/api/v2/organization/teams/${segment(teamId)}`, auth: 'apiKey' },
      options,
    );
  }

  /** Moves members of the organization into a team. `POST /api/v2/organization/teams/{teamId}/members` */
  addMembers(
    teamId: string,
    body: TeamsAddMembersBody,
    options?: CallOptions,
  ): Promise<TeamsAddMembersResponse> {
    return this.#transport.call(
      { method: 'POST', path: `/api/v2/organization/teams/${segment(teamId)}/members`, auth: 'apiKey', body },
      options,
    );
  }
}

export class WhitelabelResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates an anonymous user and a model; your application shows the signedUrl in a frame. `POST /api/v2/organization/whitelabel/model/create` */
  createModel(
    body: WhitelabelCreateModelBody,
    options?: CallOptions,
  ): Promise<WhitelabelCreateModelResponse> {
    return this.#transport.call(
      { method: 'POST', path: '/api/v2/organization/whitelabel/model/create', auth: 'apiKey', body },
      options,
    );
  }

  /** Deletes a white-label model, its images and its anonymous user. `DELETE /api/v2/organization/whitelabel/model/delete/{modelId}` */
  deleteModel(modelId: string, options?: CallOptions): Promise<WhitelabelDeleteModelResponse> {
    return this.#transport.call(
      {
        method: 'DELETE',
        path: `/api/v2/organization/whitelabel/model/delete/${segment(modelId)}`,
        auth: 'apiKey',
      },
      options,
    );
  }

  /** The status of a white-label model, with a new signedUrl. `GET /api/v2/organization/whitelabel/model/get/{modelId}` */
  getModel(modelId: string, options?: CallOptions): Promise<WhitelabelGetModelResponse> {
    return this.#transport.call(
      {
        method: 'GET',
        path: `/api/v2/organization/whitelabel/model/get/${segment(modelId)}`,
        auth: 'apiKey',
      },
      options,
    );
  }
}

export class Api {
  readonly organization: OrganizationResource;
  readonly invites: InvitesResource;
  readonly models: ModelsResource;
  readonly photos: PhotosResource;
  readonly favorites: FavoritesResource;
  readonly members: MembersResource;
  readonly teams: TeamsResource;
  readonly whitelabel: WhitelabelResource;
  readonly v1: V1Area;
  readonly member: MemberArea;
  readonly admin: AdminArea;
  readonly web: WebArea;

  constructor(transport: Transport) {
    this.organization = new OrganizationResource(transport);
    this.invites = new InvitesResource(transport);
    this.models = new ModelsResource(transport);
    this.photos = new PhotosResource(transport);
    this.favorites = new FavoritesResource(transport);
    this.members = new MembersResource(transport);
    this.teams = new TeamsResource(transport);
    this.whitelabel = new WhitelabelResource(transport);
    this.v1 = new V1Area(transport);
    this.member = new MemberArea(transport);
    this.admin = new AdminArea(transport);
    this.web = new WebArea(transport);
  }
}
