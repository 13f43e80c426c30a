# Generated from docs/openapi.json: change the contracts and run `npm run client`.
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Literal

from .._pages import iterate_pages, iterate_pages_async
from .._request import OMITTED, Omitted, segment
from .._transport import AsyncTransport, SyncTransport
from .types import (
    AdminDeliveriesGetDeliveryResponse,
    AdminDeliveriesListResponse,
    AdminDeliveriesRedeliverDeliveryResponse,
    AdminDeliveriesRedeliverFailedResponse,
    AdminErasuresEraseAddressResponse,
    AdminErasuresListResponse,
    AdminJoinLinkCreateResponse,
    AdminJoinLinkEndResponse,
    AdminJoinLinkGetResponse,
    AdminKeysCreateResponse,
    AdminKeysDeleteResponse,
    AdminKeysListResponse,
    AdminMembersGetPersonResponse,
    AdminMembersListResponse,
    AdminMembersSearchResponse,
    AdminOrganizationGetSettingsResponse,
    AdminOrganizationGetStylesResponse,
    AdminOrganizationUpdateSettingsBranding,
    AdminOrganizationUpdateSettingsResponse,
    AdminOrganizationUpdateSettingsStyles,
    AdminOverviewGetResponse,
    AdminSessionEndOwnResponse,
    AdminSessionEndResponse,
    AdminSessionListSessionsResponse,
    AdminSessionOpenResponse,
    AdminSessionRequestLinkResponse,
    AdminTrailListResponse,
    AdminUsersChangeRoleResponse,
    AdminUsersChooseLanguageResponse,
    AdminUsersGetOwnResponse,
    AdminUsersInviteResponse,
    AdminUsersLeaveOrganizationResponse,
    AdminUsersListResponse,
    AdminUsersRemoveResponse,
    AdminWebhooksGetResponse,
    AdminWebhooksListParkedResponse,
    AdminWebhooksRotateSecretResponse,
    AdminWebhooksSendTestResponse,
    AdminWebhooksUpdateResponse,
    DeliveredEvent,
    DeliveryStatus,
    FavoritesListResponse,
    FavoritesListResponsePhoto,
    Include,
    Invite,
    InviteStatus,
    InvitesCheckResponse,
    InvitesGetResponse,
    InvitesListResponse,
    InvitesResendManyResponse,
    InvitesResendResponse,
    InvitesRevokeManyResponse,
    InvitesRevokeResponse,
    InvitesSendManyResponse,
    InvitesSendResponse,
    Language,
    LikedStatus,
    ListedPhoto,
    Member,
    MemberConsentGetResponse,
    MemberConsentGiveResponse,
    MemberJoinJoinResponse,
    MemberJoinLookUpLinkResponse,
    MemberPhotosDeleteOwnResponse,
    MemberPhotosEraseOwnResponse,
    MemberPhotosListOwnResponse,
    MemberPhotosRestoreOwnResponse,
    MemberPhotosUpdateOwnResponse,
    MemberSessionChooseLanguageResponse,
    MemberSessionConfirmAddressResponse,
    MemberSessionDeleteOwnModelResponse,
    MemberSessionEndResponse,
    MemberSessionEraseMemberResponse,
    MemberSessionFinishOnboardingResponse,
    MemberSessionFinishOnboardingStyles,
    MemberSessionGetOverviewResponse,
    MemberSessionLookUpInviteResponse,
    MemberSessionOpenResponse,
    MemberSessionRequestLinkResponse,
    MemberSessionStopRemindersResponse,
    MemberStatus,
    MemberUploadsCompleteResponse,
    MemberUploadsCreateFile,
    MemberUploadsCreateResponse,
    MemberUploadsDeleteResponse,
    MemberUploadsListOwnResponse,
    MembersEraseResponse,
    MembersListAcceptedResponse,
    MembersListFinishedResponse,
    MembersListPendingResponse,
    MembersListResponse,
    Model,
    ModelStatus,
    ModelWebhook,
    ModelsDeleteResponse,
    ModelsGetResponse,
    ModelsListEventsResponse,
    ModelsListResponse,
    ModelsRestartResponse,
    OrganizationGetCreditsResponse,
    OrganizationGetResponse,
    OrganizationGetUsageResponse,
    PhotoSort,
    PhotoStatus,
    PhotosChooseFavoriteResponse,
    PhotosDownloadResponse,
    PhotosGetFavoriteResponse,
    PhotosGetResponse,
    PhotosListResponse,
    Role,
    TeamsAddMembersResponse,
    TeamsCreateResponse,
    TeamsDeleteResponse,
    TeamsListResponse,
    TeamsRenameResponse,
    TrailKind,
    Trigger,
    V1InvitesGetResponse,
    V1InvitesListResponse,
    V1InvitesRevokeResponse,
    V1InvitesSendResponse,
    V1OrganizationGetCreditsResponse,
    V1OrganizationGetResponse,
    V1TeamsAddMembersResponse,
    V1TeamsCreateResponse,
    V1TeamsDeleteResponse,
    V1TeamsRenameResponse,
    WebGetHealthResponse,
    WebGetOpenapiResponse,
    WebhookEvent,
    WhitelabelCreateModelResponse,
    WhitelabelDeleteModelResponse,
    WhitelabelGetModelResponse,
)

class V1OrganizationResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> V1OrganizationGetResponse:
        """The organization's name, website and teams.

        ``GET /api/v1/organization``"""
        answer: V1OrganizationGetResponse = self._transport.call(
            "GET",
            "/api/v1/organization",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def get_credits(
        self,
        *,
        timeout: float | None = None,
    ) -> V1OrganizationGetCreditsResponse:
        """The current credit balance.

        ``GET /api/v1/organization/credits``"""
        answer: V1OrganizationGetCreditsResponse = self._transport.call(
            "GET",
            "/api/v1/organization/credits",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class V1InvitesResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def send(
        self,
        *,
        email: str,
        team_id: str | None | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> V1InvitesSendResponse:
        """Sends an invite: an e-mail with a link to sign up by, valid for 30 days.

        ``POST /api/v1/organization/invite``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
            team_id: The id of the team; null or left out for no team.
            name: The name of the person.
        """
        answer: V1InvitesSendResponse = self._transport.call(
            "POST",
            "/api/v1/organization/invite",
            auth="apiKey",
            body={"email": email, "teamId": team_id, "name": name},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def get(
        self,
        invite_id: str,
        *,
        timeout: float | None = None,
    ) -> V1InvitesGetResponse:
        """One invite, with the active address of the user once it is used.

        ``GET /api/v1/organization/invite/id/{inviteId}``"""
        answer: V1InvitesGetResponse = self._transport.call(
            "GET",
            f"/api/v1/organization/invite/id/{segment(invite_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def revoke(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> V1InvitesRevokeResponse:
        """Revokes an invite that was not used; it no longer counts as pending.

        ``POST /api/v1/organization/invite/revoke``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: V1InvitesRevokeResponse = self._transport.call(
            "POST",
            "/api/v1/organization/invite/revoke",
            auth="apiKey",
            body={"email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> V1InvitesListResponse:
        """The newest 10,000 invites.

        ``GET /api/v1/organization/invites``"""
        answer: V1InvitesListResponse = self._transport.call(
            "GET",
            "/api/v1/organization/invites",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class V1TeamsResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> V1TeamsCreateResponse:
        """Creates a team; names are unique regardless of case, and an organization has 1000 teams at most.

        ``POST /api/v1/organization/teams``

        Args:
            name: The name of the team.
        """
        answer: V1TeamsCreateResponse = self._transport.call(
            "POST",
            "/api/v1/organization/teams",
            auth="apiKey",
            body={"name": name},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def rename(
        self,
        team_id: str,
        *,
        name: str,
        timeout: float | None = None,
    ) -> V1TeamsRenameResponse:
        """Renames a team.

        ``PUT /api/v1/organization/teams/{teamId}``

        Args:
            name: The name of the team.
        """
        answer: V1TeamsRenameResponse = self._transport.call(
            "PUT",
            f"/api/v1/organization/teams/{segment(team_id)}",
            auth="apiKey",
            body={"name": name},
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        team_id: str,
        *,
        timeout: float | None = None,
    ) -> V1TeamsDeleteResponse:
        """Deletes a team; its members stay in the organization without a team.

        ``DELETE /api/v1/organization/teams/{teamId}``"""
        answer: V1TeamsDeleteResponse = self._transport.call(
            "DELETE",
            f"/api/v1/organization/teams/{segment(team_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def add_members(
        self,
        team_id: str,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> V1TeamsAddMembersResponse:
        """Moves members of the organization into a team.

        ``POST /api/v1/organization/teams/{teamId}/add-members``

        Args:
            emails: The addresses of members; repeated addresses count once. A 400 for addresses of no member lists them in its own field emails.
        """
        answer: V1TeamsAddMembersResponse = self._transport.call(
            "POST",
            f"/api/v1/organization/teams/{segment(team_id)}/add-members",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class V1Area:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport
        self.organization = V1OrganizationResource(transport)
        self.invites = V1InvitesResource(transport)
        self.teams = V1TeamsResource(transport)



class MemberSessionResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get_overview(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberSessionGetOverviewResponse:
        """The member with the model, the uploads and their requirements.

        ``GET /api/member``"""
        answer: MemberSessionGetOverviewResponse = self._transport.call(
            "GET",
            "/api/member",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    def erase_member(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberSessionEraseMemberResponse:
        """Withdraws consent and erases the member with all data: model, images, address, invites; irreversible.

        ``DELETE /api/member``"""
        answer: MemberSessionEraseMemberResponse = self._transport.call(
            "DELETE",
            "/api/member",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    def confirm_address(
        self,
        *,
        token: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionConfirmAddressResponse:
        """Confirms the address that a member has chosen at sign-up, by the token of the link mailed to it.

        ``POST /api/member/address``

        Args:
            token: The token in the mailed link.
        """
        answer: MemberSessionConfirmAddressResponse = self._transport.call(
            "POST",
            "/api/member/address",
            auth="none",
            body={"token": token},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def look_up_invite(
        self,
        *,
        invite: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionLookUpInviteResponse:
        """Who invites, and whether the invite can still be used, for the person who holds its link.

        ``POST /api/member/invite``

        Args:
            invite: The id in the link of an invite.
        """
        answer: MemberSessionLookUpInviteResponse = self._transport.call(
            "POST",
            "/api/member/invite",
            auth="none",
            body={"invite": invite},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def choose_language(
        self,
        *,
        language: Language,
        timeout: float | None = None,
    ) -> MemberSessionChooseLanguageResponse:
        """Chooses the language of the mails to the member.

        ``PUT /api/member/language``"""
        answer: MemberSessionChooseLanguageResponse = self._transport.call(
            "PUT",
            "/api/member/language",
            auth="memberSession",
            body={"language": language},
            timeout=timeout,
        )
        return answer

    def delete_own_model(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberSessionDeleteOwnModelResponse:
        """Deletes the member's own model and all its images; irreversible.

        ``DELETE /api/member/model``"""
        answer: MemberSessionDeleteOwnModelResponse = self._transport.call(
            "DELETE",
            "/api/member/model",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    def finish_onboarding(
        self,
        *,
        trigger: Trigger,
        name: str | Omitted = OMITTED,
        styles: MemberSessionFinishOnboardingStyles | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionFinishOnboardingResponse:
        """Finishes onboarding: takes one credit and queues the model.

        ``POST /api/member/onboarding``

        Args:
            name: The name of the person.
            styles: The styles in which photos are made, of those that the organization offers. A list that is left out stands for all, also of styles that are added later. Outfits have no effect where photos are retouched.
        """
        answer: MemberSessionFinishOnboardingResponse = self._transport.call(
            "POST",
            "/api/member/onboarding",
            auth="memberSession",
            body={"trigger": trigger, "name": name, "styles": styles},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def open(
        self,
        *,
        token: str | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        email: str | Omitted = OMITTED,
        language: Language | Omitted = OMITTED,
        invite: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionOpenResponse:
        """Exchanges the token of a signedUrl or of a mailed link, or an invite that is not used yet, for a session of 24 hours.

        ``POST /api/member/session``

        Args:
            token: The token in a signedUrl, or in a mailed link.
            name: The name of the person.
            email: An address to use in place of the invited one, with an invite only. It counts once a link that is mailed to it was opened; until then the member has the invited address.
            language: The language of the mails to the member, with an invite only. Without it, that of the organization.
            invite: The id in the link of an invite.
        """
        answer: MemberSessionOpenResponse = self._transport.call(
            "POST",
            "/api/member/session",
            auth="none",
            body={"token": token, "name": name, "email": email, "language": language, "invite": invite},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def end(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberSessionEndResponse:
        """Signs the member out: the session of this request ends.

        ``DELETE /api/member/session``"""
        answer: MemberSessionEndResponse = self._transport.call(
            "DELETE",
            "/api/member/session",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    def request_link(
        self,
        *,
        token: str | Omitted = OMITTED,
        invite: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionRequestLinkResponse:
        """Mails the member of a used invite, or of a former link, a link to continue; the answer is the same for any.

        ``POST /api/member/session/link``

        Args:
            token: The token in a mailed link that has expired or was used.
            invite: The id in the link of an invite.
        """
        answer: MemberSessionRequestLinkResponse = self._transport.call(
            "POST",
            "/api/member/session/link",
            auth="none",
            body={"token": token, "invite": invite},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def stop_reminders(
        self,
        *,
        invite: str,
        reminders: Literal["stop"],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionStopRemindersResponse:
        """Ends the reminders of an invite and of its member, for the person who holds its link; the invite stays valid.

        ``POST /auth/signup``

        Args:
            invite: The id in the link of an invite.
            reminders: Ends the reminders. No other value is taken.
        """
        answer: MemberSessionStopRemindersResponse = self._transport.call(
            "POST",
            "/auth/signup",
            auth="none",
            query={"invite": invite, "reminders": reminders},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class MemberConsentResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> MemberConsentGetResponse:
        """The text that the member agrees to before the first upload.

        ``GET /api/member/consent``"""
        answer: MemberConsentGetResponse = self._transport.call(
            "GET",
            "/api/member/consent",
            auth="memberSession",
            query={"language": language},
            timeout=timeout,
        )
        return answer

    def give(
        self,
        *,
        version: str,
        language: Language | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberConsentGiveResponse:
        """Agrees to the current version of the text; DELETE /api/member withdraws it.

        ``POST /api/member/consent``

        Args:
            version: The version of the text.
        """
        answer: MemberConsentGiveResponse = self._transport.call(
            "POST",
            "/api/member/consent",
            auth="memberSession",
            body={"version": version, "language": language},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class MemberJoinResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def join(
        self,
        *,
        token: str,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberJoinJoinResponse:
        """Mails an invite to an address of one of the domains; to a member, a link to continue.

        ``POST /api/member/join``

        Args:
            token: The token in the join link.
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: MemberJoinJoinResponse = self._transport.call(
            "POST",
            "/api/member/join",
            auth="none",
            body={"token": token, "email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def look_up_link(
        self,
        *,
        token: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberJoinLookUpLinkResponse:
        """The organization of a join link, and the domains whose people may ask for an invite.

        ``POST /api/member/join/link``

        Args:
            token: The token in the join link.
        """
        answer: MemberJoinLookUpLinkResponse = self._transport.call(
            "POST",
            "/api/member/join/link",
            auth="none",
            body={"token": token},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class MemberPhotosResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list_own(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        status: PhotoStatus | None = None,
        liked_status: LikedStatus | None = None,
        sort: PhotoSort | None = None,
        timeout: float | None = None,
    ) -> MemberPhotosListOwnResponse:
        """The photos of the member's own model.

        ``GET /api/member/photos``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MemberPhotosListOwnResponse = self._transport.call(
            "GET",
            "/api/member/photos",
            auth="memberSession",
            query={"limit": limit, "offset": offset, "include": include, "status": status, "likedStatus": liked_status, "sort": sort},
            timeout=timeout,
        )
        return answer

    def iterate_own(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        status: PhotoStatus | None = None,
        liked_status: LikedStatus | None = None,
        sort: PhotoSort | None = None,
        timeout: float | None = None,
    ) -> Iterator[ListedPhoto]:
        """The photos of the member's own model. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/member/photos``"""

        def read(page_limit: int, page_offset: int) -> MemberPhotosListOwnResponse:
            return self.list_own(limit=page_limit, offset=page_offset, include=include, status=status, liked_status=liked_status, sort=sort, timeout=timeout)

        return iterate_pages(read, lambda page: page["photos"], limit, offset)

    def update_own(
        self,
        photo_id: str,
        *,
        liked_status: LikedStatus | Omitted = OMITTED,
        favorite: bool | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> MemberPhotosUpdateOwnResponse:
        """Rates a photo, or chooses it as the favorite.

        ``PUT /api/member/photos/{photoId}``

        Args:
            favorite: true makes the photo the favorite.
        """
        answer: MemberPhotosUpdateOwnResponse = self._transport.call(
            "PUT",
            f"/api/member/photos/{segment(photo_id)}",
            auth="memberSession",
            body={"likedStatus": liked_status, "favorite": favorite},
            timeout=timeout,
        )
        return answer

    def delete_own(
        self,
        photo_id: str,
        *,
        timeout: float | None = None,
    ) -> MemberPhotosDeleteOwnResponse:
        """Puts a photo away: its status becomes deleted, and its links still work.

        ``DELETE /api/member/photos/{photoId}``"""
        answer: MemberPhotosDeleteOwnResponse = self._transport.call(
            "DELETE",
            f"/api/member/photos/{segment(photo_id)}",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    def erase_own(
        self,
        photo_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberPhotosEraseOwnResponse:
        """Erases a photo for good: it no longer exists, and its files are deleted.

        ``POST /api/member/photos/{photoId}/erase``"""
        answer: MemberPhotosEraseOwnResponse = self._transport.call(
            "POST",
            f"/api/member/photos/{segment(photo_id)}/erase",
            auth="memberSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def restore_own(
        self,
        photo_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberPhotosRestoreOwnResponse:
        """Brings back a photo that was put away: its status becomes active; one that is active stays so.

        ``POST /api/member/photos/{photoId}/restore``"""
        answer: MemberPhotosRestoreOwnResponse = self._transport.call(
            "POST",
            f"/api/member/photos/{segment(photo_id)}/restore",
            auth="memberSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class MemberUploadsResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list_own(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberUploadsListOwnResponse:
        """The photos that the member has sent in, with links to those that are accepted and stored.

        ``GET /api/member/uploads``"""
        answer: MemberUploadsListOwnResponse = self._transport.call(
            "GET",
            "/api/member/uploads",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    def create(
        self,
        *,
        files: Sequence[MemberUploadsCreateFile],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberUploadsCreateResponse:
        """Creates a presigned POST for each file, which accepts only its type and size.

        ``POST /api/member/uploads``

        Args:
            files: The files that will be uploaded.
        """
        answer: MemberUploadsCreateResponse = self._transport.call(
            "POST",
            "/api/member/uploads",
            auth="memberSession",
            body={"files": files},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        upload_id: str,
        *,
        timeout: float | None = None,
    ) -> MemberUploadsDeleteResponse:
        """Deletes an upload before onboarding is finished.

        ``DELETE /api/member/uploads/{uploadId}``"""
        answer: MemberUploadsDeleteResponse = self._transport.call(
            "DELETE",
            f"/api/member/uploads/{segment(upload_id)}",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    def complete(
        self,
        upload_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberUploadsCompleteResponse:
        """Judges an uploaded image by decoding it, by what it shows, and by comparing the face with accepted uploads.

        ``POST /api/member/uploads/{uploadId}/complete``"""
        answer: MemberUploadsCompleteResponse = self._transport.call(
            "POST",
            f"/api/member/uploads/{segment(upload_id)}/complete",
            auth="memberSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class MemberArea:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport
        self.session = MemberSessionResource(transport)
        self.consent = MemberConsentResource(transport)
        self.join = MemberJoinResource(transport)
        self.photos = MemberPhotosResource(transport)
        self.uploads = MemberUploadsResource(transport)



class AdminTrailResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        before: str | None = None,
        person: str | None = None,
        kind: TrailKind | None = None,
        timeout: float | None = None,
    ) -> AdminTrailListResponse:
        """The audit trail of the last year, newest first: who did what to what, when and from where, of all people and kinds or of one.

        ``GET /api/admin/audit``

        Args:
            limit: The highest number of entries on the page.
            before: The `next` of the previous page.
            person: The id of a member, the id of a model, or an e-mail address.
        """
        answer: AdminTrailListResponse = self._transport.call(
            "GET",
            "/api/admin/audit",
            auth="userSession",
            query={"limit": limit, "before": before, "person": person, "kind": kind},
            timeout=timeout,
        )
        return answer


class AdminDeliveriesResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        before: str | None = None,
        status: DeliveryStatus | None = None,
        event: DeliveredEvent | None = None,
        model_id: str | None = None,
        since: str | None = None,
        timeout: float | None = None,
    ) -> AdminDeliveriesListResponse:
        """The delivery log of the last 30 days, the latest event first.

        ``GET /api/admin/deliveries``

        Args:
            limit: The highest number of entries on the page.
            before: The `next` of the previous page.
            model_id: Only webhooks about this model.
            since: Only events of this time or later; in UTC.
        """
        answer: AdminDeliveriesListResponse = self._transport.call(
            "GET",
            "/api/admin/deliveries",
            auth="userSession",
            query={"limit": limit, "before": before, "status": status, "event": event, "modelId": model_id, "since": since},
            timeout=timeout,
        )
        return answer

    def redeliver_failed(
        self,
        *,
        since: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminDeliveriesRedeliverFailedResponse:
        """Redelivers all webhooks that were parked or given up since a time.

        ``POST /api/admin/deliveries/redeliver``

        Args:
            since: Webhooks that failed at this time or later are redelivered; in UTC.
        """
        answer: AdminDeliveriesRedeliverFailedResponse = self._transport.call(
            "POST",
            "/api/admin/deliveries/redeliver",
            auth="userSession",
            body={"since": since},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def get_delivery(
        self,
        webhook_id: str,
        *,
        timeout: float | None = None,
    ) -> AdminDeliveriesGetDeliveryResponse:
        """One webhook with all its attempts and the exact body.

        ``GET /api/admin/deliveries/{webhookId}``"""
        answer: AdminDeliveriesGetDeliveryResponse = self._transport.call(
            "GET",
            f"/api/admin/deliveries/{segment(webhook_id)}",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def redeliver_delivery(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminDeliveriesRedeliverDeliveryResponse:
        """Redelivers one webhook, with the same id and body.

        ``POST /api/admin/deliveries/{webhookId}/redeliver``"""
        answer: AdminDeliveriesRedeliverDeliveryResponse = self._transport.call(
            "POST",
            f"/api/admin/deliveries/{segment(webhook_id)}/redeliver",
            auth="userSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AdminErasuresResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        before: str | None = None,
        timeout: float | None = None,
    ) -> AdminErasuresListResponse:
        """The erasures of people, newest first, with what providers still keep.

        ``GET /api/admin/erasures``

        Args:
            limit: The highest number of entries on the page.
            before: The `next` of the previous page.
        """
        answer: AdminErasuresListResponse = self._transport.call(
            "GET",
            "/api/admin/erasures",
            auth="userSession",
            query={"limit": limit, "before": before},
            timeout=timeout,
        )
        return answer

    def erase_address(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminErasuresEraseAddressResponse:
        """Erases the member or the invited person who has an address, with all data; irreversible.

        ``POST /api/admin/erasures``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: AdminErasuresEraseAddressResponse = self._transport.call(
            "POST",
            "/api/admin/erasures",
            auth="userSession",
            body={"email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AdminJoinLinkResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminJoinLinkGetResponse:
        """The join link of the organization, on whose page people ask for an invite.

        ``GET /api/admin/join-link``"""
        answer: AdminJoinLinkGetResponse = self._transport.call(
            "GET",
            "/api/admin/join-link",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def create(
        self,
        *,
        domains: Sequence[str],
        uses: int,
        days: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminJoinLinkCreateResponse:
        """Creates the join link, on whose page people of the named domains ask for an invite; a former one ends.

        ``POST /api/admin/join-link``

        Args:
            domains: The domains whose people may ask for an invite.
            uses: How many people it invites at most.
            days: The days after which it ends.
        """
        answer: AdminJoinLinkCreateResponse = self._transport.call(
            "POST",
            "/api/admin/join-link",
            auth="userSession",
            body={"domains": domains, "uses": uses, "days": days},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def end(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminJoinLinkEndResponse:
        """Ends the join link; invites that it has sent stay valid.

        ``DELETE /api/admin/join-link``"""
        answer: AdminJoinLinkEndResponse = self._transport.call(
            "DELETE",
            "/api/admin/join-link",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AdminKeysResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminKeysListResponse:
        """The API keys of the organization, newest first.

        ``GET /api/admin/keys``"""
        answer: AdminKeysListResponse = self._transport.call(
            "GET",
            "/api/admin/keys",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def create(
        self,
        *,
        name: str,
        note: str | Omitted = OMITTED,
        scopes: Sequence[Literal["organization:read", "organization:write", "invites:read", "invites:write", "team:read", "team:write", "models:read", "models:write", "photos:read", "photos:write", "whitelabel:read", "whitelabel:write"]] | Omitted = OMITTED,
        expires_at: str | Omitted = OMITTED,
        test: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminKeysCreateResponse:
        """Creates an API key; only this answer shows it.

        ``POST /api/admin/keys``

        Args:
            name: The purpose of the key.
            note: A remark of the owner.
            scopes: Reading (GET) and writing (any other method) per area. Without this field the key may do everything.
            expires_at: The end of the key, in UTC. Without this field it has no end.
            test: Whether the key can only read, and create white-label models with isDevelopment true.
        """
        answer: AdminKeysCreateResponse = self._transport.call(
            "POST",
            "/api/admin/keys",
            auth="userSession",
            body={"name": name, "note": note, "scopes": scopes, "expiresAt": expires_at, "test": test},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        key_id: str,
        *,
        timeout: float | None = None,
    ) -> AdminKeysDeleteResponse:
        """Deletes an API key; requests with it are answered 401 from then on.

        ``DELETE /api/admin/keys/{keyId}``"""
        answer: AdminKeysDeleteResponse = self._transport.call(
            "DELETE",
            f"/api/admin/keys/{segment(key_id)}",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AdminSessionResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def request_link(
        self,
        *,
        email: str,
        language: Language | Omitted = OMITTED,
        after: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminSessionRequestLinkResponse:
        """Mails a sign-in link for each organization, for 20 at most; the answer is the same whether or not a user has the address.

        ``POST /api/admin/link``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
            language: The language of the mail, which is that of the page. Without it, the mail is in that of the user.
            after: The last organization of the former mail, to have the links to the next ones mailed.
        """
        answer: AdminSessionRequestLinkResponse = self._transport.call(
            "POST",
            "/api/admin/link",
            auth="none",
            body={"email": email, "language": language, "after": after},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def open(
        self,
        *,
        token: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminSessionOpenResponse:
        """Exchanges the token of a sign-in link for a session of 12 hours; a token works once.

        ``POST /api/admin/session``

        Args:
            token: The token in the sign-in link.
        """
        answer: AdminSessionOpenResponse = self._transport.call(
            "POST",
            "/api/admin/session",
            auth="none",
            body={"token": token},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def end_own(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminSessionEndOwnResponse:
        """Signs the user out: the session of this request ends.

        ``DELETE /api/admin/session``"""
        answer: AdminSessionEndOwnResponse = self._transport.call(
            "DELETE",
            "/api/admin/session",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def list_sessions(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminSessionListSessionsResponse:
        """The sessions of the user that have not expired, for an owner those of all users, newest first.

        ``GET /api/admin/sessions``"""
        answer: AdminSessionListSessionsResponse = self._transport.call(
            "GET",
            "/api/admin/sessions",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def end(
        self,
        session_id: str,
        *,
        timeout: float | None = None,
    ) -> AdminSessionEndResponse:
        """Ends a session of the user, for an owner that of any user; requests with it are answered 401 from then on.

        ``DELETE /api/admin/sessions/{sessionId}``"""
        answer: AdminSessionEndResponse = self._transport.call(
            "DELETE",
            f"/api/admin/sessions/{segment(session_id)}",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AdminMembersResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: MemberStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> AdminMembersListResponse:
        """Members by status and team, newest first: by id, descending.

        ``GET /api/admin/members``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
            team_id: The id of the team.
        """
        answer: AdminMembersListResponse = self._transport.call(
            "GET",
            "/api/admin/members",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "status": status, "teamId": team_id},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: MemberStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> Iterator[Member]:
        """Members by status and team, newest first: by id, descending. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/admin/members``

        Args:
            team_id: The id of the team.
        """

        def read(page_limit: int, page_offset: int) -> AdminMembersListResponse:
            return self.list(limit=page_limit, offset=page_offset, status=status, team_id=team_id, timeout=timeout)

        return iterate_pages(read, lambda page: page["members"], limit, offset)

    def search(
        self,
        *,
        search: str,
        status: MemberStatus | None = None,
        team_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AdminMembersSearchResponse:
        """Members by the beginnings of words of their name or address.

        ``GET /api/admin/members/search``

        Args:
            search: Beginnings of words, in any order. A member is found who has a word for each of them. Case and diacritics make no difference.
            team_id: The id of the team.
            limit: The highest number of entries on the page.
            cursor: The `next` of the previous page.
        """
        answer: AdminMembersSearchResponse = self._transport.call(
            "GET",
            "/api/admin/members/search",
            auth="apiKey",
            query={"search": search, "status": status, "teamId": team_id, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return answer

    def get_person(
        self,
        person: str,
        *,
        timeout: float | None = None,
    ) -> AdminMembersGetPersonResponse:
        """One person: the member, the latest invite and the model.

        ``GET /api/admin/people/{person}``"""
        answer: AdminMembersGetPersonResponse = self._transport.call(
            "GET",
            f"/api/admin/people/{segment(person)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class AdminOrganizationResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get_settings(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminOrganizationGetSettingsResponse:
        """The settings of the organization: name, website, description, who may frame its pages, retention, consent, styles and the look of its pages.

        ``GET /api/admin/organization``"""
        answer: AdminOrganizationGetSettingsResponse = self._transport.call(
            "GET",
            "/api/admin/organization",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def update_settings(
        self,
        *,
        name: str | Omitted = OMITTED,
        website: str | Omitted = OMITTED,
        description: str | Omitted = OMITTED,
        frame_origins: Sequence[str] | None | Omitted = OMITTED,
        upload_retention_days: int | Omitted = OMITTED,
        white_label_consent: bool | Omitted = OMITTED,
        language: Language | Omitted = OMITTED,
        reply_to: str | None | Omitted = OMITTED,
        photos_by: str | None | Omitted = OMITTED,
        remind_every_days: int | None | Omitted = OMITTED,
        styles: AdminOrganizationUpdateSettingsStyles | None | Omitted = OMITTED,
        branding: AdminOrganizationUpdateSettingsBranding | None | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> AdminOrganizationUpdateSettingsResponse:
        """Changes settings of the organization; a field that is left out stays as it is.

        ``PUT /api/admin/organization``

        Args:
            name: The name of the organization.
            website: The website of the organization, an http or https URL; empty without one.
            description: The description of the organization, which v1 shows; empty without one.
            frame_origins: The origins whose pages may show the page of a signedUrl in a frame: https origins, with *. for all subdomains, or http on localhost. null: any page. An empty list: only the admin area.
            upload_retention_days: The days for which uploads are kept after the headshots are ready, 1 to 365. A change applies to models whose headshots become ready later, and a longer time only to people who agree to it.
            white_label_consent: Whether the people of signedUrls agree to the consent text here before uploading. false: the organization has proof of their consent itself. Invited members always agree here.
            language: The language of invites and invitations, and of mails to members and users who have not chosen a language on a page. A change applies to mails that are sent later.
            reply_to: The address that gets answers to mails to members and invited people, which name it; null for none. A change applies to mails that are sent later.
            photos_by: The day by which invites and pages ask people to send their photos, such as 2026-12-31; null for none. Nothing ends on it. A change applies to mails that are sent later.
            remind_every_days: The days after which an unused invite is mailed again, and a member who has signed up is reminded of missing photos, 1 to 14, on working days at about 15 h UTC. There are two reminders of each at most; a mail that a user asks for counts as one. People end reminders by a link in the mail. null: never.
            styles: The backdrops and outfits in which photos are made, by their names in the style catalogue. A list that is left out stands for all. null: the whole catalogue. A change applies to photos that are planned later, which is when a model changes to generatingHeadshots.
            branding: The look of the organization's pages, and of mails to its people. A field of it that is left out stays as it is. null: the look of the service.
        """
        answer: AdminOrganizationUpdateSettingsResponse = self._transport.call(
            "PUT",
            "/api/admin/organization",
            auth="userSession",
            body={"name": name, "website": website, "description": description, "frameOrigins": frame_origins, "uploadRetentionDays": upload_retention_days, "whiteLabelConsent": white_label_consent, "language": language, "replyTo": reply_to, "photosBy": photos_by, "remindEveryDays": remind_every_days, "styles": styles, "branding": branding},
            timeout=timeout,
        )
        return answer

    def get_styles(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminOrganizationGetStylesResponse:
        """The style catalogue: every backdrop, outfit and framing in which photos are made.

        ``GET /api/admin/styles``"""
        answer: AdminOrganizationGetStylesResponse = self._transport.call(
            "GET",
            "/api/admin/styles",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AdminOverviewResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminOverviewGetResponse:
        """Who is stuck and why, and the time and the cost of models.

        ``GET /api/admin/overview``"""
        answer: AdminOverviewGetResponse = self._transport.call(
            "GET",
            "/api/admin/overview",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AdminUsersResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get_own(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminUsersGetOwnResponse:
        """The user of the session, with the role, and whether the organization has the white-label mode.

        ``GET /api/admin/user``"""
        answer: AdminUsersGetOwnResponse = self._transport.call(
            "GET",
            "/api/admin/user",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def leave_organization(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminUsersLeaveOrganizationResponse:
        """Removes the user of the session, whose sessions end; the last owner cannot leave.

        ``DELETE /api/admin/user``"""
        answer: AdminUsersLeaveOrganizationResponse = self._transport.call(
            "DELETE",
            "/api/admin/user",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def choose_language(
        self,
        *,
        language: Language,
        timeout: float | None = None,
    ) -> AdminUsersChooseLanguageResponse:
        """Chooses the language of the mails to the user of the session.

        ``PUT /api/admin/user/language``"""
        answer: AdminUsersChooseLanguageResponse = self._transport.call(
            "PUT",
            "/api/admin/user/language",
            auth="userSession",
            body={"language": language},
            timeout=timeout,
        )
        return answer

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminUsersListResponse:
        """The users of the organization, in the order of their invitations.

        ``GET /api/admin/users``"""
        answer: AdminUsersListResponse = self._transport.call(
            "GET",
            "/api/admin/users",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def invite(
        self,
        *,
        email: str,
        role: Role,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminUsersInviteResponse:
        """Invites a person by mail to sign in with a role; an organization has 50 users at most.

        ``POST /api/admin/users``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: AdminUsersInviteResponse = self._transport.call(
            "POST",
            "/api/admin/users",
            auth="userSession",
            body={"email": email, "role": role},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def change_role(
        self,
        user_id: str,
        *,
        role: Role,
        timeout: float | None = None,
    ) -> AdminUsersChangeRoleResponse:
        """Changes the role of a user, with effect on the next request; the last owner stays an owner.

        ``PUT /api/admin/users/{userId}``"""
        answer: AdminUsersChangeRoleResponse = self._transport.call(
            "PUT",
            f"/api/admin/users/{segment(user_id)}",
            auth="userSession",
            body={"role": role},
            timeout=timeout,
        )
        return answer

    def remove(
        self,
        user_id: str,
        *,
        timeout: float | None = None,
    ) -> AdminUsersRemoveResponse:
        """Removes a user, whose sessions end; the last owner cannot be removed.

        ``DELETE /api/admin/users/{userId}``"""
        answer: AdminUsersRemoveResponse = self._transport.call(
            "DELETE",
            f"/api/admin/users/{segment(user_id)}",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AdminWebhooksResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminWebhooksGetResponse:
        """The webhook settings: URL, secrets, the number of parked models, and the circuit breaker.

        ``GET /api/admin/webhooks``"""
        answer: AdminWebhooksGetResponse = self._transport.call(
            "GET",
            "/api/admin/webhooks",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    def update(
        self,
        *,
        url: str | None | Omitted = OMITTED,
        enabled: bool | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> AdminWebhooksUpdateResponse:
        """Sets or removes the webhook URL, or switches webhooks on or off; another URL releases waiting webhooks.

        ``PUT /api/admin/webhooks``

        Args:
            url: A public https address on port 443 or above 1023; null removes the URL.
            enabled: false: events wait, for 72 hours at most, until webhooks are switched on again.
        """
        answer: AdminWebhooksUpdateResponse = self._transport.call(
            "PUT",
            "/api/admin/webhooks",
            auth="userSession",
            body={"url": url, "enabled": enabled},
            timeout=timeout,
        )
        return answer

    def list_parked(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> AdminWebhooksListParkedResponse:
        """The models whose webhooks wait because one could not be delivered, the oldest model first.

        ``GET /api/admin/webhooks/parked``

        Args:
            limit: The highest number of entries on the page.
        """
        answer: AdminWebhooksListParkedResponse = self._transport.call(
            "GET",
            "/api/admin/webhooks/parked",
            auth="userSession",
            query={"limit": limit},
            timeout=timeout,
        )
        return answer

    def rotate_secret(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminWebhooksRotateSecretResponse:
        """Creates a webhook secret, which only this answer shows; the former one also signs for 24 hours.

        ``POST /api/admin/webhooks/secret``"""
        answer: AdminWebhooksRotateSecretResponse = self._transport.call(
            "POST",
            "/api/admin/webhooks/secret",
            auth="userSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def send_test(
        self,
        *,
        event: WebhookEvent | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminWebhooksSendTestResponse:
        """Posts a test webhook at once, even while webhooks are switched off, and answers its outcome; never retried.

        ``POST /api/admin/webhooks/test``"""
        answer: AdminWebhooksSendTestResponse = self._transport.call(
            "POST",
            "/api/admin/webhooks/test",
            auth="userSession",
            body={"event": event},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AdminArea:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport
        self.trail = AdminTrailResource(transport)
        self.deliveries = AdminDeliveriesResource(transport)
        self.erasures = AdminErasuresResource(transport)
        self.join_link = AdminJoinLinkResource(transport)
        self.keys = AdminKeysResource(transport)
        self.session = AdminSessionResource(transport)
        self.members = AdminMembersResource(transport)
        self.organization = AdminOrganizationResource(transport)
        self.overview = AdminOverviewResource(transport)
        self.users = AdminUsersResource(transport)
        self.webhooks = AdminWebhooksResource(transport)



class WebArea:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get_openapi(
        self,
        *,
        timeout: float | None = None,
    ) -> WebGetOpenapiResponse:
        """The OpenAPI document of this API.

        ``GET /api/openapi.json``"""
        answer: WebGetOpenapiResponse = self._transport.call(
            "GET",
            "/api/openapi.json",
            auth="none",
            timeout=timeout,
        )
        return answer

    def get_health(
        self,
        *,
        timeout: float | None = None,
    ) -> WebGetHealthResponse:
        """Whether the service answers: 200, without reading anything.

        ``GET /health``"""
        answer: WebGetHealthResponse = self._transport.call(
            "GET",
            "/health",
            auth="none",
            timeout=timeout,
        )
        return answer


class OrganizationResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> OrganizationGetResponse:
        """The organization's name, website and teams.

        ``GET /api/v2/organization``"""
        answer: OrganizationGetResponse = self._transport.call(
            "GET",
            "/api/v2/organization",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def get_credits(
        self,
        *,
        timeout: float | None = None,
    ) -> OrganizationGetCreditsResponse:
        """The current credit balance.

        ``GET /api/v2/organization/credits``"""
        answer: OrganizationGetCreditsResponse = self._transport.call(
            "GET",
            "/api/v2/organization/credits",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def get_usage(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
    ) -> OrganizationGetUsageResponse:
        """The usage per month and team: credits, models and headshots, for up to 36 months.

        ``GET /api/v2/organization/usage``

        Args:
            from_: The first month, as YYYY-MM, in UTC. Default: eleven months before the last one.
            to: The last month, as YYYY-MM, in UTC. Default: the present one.
        """
        answer: OrganizationGetUsageResponse = self._transport.call(
            "GET",
            "/api/v2/organization/usage",
            auth="apiKey",
            query={"from": from_, "to": to},
            timeout=timeout,
        )
        return answer


class InvitesResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: InviteStatus | None = None,
        timeout: float | None = None,
    ) -> InvitesListResponse:
        """All invites with their status, newest first; without limit and offset, up to 10,000.

        ``GET /api/v2/organization/invites``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: InvitesListResponse = self._transport.call(
            "GET",
            "/api/v2/organization/invites",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "status": status},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: InviteStatus | None = None,
        timeout: float | None = None,
    ) -> Iterator[Invite]:
        """All invites with their status, newest first; without limit and offset, up to 10,000. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/invites``"""

        def read(page_limit: int, page_offset: int) -> InvitesListResponse:
            return self.list(limit=page_limit, offset=page_offset, status=status, timeout=timeout)

        return iterate_pages(read, lambda page: page["invites"], limit, offset)

    def send(
        self,
        *,
        email: str,
        team_id: str | None | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesSendResponse:
        """Sends an invite: an e-mail with a link to sign up by, valid for 30 days.

        ``POST /api/v2/organization/invites``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
            team_id: The id of the team; null or left out for no team.
            name: The name of the person.
        """
        answer: InvitesSendResponse = self._transport.call(
            "POST",
            "/api/v2/organization/invites",
            auth="apiKey",
            body={"email": email, "teamId": team_id, "name": name},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def send_many(
        self,
        *,
        emails: Sequence[str],
        team_id: str | None | Omitted = OMITTED,
        names: dict[str, str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesSendManyResponse:
        """Sends up to 500 invites, with one result for each; none at all when they exceed a limit.

        ``POST /api/v2/organization/invites/bulk``

        Args:
            emails: The addresses to invite; repeated addresses count once.
            team_id: The id of the team; null or left out for no team.
            names: The names of people by their address, for the sign-up page and the list of invites.
        """
        answer: InvitesSendManyResponse = self._transport.call(
            "POST",
            "/api/v2/organization/invites/bulk",
            auth="apiKey",
            body={"emails": emails, "teamId": team_id, "names": names},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def check(
        self,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesCheckResponse:
        """Tells for up to 500 addresses whether an invite can be sent; sends nothing.

        ``POST /api/v2/organization/invites/check``

        Args:
            emails: The addresses to invite; repeated addresses count once.
        """
        answer: InvitesCheckResponse = self._transport.call(
            "POST",
            "/api/v2/organization/invites/check",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def resend(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesResendResponse:
        """Mails the link of a pending invite again; the invite stays the same.

        ``POST /api/v2/organization/invites/resend``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: InvitesResendResponse = self._transport.call(
            "POST",
            "/api/v2/organization/invites/resend",
            auth="apiKey",
            body={"email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def resend_many(
        self,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesResendManyResponse:
        """Mails the links of up to 100 pending invites again, with one result for each.

        ``POST /api/v2/organization/invites/resend/bulk``

        Args:
            emails: The addresses that the invites were sent to; repeated addresses count once.
        """
        answer: InvitesResendManyResponse = self._transport.call(
            "POST",
            "/api/v2/organization/invites/resend/bulk",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def revoke(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesRevokeResponse:
        """Revokes an invite that was not used; it no longer counts as pending.

        ``POST /api/v2/organization/invites/revoke``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: InvitesRevokeResponse = self._transport.call(
            "POST",
            "/api/v2/organization/invites/revoke",
            auth="apiKey",
            body={"email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def revoke_many(
        self,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesRevokeManyResponse:
        """Revokes up to 100 invites that were not used, with one result for each.

        ``POST /api/v2/organization/invites/revoke/bulk``

        Args:
            emails: The addresses that the invites were sent to; repeated addresses count once.
        """
        answer: InvitesRevokeManyResponse = self._transport.call(
            "POST",
            "/api/v2/organization/invites/revoke/bulk",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def get(
        self,
        email: str,
        *,
        timeout: float | None = None,
    ) -> InvitesGetResponse:
        """One invite: by its id, or the newest that was sent to an address or whose member has it.

        ``GET /api/v2/organization/invites/{email}``"""
        answer: InvitesGetResponse = self._transport.call(
            "GET",
            f"/api/v2/organization/invites/{segment(email)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class ModelsResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: ModelStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> ModelsListResponse:
        """All models, newest first; without a status, deleted ones included.

        ``GET /api/v2/organization/models``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
            team_id: The id of the team.
        """
        answer: ModelsListResponse = self._transport.call(
            "GET",
            "/api/v2/organization/models",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "status": status, "teamId": team_id},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: ModelStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> Iterator[Model]:
        """All models, newest first; without a status, deleted ones included. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/models``

        Args:
            team_id: The id of the team.
        """

        def read(page_limit: int, page_offset: int) -> ModelsListResponse:
            return self.list(limit=page_limit, offset=page_offset, status=status, team_id=team_id, timeout=timeout)

        return iterate_pages(read, lambda page: page["models"], limit, offset)

    def get(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> ModelsGetResponse:
        """One model.

        ``GET /api/v2/organization/models/{modelId}``"""
        answer: ModelsGetResponse = self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> ModelsDeleteResponse:
        """Deletes a model and all its images; irreversible.

        ``DELETE /api/v2/organization/models/{modelId}``"""
        answer: ModelsDeleteResponse = self._transport.call(
            "DELETE",
            f"/api/v2/organization/models/{segment(model_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def list_events(
        self,
        model_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> ModelsListEventsResponse:
        """A model's webhooks of the last 30 days, newest first, each with the state of its delivery.

        ``GET /api/v2/organization/models/{modelId}/events``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: ModelsListEventsResponse = self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}/events",
            auth="apiKey",
            query={"limit": limit, "offset": offset},
            timeout=timeout,
        )
        return answer

    def iterate_events(
        self,
        model_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[ModelWebhook]:
        """A model's webhooks of the last 30 days, newest first, each with the state of its delivery. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/models/{modelId}/events``"""

        def read(page_limit: int, page_offset: int) -> ModelsListEventsResponse:
            return self.list_events(model_id, limit=page_limit, offset=page_offset, timeout=timeout)

        return iterate_pages(read, lambda page: page["events"], limit, offset)

    def restart(
        self,
        model_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> ModelsRestartResponse:
        """Starts a model that has failed for good once more, for a credit, which comes back if it fails again.

        ``POST /api/v2/organization/models/{modelId}/restart``"""
        answer: ModelsRestartResponse = self._transport.call(
            "POST",
            f"/api/v2/organization/models/{segment(model_id)}/restart",
            auth="apiKey",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class PhotosResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        model_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        status: PhotoStatus | None = None,
        liked_status: LikedStatus | None = None,
        sort: PhotoSort | None = None,
        timeout: float | None = None,
    ) -> PhotosListResponse:
        """A model's photos, by createdAt and then by id, latest first, or by likeness, with links that are valid for 24 hours.

        ``GET /api/v2/organization/models/{modelId}/photos``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: PhotosListResponse = self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}/photos",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "include": include, "status": status, "likedStatus": liked_status, "sort": sort},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        model_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        status: PhotoStatus | None = None,
        liked_status: LikedStatus | None = None,
        sort: PhotoSort | None = None,
        timeout: float | None = None,
    ) -> Iterator[ListedPhoto]:
        """A model's photos, by createdAt and then by id, latest first, or by likeness, with links that are valid for 24 hours. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/models/{modelId}/photos``"""

        def read(page_limit: int, page_offset: int) -> PhotosListResponse:
            return self.list(model_id, limit=page_limit, offset=page_offset, include=include, status=status, liked_status=liked_status, sort=sort, timeout=timeout)

        return iterate_pages(read, lambda page: page["photos"], limit, offset)

    def download(
        self,
        model_id: str,
        *,
        photo_ids: Sequence[str] | Omitted = OMITTED,
        include: Include | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> PhotosDownloadResponse:
        """Links to several photos; without photoIds, to all active photos of the model.

        ``POST /api/v2/organization/models/{modelId}/photos/download``

        Args:
            photo_ids: The ids of photos of the model; all active ones when it is left out. A 404 for ids that are not lists them in its own field photoIds.
        """
        answer: PhotosDownloadResponse = self._transport.call(
            "POST",
            f"/api/v2/organization/models/{segment(model_id)}/photos/download",
            auth="apiKey",
            body={"photoIds": photo_ids, "include": include},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def get_favorite(
        self,
        model_id: str,
        *,
        include: Include | None = None,
        timeout: float | None = None,
    ) -> PhotosGetFavoriteResponse:
        """The member's favorite photo; null while none is chosen.

        ``GET /api/v2/organization/models/{modelId}/photos/favorite``"""
        answer: PhotosGetFavoriteResponse = self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}/photos/favorite",
            auth="apiKey",
            query={"include": include},
            timeout=timeout,
        )
        return answer

    def choose_favorite(
        self,
        model_id: str,
        *,
        photo_id: str,
        timeout: float | None = None,
    ) -> PhotosChooseFavoriteResponse:
        """Chooses the favorite photo on behalf of the member, who is told by mail and can choose another.

        ``PUT /api/v2/organization/models/{modelId}/photos/favorite``

        Args:
            photo_id: The id of the photo.
        """
        answer: PhotosChooseFavoriteResponse = self._transport.call(
            "PUT",
            f"/api/v2/organization/models/{segment(model_id)}/photos/favorite",
            auth="apiKey",
            body={"photoId": photo_id},
            timeout=timeout,
        )
        return answer

    def get(
        self,
        model_id: str,
        photo_id: str,
        *,
        include: Include | None = None,
        timeout: float | None = None,
    ) -> PhotosGetResponse:
        """One photo.

        ``GET /api/v2/organization/models/{modelId}/photos/{photoId}``"""
        answer: PhotosGetResponse = self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}/photos/{segment(photo_id)}",
            auth="apiKey",
            query={"include": include},
            timeout=timeout,
        )
        return answer


class FavoritesResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        liked_status: LikedStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> FavoritesListResponse:
        """The favorite photos of all members, newest member first: by the id of the member, descending.

        ``GET /api/v2/organization/photos/favorites``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
            team_id: The id of the team.
        """
        answer: FavoritesListResponse = self._transport.call(
            "GET",
            "/api/v2/organization/photos/favorites",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "include": include, "likedStatus": liked_status, "teamId": team_id},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        liked_status: LikedStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> Iterator[FavoritesListResponsePhoto]:
        """The favorite photos of all members, newest member first: by the id of the member, descending. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/photos/favorites``

        Args:
            team_id: The id of the team.
        """

        def read(page_limit: int, page_offset: int) -> FavoritesListResponse:
            return self.list(limit=page_limit, offset=page_offset, include=include, liked_status=liked_status, team_id=team_id, timeout=timeout)

        return iterate_pages(read, lambda page: page["photos"], limit, offset)


class MembersResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: MemberStatus | None = None,
        timeout: float | None = None,
    ) -> MembersListResponse:
        """Members of the organization with their status, newest first: by id, descending.

        ``GET /api/v2/organization/team``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MembersListResponse = self._transport.call(
            "GET",
            "/api/v2/organization/team",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "status": status},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: MemberStatus | None = None,
        timeout: float | None = None,
    ) -> Iterator[Member]:
        """Members of the organization with their status, newest first: by id, descending. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/team``"""

        def read(page_limit: int, page_offset: int) -> MembersListResponse:
            return self.list(limit=page_limit, offset=page_offset, status=status, timeout=timeout)

        return iterate_pages(read, lambda page: page["members"], limit, offset)

    def list_accepted(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> MembersListAcceptedResponse:
        """Members who have signed up but not started to upload photos, newest first: by id, descending.

        ``GET /api/v2/organization/team/accepted``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MembersListAcceptedResponse = self._transport.call(
            "GET",
            "/api/v2/organization/team/accepted",
            auth="apiKey",
            query={"limit": limit, "offset": offset},
            timeout=timeout,
        )
        return answer

    def list_finished(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> MembersListFinishedResponse:
        """Members whose headshots are ready, newest first: by id, descending.

        ``GET /api/v2/organization/team/finished``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MembersListFinishedResponse = self._transport.call(
            "GET",
            "/api/v2/organization/team/finished",
            auth="apiKey",
            query={"limit": limit, "offset": offset},
            timeout=timeout,
        )
        return answer

    def list_pending(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> MembersListPendingResponse:
        """Members who are uploading photos or whose headshots are being generated, newest first: by id, descending.

        ``GET /api/v2/organization/team/pending``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MembersListPendingResponse = self._transport.call(
            "GET",
            "/api/v2/organization/team/pending",
            auth="apiKey",
            query={"limit": limit, "offset": offset},
            timeout=timeout,
        )
        return answer

    def erase(
        self,
        member_id: str,
        *,
        timeout: float | None = None,
    ) -> MembersEraseResponse:
        """Erases a member with all data: model, images, address, invites; irreversible.

        ``DELETE /api/v2/organization/team/{memberId}``"""
        answer: MembersEraseResponse = self._transport.call(
            "DELETE",
            f"/api/v2/organization/team/{segment(member_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class TeamsResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> TeamsListResponse:
        """All teams, oldest first.

        ``GET /api/v2/organization/teams``"""
        answer: TeamsListResponse = self._transport.call(
            "GET",
            "/api/v2/organization/teams",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def create(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> TeamsCreateResponse:
        """Creates a team; names are unique regardless of case, and an organization has 1000 teams at most.

        ``POST /api/v2/organization/teams``

        Args:
            name: The name of the team.
        """
        answer: TeamsCreateResponse = self._transport.call(
            "POST",
            "/api/v2/organization/teams",
            auth="apiKey",
            body={"name": name},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def rename(
        self,
        team_id: str,
        *,
        name: str,
        timeout: float | None = None,
    ) -> TeamsRenameResponse:
        """Renames a team.

        ``PUT /api/v2/organization/teams/{teamId}``

        Args:
            name: The name of the team.
        """
        answer: TeamsRenameResponse = self._transport.call(
            "PUT",
            f"/api/v2/organization/teams/{segment(team_id)}",
            auth="apiKey",
            body={"name": name},
            timeout=timeout,
        )
        return answer

    def delete(
        self,
        team_id: str,
        *,
        timeout: float | None = None,
    ) -> TeamsDeleteResponse:
        """Deletes a team; its members stay in the organization without a team.

        ``DELETE /api/v2/organization/teams/{teamId}``"""
        answer: TeamsDeleteResponse = self._transport.call(
            "DELETE",
            f"/api/v2/organization/teams/{segment(team_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def add_members(
        self,
        team_id: str,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> TeamsAddMembersResponse:
        """Moves members of the organization into a team.

        ``POST /api/v2/organization/teams/{teamId}/members``

        Args:
            emails: The addresses of members; repeated addresses count once. A 400 for addresses of no member lists them in its own field emails.
        """
        answer: TeamsAddMembersResponse = self._transport.call(
            "POST",
            f"/api/v2/organization/teams/{segment(team_id)}/members",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class WhitelabelResource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def create_model(
        self,
        *,
        email: str,
        team_id: str | None | Omitted = OMITTED,
        is_development: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> WhitelabelCreateModelResponse:
        """Creates an anonymous user and a model; your application shows the signedUrl in a frame.

        ``POST /api/v2/organization/whitelabel/model/create``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
            team_id: The id of the team; null or left out for no team.
            is_development: true for test data instead of a training: quick, and without a credit.
        """
        answer: WhitelabelCreateModelResponse = self._transport.call(
            "POST",
            "/api/v2/organization/whitelabel/model/create",
            auth="apiKey",
            body={"email": email, "teamId": team_id, "isDevelopment": is_development},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    def delete_model(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> WhitelabelDeleteModelResponse:
        """Deletes a white-label model, its images and its anonymous user.

        ``DELETE /api/v2/organization/whitelabel/model/delete/{modelId}``"""
        answer: WhitelabelDeleteModelResponse = self._transport.call(
            "DELETE",
            f"/api/v2/organization/whitelabel/model/delete/{segment(model_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    def get_model(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> WhitelabelGetModelResponse:
        """The status of a white-label model, with a new signedUrl.

        ``GET /api/v2/organization/whitelabel/model/get/{modelId}``"""
        answer: WhitelabelGetModelResponse = self._transport.call(
            "GET",
            f"/api/v2/organization/whitelabel/model/get/{segment(model_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class Api:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport
        self.organization = OrganizationResource(transport)
        self.invites = InvitesResource(transport)
        self.models = ModelsResource(transport)
        self.photos = PhotosResource(transport)
        self.favorites = FavoritesResource(transport)
        self.members = MembersResource(transport)
        self.teams = TeamsResource(transport)
        self.whitelabel = WhitelabelResource(transport)
        self.v1 = V1Area(transport)
        self.member = MemberArea(transport)
        self.admin = AdminArea(transport)
        self.web = WebArea(transport)



class AsyncV1OrganizationResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> V1OrganizationGetResponse:
        """The organization's name, website and teams.

        ``GET /api/v1/organization``"""
        answer: V1OrganizationGetResponse = await self._transport.call(
            "GET",
            "/api/v1/organization",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def get_credits(
        self,
        *,
        timeout: float | None = None,
    ) -> V1OrganizationGetCreditsResponse:
        """The current credit balance.

        ``GET /api/v1/organization/credits``"""
        answer: V1OrganizationGetCreditsResponse = await self._transport.call(
            "GET",
            "/api/v1/organization/credits",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class AsyncV1InvitesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def send(
        self,
        *,
        email: str,
        team_id: str | None | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> V1InvitesSendResponse:
        """Sends an invite: an e-mail with a link to sign up by, valid for 30 days.

        ``POST /api/v1/organization/invite``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
            team_id: The id of the team; null or left out for no team.
            name: The name of the person.
        """
        answer: V1InvitesSendResponse = await self._transport.call(
            "POST",
            "/api/v1/organization/invite",
            auth="apiKey",
            body={"email": email, "teamId": team_id, "name": name},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def get(
        self,
        invite_id: str,
        *,
        timeout: float | None = None,
    ) -> V1InvitesGetResponse:
        """One invite, with the active address of the user once it is used.

        ``GET /api/v1/organization/invite/id/{inviteId}``"""
        answer: V1InvitesGetResponse = await self._transport.call(
            "GET",
            f"/api/v1/organization/invite/id/{segment(invite_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def revoke(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> V1InvitesRevokeResponse:
        """Revokes an invite that was not used; it no longer counts as pending.

        ``POST /api/v1/organization/invite/revoke``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: V1InvitesRevokeResponse = await self._transport.call(
            "POST",
            "/api/v1/organization/invite/revoke",
            auth="apiKey",
            body={"email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def list(
        self,
        *,
        timeout: float | None = None,
    ) -> V1InvitesListResponse:
        """The newest 10,000 invites.

        ``GET /api/v1/organization/invites``"""
        answer: V1InvitesListResponse = await self._transport.call(
            "GET",
            "/api/v1/organization/invites",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class AsyncV1TeamsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> V1TeamsCreateResponse:
        """Creates a team; names are unique regardless of case, and an organization has 1000 teams at most.

        ``POST /api/v1/organization/teams``

        Args:
            name: The name of the team.
        """
        answer: V1TeamsCreateResponse = await self._transport.call(
            "POST",
            "/api/v1/organization/teams",
            auth="apiKey",
            body={"name": name},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def rename(
        self,
        team_id: str,
        *,
        name: str,
        timeout: float | None = None,
    ) -> V1TeamsRenameResponse:
        """Renames a team.

        ``PUT /api/v1/organization/teams/{teamId}``

        Args:
            name: The name of the team.
        """
        answer: V1TeamsRenameResponse = await self._transport.call(
            "PUT",
            f"/api/v1/organization/teams/{segment(team_id)}",
            auth="apiKey",
            body={"name": name},
            timeout=timeout,
        )
        return answer

    async def delete(
        self,
        team_id: str,
        *,
        timeout: float | None = None,
    ) -> V1TeamsDeleteResponse:
        """Deletes a team; its members stay in the organization without a team.

        ``DELETE /api/v1/organization/teams/{teamId}``"""
        answer: V1TeamsDeleteResponse = await self._transport.call(
            "DELETE",
            f"/api/v1/organization/teams/{segment(team_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def add_members(
        self,
        team_id: str,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> V1TeamsAddMembersResponse:
        """Moves members of the organization into a team.

        ``POST /api/v1/organization/teams/{teamId}/add-members``

        Args:
            emails: The addresses of members; repeated addresses count once. A 400 for addresses of no member lists them in its own field emails.
        """
        answer: V1TeamsAddMembersResponse = await self._transport.call(
            "POST",
            f"/api/v1/organization/teams/{segment(team_id)}/add-members",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncV1Area:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.organization = AsyncV1OrganizationResource(transport)
        self.invites = AsyncV1InvitesResource(transport)
        self.teams = AsyncV1TeamsResource(transport)



class AsyncMemberSessionResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_overview(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberSessionGetOverviewResponse:
        """The member with the model, the uploads and their requirements.

        ``GET /api/member``"""
        answer: MemberSessionGetOverviewResponse = await self._transport.call(
            "GET",
            "/api/member",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    async def erase_member(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberSessionEraseMemberResponse:
        """Withdraws consent and erases the member with all data: model, images, address, invites; irreversible.

        ``DELETE /api/member``"""
        answer: MemberSessionEraseMemberResponse = await self._transport.call(
            "DELETE",
            "/api/member",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    async def confirm_address(
        self,
        *,
        token: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionConfirmAddressResponse:
        """Confirms the address that a member has chosen at sign-up, by the token of the link mailed to it.

        ``POST /api/member/address``

        Args:
            token: The token in the mailed link.
        """
        answer: MemberSessionConfirmAddressResponse = await self._transport.call(
            "POST",
            "/api/member/address",
            auth="none",
            body={"token": token},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def look_up_invite(
        self,
        *,
        invite: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionLookUpInviteResponse:
        """Who invites, and whether the invite can still be used, for the person who holds its link.

        ``POST /api/member/invite``

        Args:
            invite: The id in the link of an invite.
        """
        answer: MemberSessionLookUpInviteResponse = await self._transport.call(
            "POST",
            "/api/member/invite",
            auth="none",
            body={"invite": invite},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def choose_language(
        self,
        *,
        language: Language,
        timeout: float | None = None,
    ) -> MemberSessionChooseLanguageResponse:
        """Chooses the language of the mails to the member.

        ``PUT /api/member/language``"""
        answer: MemberSessionChooseLanguageResponse = await self._transport.call(
            "PUT",
            "/api/member/language",
            auth="memberSession",
            body={"language": language},
            timeout=timeout,
        )
        return answer

    async def delete_own_model(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberSessionDeleteOwnModelResponse:
        """Deletes the member's own model and all its images; irreversible.

        ``DELETE /api/member/model``"""
        answer: MemberSessionDeleteOwnModelResponse = await self._transport.call(
            "DELETE",
            "/api/member/model",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    async def finish_onboarding(
        self,
        *,
        trigger: Trigger,
        name: str | Omitted = OMITTED,
        styles: MemberSessionFinishOnboardingStyles | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionFinishOnboardingResponse:
        """Finishes onboarding: takes one credit and queues the model.

        ``POST /api/member/onboarding``

        Args:
            name: The name of the person.
            styles: The styles in which photos are made, of those that the organization offers. A list that is left out stands for all, also of styles that are added later. Outfits have no effect where photos are retouched.
        """
        answer: MemberSessionFinishOnboardingResponse = await self._transport.call(
            "POST",
            "/api/member/onboarding",
            auth="memberSession",
            body={"trigger": trigger, "name": name, "styles": styles},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def open(
        self,
        *,
        token: str | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        email: str | Omitted = OMITTED,
        language: Language | Omitted = OMITTED,
        invite: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionOpenResponse:
        """Exchanges the token of a signedUrl or of a mailed link, or an invite that is not used yet, for a session of 24 hours.

        ``POST /api/member/session``

        Args:
            token: The token in a signedUrl, or in a mailed link.
            name: The name of the person.
            email: An address to use in place of the invited one, with an invite only. It counts once a link that is mailed to it was opened; until then the member has the invited address.
            language: The language of the mails to the member, with an invite only. Without it, that of the organization.
            invite: The id in the link of an invite.
        """
        answer: MemberSessionOpenResponse = await self._transport.call(
            "POST",
            "/api/member/session",
            auth="none",
            body={"token": token, "name": name, "email": email, "language": language, "invite": invite},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def end(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberSessionEndResponse:
        """Signs the member out: the session of this request ends.

        ``DELETE /api/member/session``"""
        answer: MemberSessionEndResponse = await self._transport.call(
            "DELETE",
            "/api/member/session",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    async def request_link(
        self,
        *,
        token: str | Omitted = OMITTED,
        invite: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionRequestLinkResponse:
        """Mails the member of a used invite, or of a former link, a link to continue; the answer is the same for any.

        ``POST /api/member/session/link``

        Args:
            token: The token in a mailed link that has expired or was used.
            invite: The id in the link of an invite.
        """
        answer: MemberSessionRequestLinkResponse = await self._transport.call(
            "POST",
            "/api/member/session/link",
            auth="none",
            body={"token": token, "invite": invite},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def stop_reminders(
        self,
        *,
        invite: str,
        reminders: Literal["stop"],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberSessionStopRemindersResponse:
        """Ends the reminders of an invite and of its member, for the person who holds its link; the invite stays valid.

        ``POST /auth/signup``

        Args:
            invite: The id in the link of an invite.
            reminders: Ends the reminders. No other value is taken.
        """
        answer: MemberSessionStopRemindersResponse = await self._transport.call(
            "POST",
            "/auth/signup",
            auth="none",
            query={"invite": invite, "reminders": reminders},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncMemberConsentResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        language: Language | None = None,
        timeout: float | None = None,
    ) -> MemberConsentGetResponse:
        """The text that the member agrees to before the first upload.

        ``GET /api/member/consent``"""
        answer: MemberConsentGetResponse = await self._transport.call(
            "GET",
            "/api/member/consent",
            auth="memberSession",
            query={"language": language},
            timeout=timeout,
        )
        return answer

    async def give(
        self,
        *,
        version: str,
        language: Language | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberConsentGiveResponse:
        """Agrees to the current version of the text; DELETE /api/member withdraws it.

        ``POST /api/member/consent``

        Args:
            version: The version of the text.
        """
        answer: MemberConsentGiveResponse = await self._transport.call(
            "POST",
            "/api/member/consent",
            auth="memberSession",
            body={"version": version, "language": language},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncMemberJoinResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def join(
        self,
        *,
        token: str,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberJoinJoinResponse:
        """Mails an invite to an address of one of the domains; to a member, a link to continue.

        ``POST /api/member/join``

        Args:
            token: The token in the join link.
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: MemberJoinJoinResponse = await self._transport.call(
            "POST",
            "/api/member/join",
            auth="none",
            body={"token": token, "email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def look_up_link(
        self,
        *,
        token: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberJoinLookUpLinkResponse:
        """The organization of a join link, and the domains whose people may ask for an invite.

        ``POST /api/member/join/link``

        Args:
            token: The token in the join link.
        """
        answer: MemberJoinLookUpLinkResponse = await self._transport.call(
            "POST",
            "/api/member/join/link",
            auth="none",
            body={"token": token},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncMemberPhotosResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_own(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        status: PhotoStatus | None = None,
        liked_status: LikedStatus | None = None,
        sort: PhotoSort | None = None,
        timeout: float | None = None,
    ) -> MemberPhotosListOwnResponse:
        """The photos of the member's own model.

        ``GET /api/member/photos``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MemberPhotosListOwnResponse = await self._transport.call(
            "GET",
            "/api/member/photos",
            auth="memberSession",
            query={"limit": limit, "offset": offset, "include": include, "status": status, "likedStatus": liked_status, "sort": sort},
            timeout=timeout,
        )
        return answer

    def iterate_own(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        status: PhotoStatus | None = None,
        liked_status: LikedStatus | None = None,
        sort: PhotoSort | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[ListedPhoto]:
        """The photos of the member's own model. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/member/photos``"""

        async def read(page_limit: int, page_offset: int) -> MemberPhotosListOwnResponse:
            return await self.list_own(limit=page_limit, offset=page_offset, include=include, status=status, liked_status=liked_status, sort=sort, timeout=timeout)

        return iterate_pages_async(read, lambda page: page["photos"], limit, offset)

    async def update_own(
        self,
        photo_id: str,
        *,
        liked_status: LikedStatus | Omitted = OMITTED,
        favorite: bool | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> MemberPhotosUpdateOwnResponse:
        """Rates a photo, or chooses it as the favorite.

        ``PUT /api/member/photos/{photoId}``

        Args:
            favorite: true makes the photo the favorite.
        """
        answer: MemberPhotosUpdateOwnResponse = await self._transport.call(
            "PUT",
            f"/api/member/photos/{segment(photo_id)}",
            auth="memberSession",
            body={"likedStatus": liked_status, "favorite": favorite},
            timeout=timeout,
        )
        return answer

    async def delete_own(
        self,
        photo_id: str,
        *,
        timeout: float | None = None,
    ) -> MemberPhotosDeleteOwnResponse:
        """Puts a photo away: its status becomes deleted, and its links still work.

        ``DELETE /api/member/photos/{photoId}``"""
        answer: MemberPhotosDeleteOwnResponse = await self._transport.call(
            "DELETE",
            f"/api/member/photos/{segment(photo_id)}",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    async def erase_own(
        self,
        photo_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberPhotosEraseOwnResponse:
        """Erases a photo for good: it no longer exists, and its files are deleted.

        ``POST /api/member/photos/{photoId}/erase``"""
        answer: MemberPhotosEraseOwnResponse = await self._transport.call(
            "POST",
            f"/api/member/photos/{segment(photo_id)}/erase",
            auth="memberSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def restore_own(
        self,
        photo_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberPhotosRestoreOwnResponse:
        """Brings back a photo that was put away: its status becomes active; one that is active stays so.

        ``POST /api/member/photos/{photoId}/restore``"""
        answer: MemberPhotosRestoreOwnResponse = await self._transport.call(
            "POST",
            f"/api/member/photos/{segment(photo_id)}/restore",
            auth="memberSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncMemberUploadsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_own(
        self,
        *,
        timeout: float | None = None,
    ) -> MemberUploadsListOwnResponse:
        """The photos that the member has sent in, with links to those that are accepted and stored.

        ``GET /api/member/uploads``"""
        answer: MemberUploadsListOwnResponse = await self._transport.call(
            "GET",
            "/api/member/uploads",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    async def create(
        self,
        *,
        files: Sequence[MemberUploadsCreateFile],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberUploadsCreateResponse:
        """Creates a presigned POST for each file, which accepts only its type and size.

        ``POST /api/member/uploads``

        Args:
            files: The files that will be uploaded.
        """
        answer: MemberUploadsCreateResponse = await self._transport.call(
            "POST",
            "/api/member/uploads",
            auth="memberSession",
            body={"files": files},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def delete(
        self,
        upload_id: str,
        *,
        timeout: float | None = None,
    ) -> MemberUploadsDeleteResponse:
        """Deletes an upload before onboarding is finished.

        ``DELETE /api/member/uploads/{uploadId}``"""
        answer: MemberUploadsDeleteResponse = await self._transport.call(
            "DELETE",
            f"/api/member/uploads/{segment(upload_id)}",
            auth="memberSession",
            timeout=timeout,
        )
        return answer

    async def complete(
        self,
        upload_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> MemberUploadsCompleteResponse:
        """Judges an uploaded image by decoding it, by what it shows, and by comparing the face with accepted uploads.

        ``POST /api/member/uploads/{uploadId}/complete``"""
        answer: MemberUploadsCompleteResponse = await self._transport.call(
            "POST",
            f"/api/member/uploads/{segment(upload_id)}/complete",
            auth="memberSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncMemberArea:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.session = AsyncMemberSessionResource(transport)
        self.consent = AsyncMemberConsentResource(transport)
        self.join = AsyncMemberJoinResource(transport)
        self.photos = AsyncMemberPhotosResource(transport)
        self.uploads = AsyncMemberUploadsResource(transport)



class AsyncAdminTrailResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | None = None,
        before: str | None = None,
        person: str | None = None,
        kind: TrailKind | None = None,
        timeout: float | None = None,
    ) -> AdminTrailListResponse:
        """The audit trail of the last year, newest first: who did what to what, when and from where, of all people and kinds or of one.

        ``GET /api/admin/audit``

        Args:
            limit: The highest number of entries on the page.
            before: The `next` of the previous page.
            person: The id of a member, the id of a model, or an e-mail address.
        """
        answer: AdminTrailListResponse = await self._transport.call(
            "GET",
            "/api/admin/audit",
            auth="userSession",
            query={"limit": limit, "before": before, "person": person, "kind": kind},
            timeout=timeout,
        )
        return answer


class AsyncAdminDeliveriesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | None = None,
        before: str | None = None,
        status: DeliveryStatus | None = None,
        event: DeliveredEvent | None = None,
        model_id: str | None = None,
        since: str | None = None,
        timeout: float | None = None,
    ) -> AdminDeliveriesListResponse:
        """The delivery log of the last 30 days, the latest event first.

        ``GET /api/admin/deliveries``

        Args:
            limit: The highest number of entries on the page.
            before: The `next` of the previous page.
            model_id: Only webhooks about this model.
            since: Only events of this time or later; in UTC.
        """
        answer: AdminDeliveriesListResponse = await self._transport.call(
            "GET",
            "/api/admin/deliveries",
            auth="userSession",
            query={"limit": limit, "before": before, "status": status, "event": event, "modelId": model_id, "since": since},
            timeout=timeout,
        )
        return answer

    async def redeliver_failed(
        self,
        *,
        since: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminDeliveriesRedeliverFailedResponse:
        """Redelivers all webhooks that were parked or given up since a time.

        ``POST /api/admin/deliveries/redeliver``

        Args:
            since: Webhooks that failed at this time or later are redelivered; in UTC.
        """
        answer: AdminDeliveriesRedeliverFailedResponse = await self._transport.call(
            "POST",
            "/api/admin/deliveries/redeliver",
            auth="userSession",
            body={"since": since},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def get_delivery(
        self,
        webhook_id: str,
        *,
        timeout: float | None = None,
    ) -> AdminDeliveriesGetDeliveryResponse:
        """One webhook with all its attempts and the exact body.

        ``GET /api/admin/deliveries/{webhookId}``"""
        answer: AdminDeliveriesGetDeliveryResponse = await self._transport.call(
            "GET",
            f"/api/admin/deliveries/{segment(webhook_id)}",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def redeliver_delivery(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminDeliveriesRedeliverDeliveryResponse:
        """Redelivers one webhook, with the same id and body.

        ``POST /api/admin/deliveries/{webhookId}/redeliver``"""
        answer: AdminDeliveriesRedeliverDeliveryResponse = await self._transport.call(
            "POST",
            f"/api/admin/deliveries/{segment(webhook_id)}/redeliver",
            auth="userSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncAdminErasuresResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | None = None,
        before: str | None = None,
        timeout: float | None = None,
    ) -> AdminErasuresListResponse:
        """The erasures of people, newest first, with what providers still keep.

        ``GET /api/admin/erasures``

        Args:
            limit: The highest number of entries on the page.
            before: The `next` of the previous page.
        """
        answer: AdminErasuresListResponse = await self._transport.call(
            "GET",
            "/api/admin/erasures",
            auth="userSession",
            query={"limit": limit, "before": before},
            timeout=timeout,
        )
        return answer

    async def erase_address(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminErasuresEraseAddressResponse:
        """Erases the member or the invited person who has an address, with all data; irreversible.

        ``POST /api/admin/erasures``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: AdminErasuresEraseAddressResponse = await self._transport.call(
            "POST",
            "/api/admin/erasures",
            auth="userSession",
            body={"email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncAdminJoinLinkResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminJoinLinkGetResponse:
        """The join link of the organization, on whose page people ask for an invite.

        ``GET /api/admin/join-link``"""
        answer: AdminJoinLinkGetResponse = await self._transport.call(
            "GET",
            "/api/admin/join-link",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def create(
        self,
        *,
        domains: Sequence[str],
        uses: int,
        days: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminJoinLinkCreateResponse:
        """Creates the join link, on whose page people of the named domains ask for an invite; a former one ends.

        ``POST /api/admin/join-link``

        Args:
            domains: The domains whose people may ask for an invite.
            uses: How many people it invites at most.
            days: The days after which it ends.
        """
        answer: AdminJoinLinkCreateResponse = await self._transport.call(
            "POST",
            "/api/admin/join-link",
            auth="userSession",
            body={"domains": domains, "uses": uses, "days": days},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def end(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminJoinLinkEndResponse:
        """Ends the join link; invites that it has sent stay valid.

        ``DELETE /api/admin/join-link``"""
        answer: AdminJoinLinkEndResponse = await self._transport.call(
            "DELETE",
            "/api/admin/join-link",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AsyncAdminKeysResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminKeysListResponse:
        """The API keys of the organization, newest first.

        ``GET /api/admin/keys``"""
        answer: AdminKeysListResponse = await self._transport.call(
            "GET",
            "/api/admin/keys",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def create(
        self,
        *,
        name: str,
        note: str | Omitted = OMITTED,
        scopes: Sequence[Literal["organization:read", "organization:write", "invites:read", "invites:write", "team:read", "team:write", "models:read", "models:write", "photos:read", "photos:write", "whitelabel:read", "whitelabel:write"]] | Omitted = OMITTED,
        expires_at: str | Omitted = OMITTED,
        test: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminKeysCreateResponse:
        """Creates an API key; only this answer shows it.

        ``POST /api/admin/keys``

        Args:
            name: The purpose of the key.
            note: A remark of the owner.
            scopes: Reading (GET) and writing (any other method) per area. Without this field the key may do everything.
            expires_at: The end of the key, in UTC. Without this field it has no end.
            test: Whether the key can only read, and create white-label models with isDevelopment true.
        """
        answer: AdminKeysCreateResponse = await self._transport.call(
            "POST",
            "/api/admin/keys",
            auth="userSession",
            body={"name": name, "note": note, "scopes": scopes, "expiresAt": expires_at, "test": test},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def delete(
        self,
        key_id: str,
        *,
        timeout: float | None = None,
    ) -> AdminKeysDeleteResponse:
        """Deletes an API key; requests with it are answered 401 from then on.

        ``DELETE /api/admin/keys/{keyId}``"""
        answer: AdminKeysDeleteResponse = await self._transport.call(
            "DELETE",
            f"/api/admin/keys/{segment(key_id)}",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AsyncAdminSessionResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def request_link(
        self,
        *,
        email: str,
        language: Language | Omitted = OMITTED,
        after: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminSessionRequestLinkResponse:
        """Mails a sign-in link for each organization, for 20 at most; the answer is the same whether or not a user has the address.

        ``POST /api/admin/link``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
            language: The language of the mail, which is that of the page. Without it, the mail is in that of the user.
            after: The last organization of the former mail, to have the links to the next ones mailed.
        """
        answer: AdminSessionRequestLinkResponse = await self._transport.call(
            "POST",
            "/api/admin/link",
            auth="none",
            body={"email": email, "language": language, "after": after},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def open(
        self,
        *,
        token: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminSessionOpenResponse:
        """Exchanges the token of a sign-in link for a session of 12 hours; a token works once.

        ``POST /api/admin/session``

        Args:
            token: The token in the sign-in link.
        """
        answer: AdminSessionOpenResponse = await self._transport.call(
            "POST",
            "/api/admin/session",
            auth="none",
            body={"token": token},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def end_own(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminSessionEndOwnResponse:
        """Signs the user out: the session of this request ends.

        ``DELETE /api/admin/session``"""
        answer: AdminSessionEndOwnResponse = await self._transport.call(
            "DELETE",
            "/api/admin/session",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def list_sessions(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminSessionListSessionsResponse:
        """The sessions of the user that have not expired, for an owner those of all users, newest first.

        ``GET /api/admin/sessions``"""
        answer: AdminSessionListSessionsResponse = await self._transport.call(
            "GET",
            "/api/admin/sessions",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def end(
        self,
        session_id: str,
        *,
        timeout: float | None = None,
    ) -> AdminSessionEndResponse:
        """Ends a session of the user, for an owner that of any user; requests with it are answered 401 from then on.

        ``DELETE /api/admin/sessions/{sessionId}``"""
        answer: AdminSessionEndResponse = await self._transport.call(
            "DELETE",
            f"/api/admin/sessions/{segment(session_id)}",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AsyncAdminMembersResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: MemberStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> AdminMembersListResponse:
        """Members by status and team, newest first: by id, descending.

        ``GET /api/admin/members``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
            team_id: The id of the team.
        """
        answer: AdminMembersListResponse = await self._transport.call(
            "GET",
            "/api/admin/members",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "status": status, "teamId": team_id},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: MemberStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Member]:
        """Members by status and team, newest first: by id, descending. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/admin/members``

        Args:
            team_id: The id of the team.
        """

        async def read(page_limit: int, page_offset: int) -> AdminMembersListResponse:
            return await self.list(limit=page_limit, offset=page_offset, status=status, team_id=team_id, timeout=timeout)

        return iterate_pages_async(read, lambda page: page["members"], limit, offset)

    async def search(
        self,
        *,
        search: str,
        status: MemberStatus | None = None,
        team_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> AdminMembersSearchResponse:
        """Members by the beginnings of words of their name or address.

        ``GET /api/admin/members/search``

        Args:
            search: Beginnings of words, in any order. A member is found who has a word for each of them. Case and diacritics make no difference.
            team_id: The id of the team.
            limit: The highest number of entries on the page.
            cursor: The `next` of the previous page.
        """
        answer: AdminMembersSearchResponse = await self._transport.call(
            "GET",
            "/api/admin/members/search",
            auth="apiKey",
            query={"search": search, "status": status, "teamId": team_id, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return answer

    async def get_person(
        self,
        person: str,
        *,
        timeout: float | None = None,
    ) -> AdminMembersGetPersonResponse:
        """One person: the member, the latest invite and the model.

        ``GET /api/admin/people/{person}``"""
        answer: AdminMembersGetPersonResponse = await self._transport.call(
            "GET",
            f"/api/admin/people/{segment(person)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class AsyncAdminOrganizationResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_settings(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminOrganizationGetSettingsResponse:
        """The settings of the organization: name, website, description, who may frame its pages, retention, consent, styles and the look of its pages.

        ``GET /api/admin/organization``"""
        answer: AdminOrganizationGetSettingsResponse = await self._transport.call(
            "GET",
            "/api/admin/organization",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def update_settings(
        self,
        *,
        name: str | Omitted = OMITTED,
        website: str | Omitted = OMITTED,
        description: str | Omitted = OMITTED,
        frame_origins: Sequence[str] | None | Omitted = OMITTED,
        upload_retention_days: int | Omitted = OMITTED,
        white_label_consent: bool | Omitted = OMITTED,
        language: Language | Omitted = OMITTED,
        reply_to: str | None | Omitted = OMITTED,
        photos_by: str | None | Omitted = OMITTED,
        remind_every_days: int | None | Omitted = OMITTED,
        styles: AdminOrganizationUpdateSettingsStyles | None | Omitted = OMITTED,
        branding: AdminOrganizationUpdateSettingsBranding | None | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> AdminOrganizationUpdateSettingsResponse:
        """Changes settings of the organization; a field that is left out stays as it is.

        ``PUT /api/admin/organization``

        Args:
            name: The name of the organization.
            website: The website of the organization, an http or https URL; empty without one.
            description: The description of the organization, which v1 shows; empty without one.
            frame_origins: The origins whose pages may show the page of a signedUrl in a frame: https origins, with *. for all subdomains, or http on localhost. null: any page. An empty list: only the admin area.
            upload_retention_days: The days for which uploads are kept after the headshots are ready, 1 to 365. A change applies to models whose headshots become ready later, and a longer time only to people who agree to it.
            white_label_consent: Whether the people of signedUrls agree to the consent text here before uploading. false: the organization has proof of their consent itself. Invited members always agree here.
            language: The language of invites and invitations, and of mails to members and users who have not chosen a language on a page. A change applies to mails that are sent later.
            reply_to: The address that gets answers to mails to members and invited people, which name it; null for none. A change applies to mails that are sent later.
            photos_by: The day by which invites and pages ask people to send their photos, such as 2026-12-31; null for none. Nothing ends on it. A change applies to mails that are sent later.
            remind_every_days: The days after which an unused invite is mailed again, and a member who has signed up is reminded of missing photos, 1 to 14, on working days at about 15 h UTC. There are two reminders of each at most; a mail that a user asks for counts as one. People end reminders by a link in the mail. null: never.
            styles: The backdrops and outfits in which photos are made, by their names in the style catalogue. A list that is left out stands for all. null: the whole catalogue. A change applies to photos that are planned later, which is when a model changes to generatingHeadshots.
            branding: The look of the organization's pages, and of mails to its people. A field of it that is left out stays as it is. null: the look of the service.
        """
        answer: AdminOrganizationUpdateSettingsResponse = await self._transport.call(
            "PUT",
            "/api/admin/organization",
            auth="userSession",
            body={"name": name, "website": website, "description": description, "frameOrigins": frame_origins, "uploadRetentionDays": upload_retention_days, "whiteLabelConsent": white_label_consent, "language": language, "replyTo": reply_to, "photosBy": photos_by, "remindEveryDays": remind_every_days, "styles": styles, "branding": branding},
            timeout=timeout,
        )
        return answer

    async def get_styles(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminOrganizationGetStylesResponse:
        """The style catalogue: every backdrop, outfit and framing in which photos are made.

        ``GET /api/admin/styles``"""
        answer: AdminOrganizationGetStylesResponse = await self._transport.call(
            "GET",
            "/api/admin/styles",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AsyncAdminOverviewResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminOverviewGetResponse:
        """Who is stuck and why, and the time and the cost of models.

        ``GET /api/admin/overview``"""
        answer: AdminOverviewGetResponse = await self._transport.call(
            "GET",
            "/api/admin/overview",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AsyncAdminUsersResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_own(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminUsersGetOwnResponse:
        """The user of the session, with the role, and whether the organization has the white-label mode.

        ``GET /api/admin/user``"""
        answer: AdminUsersGetOwnResponse = await self._transport.call(
            "GET",
            "/api/admin/user",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def leave_organization(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminUsersLeaveOrganizationResponse:
        """Removes the user of the session, whose sessions end; the last owner cannot leave.

        ``DELETE /api/admin/user``"""
        answer: AdminUsersLeaveOrganizationResponse = await self._transport.call(
            "DELETE",
            "/api/admin/user",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def choose_language(
        self,
        *,
        language: Language,
        timeout: float | None = None,
    ) -> AdminUsersChooseLanguageResponse:
        """Chooses the language of the mails to the user of the session.

        ``PUT /api/admin/user/language``"""
        answer: AdminUsersChooseLanguageResponse = await self._transport.call(
            "PUT",
            "/api/admin/user/language",
            auth="userSession",
            body={"language": language},
            timeout=timeout,
        )
        return answer

    async def list(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminUsersListResponse:
        """The users of the organization, in the order of their invitations.

        ``GET /api/admin/users``"""
        answer: AdminUsersListResponse = await self._transport.call(
            "GET",
            "/api/admin/users",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def invite(
        self,
        *,
        email: str,
        role: Role,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminUsersInviteResponse:
        """Invites a person by mail to sign in with a role; an organization has 50 users at most.

        ``POST /api/admin/users``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: AdminUsersInviteResponse = await self._transport.call(
            "POST",
            "/api/admin/users",
            auth="userSession",
            body={"email": email, "role": role},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def change_role(
        self,
        user_id: str,
        *,
        role: Role,
        timeout: float | None = None,
    ) -> AdminUsersChangeRoleResponse:
        """Changes the role of a user, with effect on the next request; the last owner stays an owner.

        ``PUT /api/admin/users/{userId}``"""
        answer: AdminUsersChangeRoleResponse = await self._transport.call(
            "PUT",
            f"/api/admin/users/{segment(user_id)}",
            auth="userSession",
            body={"role": role},
            timeout=timeout,
        )
        return answer

    async def remove(
        self,
        user_id: str,
        *,
        timeout: float | None = None,
    ) -> AdminUsersRemoveResponse:
        """Removes a user, whose sessions end; the last owner cannot be removed.

        ``DELETE /api/admin/users/{userId}``"""
        answer: AdminUsersRemoveResponse = await self._transport.call(
            "DELETE",
            f"/api/admin/users/{segment(user_id)}",
            auth="userSession",
            timeout=timeout,
        )
        return answer


class AsyncAdminWebhooksResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> AdminWebhooksGetResponse:
        """The webhook settings: URL, secrets, the number of parked models, and the circuit breaker.

        ``GET /api/admin/webhooks``"""
        answer: AdminWebhooksGetResponse = await self._transport.call(
            "GET",
            "/api/admin/webhooks",
            auth="userSession",
            timeout=timeout,
        )
        return answer

    async def update(
        self,
        *,
        url: str | None | Omitted = OMITTED,
        enabled: bool | Omitted = OMITTED,
        timeout: float | None = None,
    ) -> AdminWebhooksUpdateResponse:
        """Sets or removes the webhook URL, or switches webhooks on or off; another URL releases waiting webhooks.

        ``PUT /api/admin/webhooks``

        Args:
            url: A public https address on port 443 or above 1023; null removes the URL.
            enabled: false: events wait, for 72 hours at most, until webhooks are switched on again.
        """
        answer: AdminWebhooksUpdateResponse = await self._transport.call(
            "PUT",
            "/api/admin/webhooks",
            auth="userSession",
            body={"url": url, "enabled": enabled},
            timeout=timeout,
        )
        return answer

    async def list_parked(
        self,
        *,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> AdminWebhooksListParkedResponse:
        """The models whose webhooks wait because one could not be delivered, the oldest model first.

        ``GET /api/admin/webhooks/parked``

        Args:
            limit: The highest number of entries on the page.
        """
        answer: AdminWebhooksListParkedResponse = await self._transport.call(
            "GET",
            "/api/admin/webhooks/parked",
            auth="userSession",
            query={"limit": limit},
            timeout=timeout,
        )
        return answer

    async def rotate_secret(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminWebhooksRotateSecretResponse:
        """Creates a webhook secret, which only this answer shows; the former one also signs for 24 hours.

        ``POST /api/admin/webhooks/secret``"""
        answer: AdminWebhooksRotateSecretResponse = await self._transport.call(
            "POST",
            "/api/admin/webhooks/secret",
            auth="userSession",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def send_test(
        self,
        *,
        event: WebhookEvent | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> AdminWebhooksSendTestResponse:
        """Posts a test webhook at once, even while webhooks are switched off, and answers its outcome; never retried.

        ``POST /api/admin/webhooks/test``"""
        answer: AdminWebhooksSendTestResponse = await self._transport.call(
            "POST",
            "/api/admin/webhooks/test",
            auth="userSession",
            body={"event": event},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncAdminArea:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.trail = AsyncAdminTrailResource(transport)
        self.deliveries = AsyncAdminDeliveriesResource(transport)
        self.erasures = AsyncAdminErasuresResource(transport)
        self.join_link = AsyncAdminJoinLinkResource(transport)
        self.keys = AsyncAdminKeysResource(transport)
        self.session = AsyncAdminSessionResource(transport)
        self.members = AsyncAdminMembersResource(transport)
        self.organization = AsyncAdminOrganizationResource(transport)
        self.overview = AsyncAdminOverviewResource(transport)
        self.users = AsyncAdminUsersResource(transport)
        self.webhooks = AsyncAdminWebhooksResource(transport)



class AsyncWebArea:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_openapi(
        self,
        *,
        timeout: float | None = None,
    ) -> WebGetOpenapiResponse:
        """The OpenAPI document of this API.

        ``GET /api/openapi.json``"""
        answer: WebGetOpenapiResponse = await self._transport.call(
            "GET",
            "/api/openapi.json",
            auth="none",
            timeout=timeout,
        )
        return answer

    async def get_health(
        self,
        *,
        timeout: float | None = None,
    ) -> WebGetHealthResponse:
        """Whether the service answers: 200, without reading anything.

        ``GET /health``"""
        answer: WebGetHealthResponse = await self._transport.call(
            "GET",
            "/health",
            auth="none",
            timeout=timeout,
        )
        return answer


class AsyncOrganizationResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> OrganizationGetResponse:
        """The organization's name, website and teams.

        ``GET /api/v2/organization``"""
        answer: OrganizationGetResponse = await self._transport.call(
            "GET",
            "/api/v2/organization",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def get_credits(
        self,
        *,
        timeout: float | None = None,
    ) -> OrganizationGetCreditsResponse:
        """The current credit balance.

        ``GET /api/v2/organization/credits``"""
        answer: OrganizationGetCreditsResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/credits",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def get_usage(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
    ) -> OrganizationGetUsageResponse:
        """The usage per month and team: credits, models and headshots, for up to 36 months.

        ``GET /api/v2/organization/usage``

        Args:
            from_: The first month, as YYYY-MM, in UTC. Default: eleven months before the last one.
            to: The last month, as YYYY-MM, in UTC. Default: the present one.
        """
        answer: OrganizationGetUsageResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/usage",
            auth="apiKey",
            query={"from": from_, "to": to},
            timeout=timeout,
        )
        return answer


class AsyncInvitesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: InviteStatus | None = None,
        timeout: float | None = None,
    ) -> InvitesListResponse:
        """All invites with their status, newest first; without limit and offset, up to 10,000.

        ``GET /api/v2/organization/invites``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: InvitesListResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/invites",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "status": status},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: InviteStatus | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Invite]:
        """All invites with their status, newest first; without limit and offset, up to 10,000. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/invites``"""

        async def read(page_limit: int, page_offset: int) -> InvitesListResponse:
            return await self.list(limit=page_limit, offset=page_offset, status=status, timeout=timeout)

        return iterate_pages_async(read, lambda page: page["invites"], limit, offset)

    async def send(
        self,
        *,
        email: str,
        team_id: str | None | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesSendResponse:
        """Sends an invite: an e-mail with a link to sign up by, valid for 30 days.

        ``POST /api/v2/organization/invites``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
            team_id: The id of the team; null or left out for no team.
            name: The name of the person.
        """
        answer: InvitesSendResponse = await self._transport.call(
            "POST",
            "/api/v2/organization/invites",
            auth="apiKey",
            body={"email": email, "teamId": team_id, "name": name},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def send_many(
        self,
        *,
        emails: Sequence[str],
        team_id: str | None | Omitted = OMITTED,
        names: dict[str, str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesSendManyResponse:
        """Sends up to 500 invites, with one result for each; none at all when they exceed a limit.

        ``POST /api/v2/organization/invites/bulk``

        Args:
            emails: The addresses to invite; repeated addresses count once.
            team_id: The id of the team; null or left out for no team.
            names: The names of people by their address, for the sign-up page and the list of invites.
        """
        answer: InvitesSendManyResponse = await self._transport.call(
            "POST",
            "/api/v2/organization/invites/bulk",
            auth="apiKey",
            body={"emails": emails, "teamId": team_id, "names": names},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def check(
        self,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesCheckResponse:
        """Tells for up to 500 addresses whether an invite can be sent; sends nothing.

        ``POST /api/v2/organization/invites/check``

        Args:
            emails: The addresses to invite; repeated addresses count once.
        """
        answer: InvitesCheckResponse = await self._transport.call(
            "POST",
            "/api/v2/organization/invites/check",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def resend(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesResendResponse:
        """Mails the link of a pending invite again; the invite stays the same.

        ``POST /api/v2/organization/invites/resend``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: InvitesResendResponse = await self._transport.call(
            "POST",
            "/api/v2/organization/invites/resend",
            auth="apiKey",
            body={"email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def resend_many(
        self,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesResendManyResponse:
        """Mails the links of up to 100 pending invites again, with one result for each.

        ``POST /api/v2/organization/invites/resend/bulk``

        Args:
            emails: The addresses that the invites were sent to; repeated addresses count once.
        """
        answer: InvitesResendManyResponse = await self._transport.call(
            "POST",
            "/api/v2/organization/invites/resend/bulk",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def revoke(
        self,
        *,
        email: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesRevokeResponse:
        """Revokes an invite that was not used; it no longer counts as pending.

        ``POST /api/v2/organization/invites/revoke``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
        """
        answer: InvitesRevokeResponse = await self._transport.call(
            "POST",
            "/api/v2/organization/invites/revoke",
            auth="apiKey",
            body={"email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def revoke_many(
        self,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> InvitesRevokeManyResponse:
        """Revokes up to 100 invites that were not used, with one result for each.

        ``POST /api/v2/organization/invites/revoke/bulk``

        Args:
            emails: The addresses that the invites were sent to; repeated addresses count once.
        """
        answer: InvitesRevokeManyResponse = await self._transport.call(
            "POST",
            "/api/v2/organization/invites/revoke/bulk",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def get(
        self,
        email: str,
        *,
        timeout: float | None = None,
    ) -> InvitesGetResponse:
        """One invite: by its id, or the newest that was sent to an address or whose member has it.

        ``GET /api/v2/organization/invites/{email}``"""
        answer: InvitesGetResponse = await self._transport.call(
            "GET",
            f"/api/v2/organization/invites/{segment(email)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class AsyncModelsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: ModelStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> ModelsListResponse:
        """All models, newest first; without a status, deleted ones included.

        ``GET /api/v2/organization/models``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
            team_id: The id of the team.
        """
        answer: ModelsListResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/models",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "status": status, "teamId": team_id},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: ModelStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Model]:
        """All models, newest first; without a status, deleted ones included. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/models``

        Args:
            team_id: The id of the team.
        """

        async def read(page_limit: int, page_offset: int) -> ModelsListResponse:
            return await self.list(limit=page_limit, offset=page_offset, status=status, team_id=team_id, timeout=timeout)

        return iterate_pages_async(read, lambda page: page["models"], limit, offset)

    async def get(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> ModelsGetResponse:
        """One model.

        ``GET /api/v2/organization/models/{modelId}``"""
        answer: ModelsGetResponse = await self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def delete(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> ModelsDeleteResponse:
        """Deletes a model and all its images; irreversible.

        ``DELETE /api/v2/organization/models/{modelId}``"""
        answer: ModelsDeleteResponse = await self._transport.call(
            "DELETE",
            f"/api/v2/organization/models/{segment(model_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def list_events(
        self,
        model_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> ModelsListEventsResponse:
        """A model's webhooks of the last 30 days, newest first, each with the state of its delivery.

        ``GET /api/v2/organization/models/{modelId}/events``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: ModelsListEventsResponse = await self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}/events",
            auth="apiKey",
            query={"limit": limit, "offset": offset},
            timeout=timeout,
        )
        return answer

    def iterate_events(
        self,
        model_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[ModelWebhook]:
        """A model's webhooks of the last 30 days, newest first, each with the state of its delivery. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/models/{modelId}/events``"""

        async def read(page_limit: int, page_offset: int) -> ModelsListEventsResponse:
            return await self.list_events(model_id, limit=page_limit, offset=page_offset, timeout=timeout)

        return iterate_pages_async(read, lambda page: page["events"], limit, offset)

    async def restart(
        self,
        model_id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> ModelsRestartResponse:
        """Starts a model that has failed for good once more, for a credit, which comes back if it fails again.

        ``POST /api/v2/organization/models/{modelId}/restart``"""
        answer: ModelsRestartResponse = await self._transport.call(
            "POST",
            f"/api/v2/organization/models/{segment(model_id)}/restart",
            auth="apiKey",
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncPhotosResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        model_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        status: PhotoStatus | None = None,
        liked_status: LikedStatus | None = None,
        sort: PhotoSort | None = None,
        timeout: float | None = None,
    ) -> PhotosListResponse:
        """A model's photos, by createdAt and then by id, latest first, or by likeness, with links that are valid for 24 hours.

        ``GET /api/v2/organization/models/{modelId}/photos``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: PhotosListResponse = await self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}/photos",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "include": include, "status": status, "likedStatus": liked_status, "sort": sort},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        model_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        status: PhotoStatus | None = None,
        liked_status: LikedStatus | None = None,
        sort: PhotoSort | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[ListedPhoto]:
        """A model's photos, by createdAt and then by id, latest first, or by likeness, with links that are valid for 24 hours. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/models/{modelId}/photos``"""

        async def read(page_limit: int, page_offset: int) -> PhotosListResponse:
            return await self.list(model_id, limit=page_limit, offset=page_offset, include=include, status=status, liked_status=liked_status, sort=sort, timeout=timeout)

        return iterate_pages_async(read, lambda page: page["photos"], limit, offset)

    async def download(
        self,
        model_id: str,
        *,
        photo_ids: Sequence[str] | Omitted = OMITTED,
        include: Include | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> PhotosDownloadResponse:
        """Links to several photos; without photoIds, to all active photos of the model.

        ``POST /api/v2/organization/models/{modelId}/photos/download``

        Args:
            photo_ids: The ids of photos of the model; all active ones when it is left out. A 404 for ids that are not lists them in its own field photoIds.
        """
        answer: PhotosDownloadResponse = await self._transport.call(
            "POST",
            f"/api/v2/organization/models/{segment(model_id)}/photos/download",
            auth="apiKey",
            body={"photoIds": photo_ids, "include": include},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def get_favorite(
        self,
        model_id: str,
        *,
        include: Include | None = None,
        timeout: float | None = None,
    ) -> PhotosGetFavoriteResponse:
        """The member's favorite photo; null while none is chosen.

        ``GET /api/v2/organization/models/{modelId}/photos/favorite``"""
        answer: PhotosGetFavoriteResponse = await self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}/photos/favorite",
            auth="apiKey",
            query={"include": include},
            timeout=timeout,
        )
        return answer

    async def choose_favorite(
        self,
        model_id: str,
        *,
        photo_id: str,
        timeout: float | None = None,
    ) -> PhotosChooseFavoriteResponse:
        """Chooses the favorite photo on behalf of the member, who is told by mail and can choose another.

        ``PUT /api/v2/organization/models/{modelId}/photos/favorite``

        Args:
            photo_id: The id of the photo.
        """
        answer: PhotosChooseFavoriteResponse = await self._transport.call(
            "PUT",
            f"/api/v2/organization/models/{segment(model_id)}/photos/favorite",
            auth="apiKey",
            body={"photoId": photo_id},
            timeout=timeout,
        )
        return answer

    async def get(
        self,
        model_id: str,
        photo_id: str,
        *,
        include: Include | None = None,
        timeout: float | None = None,
    ) -> PhotosGetResponse:
        """One photo.

        ``GET /api/v2/organization/models/{modelId}/photos/{photoId}``"""
        answer: PhotosGetResponse = await self._transport.call(
            "GET",
            f"/api/v2/organization/models/{segment(model_id)}/photos/{segment(photo_id)}",
            auth="apiKey",
            query={"include": include},
            timeout=timeout,
        )
        return answer


class AsyncFavoritesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        liked_status: LikedStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> FavoritesListResponse:
        """The favorite photos of all members, newest member first: by the id of the member, descending.

        ``GET /api/v2/organization/photos/favorites``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
            team_id: The id of the team.
        """
        answer: FavoritesListResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/photos/favorites",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "include": include, "likedStatus": liked_status, "teamId": team_id},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        include: Include | None = None,
        liked_status: LikedStatus | None = None,
        team_id: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[FavoritesListResponsePhoto]:
        """The favorite photos of all members, newest member first: by the id of the member, descending. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/photos/favorites``

        Args:
            team_id: The id of the team.
        """

        async def read(page_limit: int, page_offset: int) -> FavoritesListResponse:
            return await self.list(limit=page_limit, offset=page_offset, include=include, liked_status=liked_status, team_id=team_id, timeout=timeout)

        return iterate_pages_async(read, lambda page: page["photos"], limit, offset)


class AsyncMembersResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: MemberStatus | None = None,
        timeout: float | None = None,
    ) -> MembersListResponse:
        """Members of the organization with their status, newest first: by id, descending.

        ``GET /api/v2/organization/team``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MembersListResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/team",
            auth="apiKey",
            query={"limit": limit, "offset": offset, "status": status},
            timeout=timeout,
        )
        return answer

    def iterate(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status: MemberStatus | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Member]:
        """Members of the organization with their status, newest first: by id, descending. Iterates over all pages: ``limit`` is the page size, ``offset`` the start.

        ``GET /api/v2/organization/team``"""

        async def read(page_limit: int, page_offset: int) -> MembersListResponse:
            return await self.list(limit=page_limit, offset=page_offset, status=status, timeout=timeout)

        return iterate_pages_async(read, lambda page: page["members"], limit, offset)

    async def list_accepted(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> MembersListAcceptedResponse:
        """Members who have signed up but not started to upload photos, newest first: by id, descending.

        ``GET /api/v2/organization/team/accepted``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MembersListAcceptedResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/team/accepted",
            auth="apiKey",
            query={"limit": limit, "offset": offset},
            timeout=timeout,
        )
        return answer

    async def list_finished(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> MembersListFinishedResponse:
        """Members whose headshots are ready, newest first: by id, descending.

        ``GET /api/v2/organization/team/finished``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MembersListFinishedResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/team/finished",
            auth="apiKey",
            query={"limit": limit, "offset": offset},
            timeout=timeout,
        )
        return answer

    async def list_pending(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> MembersListPendingResponse:
        """Members who are uploading photos or whose headshots are being generated, newest first: by id, descending.

        ``GET /api/v2/organization/team/pending``

        Args:
            limit: The highest number of entries on the page.
            offset: The number of entries that are skipped.
        """
        answer: MembersListPendingResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/team/pending",
            auth="apiKey",
            query={"limit": limit, "offset": offset},
            timeout=timeout,
        )
        return answer

    async def erase(
        self,
        member_id: str,
        *,
        timeout: float | None = None,
    ) -> MembersEraseResponse:
        """Erases a member with all data: model, images, address, invites; irreversible.

        ``DELETE /api/v2/organization/team/{memberId}``"""
        answer: MembersEraseResponse = await self._transport.call(
            "DELETE",
            f"/api/v2/organization/team/{segment(member_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class AsyncTeamsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        timeout: float | None = None,
    ) -> TeamsListResponse:
        """All teams, oldest first.

        ``GET /api/v2/organization/teams``"""
        answer: TeamsListResponse = await self._transport.call(
            "GET",
            "/api/v2/organization/teams",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def create(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> TeamsCreateResponse:
        """Creates a team; names are unique regardless of case, and an organization has 1000 teams at most.

        ``POST /api/v2/organization/teams``

        Args:
            name: The name of the team.
        """
        answer: TeamsCreateResponse = await self._transport.call(
            "POST",
            "/api/v2/organization/teams",
            auth="apiKey",
            body={"name": name},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def rename(
        self,
        team_id: str,
        *,
        name: str,
        timeout: float | None = None,
    ) -> TeamsRenameResponse:
        """Renames a team.

        ``PUT /api/v2/organization/teams/{teamId}``

        Args:
            name: The name of the team.
        """
        answer: TeamsRenameResponse = await self._transport.call(
            "PUT",
            f"/api/v2/organization/teams/{segment(team_id)}",
            auth="apiKey",
            body={"name": name},
            timeout=timeout,
        )
        return answer

    async def delete(
        self,
        team_id: str,
        *,
        timeout: float | None = None,
    ) -> TeamsDeleteResponse:
        """Deletes a team; its members stay in the organization without a team.

        ``DELETE /api/v2/organization/teams/{teamId}``"""
        answer: TeamsDeleteResponse = await self._transport.call(
            "DELETE",
            f"/api/v2/organization/teams/{segment(team_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def add_members(
        self,
        team_id: str,
        *,
        emails: Sequence[str],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> TeamsAddMembersResponse:
        """Moves members of the organization into a team.

        ``POST /api/v2/organization/teams/{teamId}/members``

        Args:
            emails: The addresses of members; repeated addresses count once. A 400 for addresses of no member lists them in its own field emails.
        """
        answer: TeamsAddMembersResponse = await self._transport.call(
            "POST",
            f"/api/v2/organization/teams/{segment(team_id)}/members",
            auth="apiKey",
            body={"emails": emails},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer


class AsyncWhitelabelResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_model(
        self,
        *,
        email: str,
        team_id: str | None | Omitted = OMITTED,
        is_development: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> WhitelabelCreateModelResponse:
        """Creates an anonymous user and a model; your application shows the signedUrl in a frame.

        ``POST /api/v2/organization/whitelabel/model/create``

        Args:
            email: The e-mail address. It counts trimmed, in lower case and with its domain in ASCII.
            team_id: The id of the team; null or left out for no team.
            is_development: true for test data instead of a training: quick, and without a credit.
        """
        answer: WhitelabelCreateModelResponse = await self._transport.call(
            "POST",
            "/api/v2/organization/whitelabel/model/create",
            auth="apiKey",
            body={"email": email, "teamId": team_id, "isDevelopment": is_development},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
        return answer

    async def delete_model(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> WhitelabelDeleteModelResponse:
        """Deletes a white-label model, its images and its anonymous user.

        ``DELETE /api/v2/organization/whitelabel/model/delete/{modelId}``"""
        answer: WhitelabelDeleteModelResponse = await self._transport.call(
            "DELETE",
            f"/api/v2/organization/whitelabel/model/delete/{segment(model_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer

    async def get_model(
        self,
        model_id: str,
        *,
        timeout: float | None = None,
    ) -> WhitelabelGetModelResponse:
        """The status of a white-label model, with a new signedUrl.

        ``GET /api/v2/organization/whitelabel/model/get/{modelId}``"""
        answer: WhitelabelGetModelResponse = await self._transport.call(
            "GET",
            f"/api/v2/organization/whitelabel/model/get/{segment(model_id)}",
            auth="apiKey",
            timeout=timeout,
        )
        return answer


class AsyncApi:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.organization = AsyncOrganizationResource(transport)
        self.invites = AsyncInvitesResource(transport)
        self.models = AsyncModelsResource(transport)
        self.photos = AsyncPhotosResource(transport)
        self.favorites = AsyncFavoritesResource(transport)
        self.members = AsyncMembersResource(transport)
        self.teams = AsyncTeamsResource(transport)
        self.whitelabel = AsyncWhitelabelResource(transport)
        self.v1 = AsyncV1Area(transport)
        self.member = AsyncMemberArea(transport)
        self.admin = AsyncAdminArea(transport)
        self.web = AsyncWebArea(transport)

