# Generated from docs/openapi.json: change the contracts and run `npm run client`.
from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

from typing_extensions import NotRequired

Language = Literal["en", "de"]
"""A language, as in ISO 639-1."""


class GivenConsent(TypedDict):
    """The consent that the member has given."""
    version: str
    """The version of the text."""
    language: Language
    uploadRetentionDays: int
    """The days for which photos may be kept after the headshots are ready, as the text told."""
    agreedAt: str
    """The time at which the member agreed."""


class AcceptedMember(TypedDict):
    """A member who has not started to upload photos."""
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: str | None
    """The name of the member; null until it is known."""
    teamId: str | None
    """The id of the team; null without a team."""
    teamName: str | None
    """The name of the team; null without a team."""
    joinedAt: str
    """The time at which the member signed up."""
    consent: NotRequired[GivenConsent]


AddressState = Literal["open", "invited", "member", "mailedTooOften"]
"""open: an invite can be sent. invited: an invite to the address is pending. member: a member has the address. mailedTooOften: no more invite mails can be sent to the address within these 24 hours."""


class Branding(TypedDict):
    """The look of the organization's pages, and of mails to its people."""
    accent: str | None
    """The color of buttons and links, as #rrggbb; null for that of the service. Pages show it lighter or darker where text would have a contrast below 4.5:1."""
    font: Literal["system", "humanist", "geometric", "rounded", "serif", "slab"] | None
    """The font, one of those that devices have; null for the one of the service."""
    logo: str | None
    """The logo as a data URL: PNG, JPEG or WebP of at most 32 KB, with sides of 16 to 1024 pixels; null for none."""


class CheckedAddress(TypedDict):
    """An address, and whether an invite can be sent to it."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    state: AddressState


class Circuit(TypedDict):
    """The circuit breaker of the receiver. It opens when webhooks of five models have failed, or those of two have timed out, and nearly none was delivered, and closes by itself when the receiver answers 200 again."""
    state: Literal["closed", "open", "half-open"]
    """closed: webhooks are posted. open: the receiver has failed too often, and webhooks wait. half-open: one webhook is posted as a probe; its success closes the circuit."""
    openedAt: str | None
    """The time since which webhooks wait; null while the circuit is closed."""
    nextProbeAt: str | None
    """The time of the next probe; null unless the circuit is open. Null in an open circuit: the next event of a model is the probe."""
    failedProbes: int
    """The number of probes that have failed since the circuit opened."""
    heldModels: int
    """The number of models whose webhooks wait; 1000 stands for 1000 or more."""


class Consent(TypedDict):
    """The consent to the use of photos, and whether it was given."""
    version: str
    """The version of the text."""
    language: Language
    text: str
    """The text to agree to: paragraphs with an empty line between them."""
    agreedAt: str | None
    """The time at which the member agreed to this version; null before."""
    required: bool
    """Whether uploads need it. For white-label members, the organization decides."""


DeliveredEvent = Literal["model.created", "model.status.updated", "model.photos_ready", "model.favorite_selected", "model.deleted", "webhook.test"]
"""The event that a webhook reports. webhook.test reports no event: an owner tests the receiver with it."""


DeliveryStatus = Literal["pending", "retrying", "delivered", "parked", "given-up"]
"""pending: the next attempt is made at once. retrying: the next attempt is made later. Neither is made while the circuit of the receiver is open. delivered: the receiver answered 200. parked: no attempts are left, or there is no URL; later webhooks of the same model wait behind this one. given-up: the webhook was parked, or waited for the circuit, for 72 hours, or waited behind one that was; or a test that failed."""


DeliveryError = Literal["refused-target", "dns", "connect", "tls", "timeout", "response-too-large", "connection-lost", "unexpected-status", "redirect", "no-webhook-url", "switched-off", "interrupted"]
"""The reason for an attempt without an answer of 200. refused-target: the URL does not lead to a public https address. dns, connect, tls, timeout, connection-lost: the connection failed in this way. unexpected-status, redirect: the receiver answered with another status. response-too-large: the answer was over 64 KB. no-webhook-url, switched-off: no attempt was made. interrupted: the attempt broke off on our side; the receiver may have the webhook."""


class Delivery(TypedDict):
    """The delivery of one webhook, with the outcome of its last attempt."""
    webhookId: str
    """The id of the webhook: the header webhook-id, the same in all attempts."""
    event: DeliveredEvent
    modelId: str
    """The id of the model."""
    createdAt: str
    """The time of the event."""
    status: DeliveryStatus
    attempts: int
    """The number of attempts that were made."""
    lastAttemptAt: str | None
    """The time of the last attempt; null before the first."""
    nextAttemptAt: str | None
    """The earliest time of the next attempt; null unless the status is retrying."""
    failedAt: str | None
    """The time at which the model was parked; null for a webhook that never was."""
    responseStatus: int | None
    """The HTTP status of the answer; null without an answer."""
    error: DeliveryError | None
    """The reason for the failure; null without a failure."""
    test: bool
    """true for a test webhook."""


class DeliveryAttempt(TypedDict):
    """One attempt to deliver a webhook, and the answer to it."""
    attempt: int
    """The number of the attempt, from 1."""
    at: str
    """The time at which the attempt began."""
    durationMs: int
    """The duration in milliseconds."""
    responseStatus: int | None
    """The HTTP status of the answer; null without an answer."""
    error: DeliveryError | None
    """The reason for the failure; null without a failure."""
    detail: str
    """The outcome of the attempt in one sentence."""
    responseStart: str
    """The first 1 KB of the answer."""


class Error(TypedDict):
    """The body of every error response."""
    success: Literal[False]
    """Whether the request succeeded."""
    error: str
    """The cause in one sentence, for people."""
    code: str
    """The error code, for programs to decide by."""


FailureReason = Literal["training-failed", "generation-failed", "photos-refused", "likeness-too-low", "timed-out", "internal-error"]
"""The kind of failure that ended the last run. training-failed: no model could be made of the uploads. generation-failed: the photos could not be generated. photos-refused: the uploads are not accepted for training. likeness-too-low: most photos showed another face than the uploads. timed-out: a step took too long. internal-error: any other failure on our side."""


ModelStatus = Literal["onboarding", "waiting", "pending", "generatingHeadshots", "active", "failed", "deleted"]
"""onboarding: the member is uploading photos. waiting: the model is queued. pending: the model is in training. generatingHeadshots: the photos are being generated. active: the photos are ready. failed: the run of the model failed; it restarts automatically. deleted: the model was deleted for good."""


class FinishedMember(TypedDict):
    """A member whose headshots are ready."""
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: str | None
    """The name of the member; null until it is known."""
    teamId: str | None
    """The id of the team; null without a team."""
    teamName: str | None
    """The name of the team; null without a team."""
    joinedAt: str
    """The time at which the member signed up."""
    consent: NotRequired[GivenConsent]
    modelId: str
    """The id of the model."""
    modelStatus: ModelStatus
    photoCount: int
    """The number of headshots that were generated. It stays when the member puts some away."""
    availableCount: int
    """The number of headshots that the member has neither put away nor erased."""
    hasFavorite: bool
    """Whether the member has chosen a favorite photo."""
    finishedAt: str
    """The time at which the photos were ready."""


HeldInviteState = Literal["open", "used", "expired", "revoked"]
"""open: sign up with it. used: the person has signed up, and POST /api/member/session/link mails a link to continue. expired, also after the end of the access, and revoked: ask the organization for a new invite."""


class HeldInviteOrganization(TypedDict):
    """The organization that invites."""
    name: str
    """The name of the organization."""
    website: str
    """The website of the organization; empty without one."""
    description: str
    """The description of the organization; empty without one."""
    branding: Branding
    photosBy: str | None
    """The day by which the organization asks for photos; null without one, and when it is over."""


class HeldInvite(TypedDict):
    """An invite as the person who holds its link sees it."""
    state: HeldInviteState
    organization: HeldInviteOrganization
    """The organization that invites."""
    maskedEmail: str
    """The address that the invite was sent to, of which only the first character and the domain are shown."""
    name: NotRequired[str]
    """The name that the organization has invited the person by, while the state is open."""
    expiresAt: str
    """The time at which the invite expires, or has expired."""


Include = Literal["main", "all"]
"""main: one link for each photo. all: links to the thumbnail and the original as well."""


InviteStatus = Literal["pending", "accepted", "uploading", "generating", "completed", "revoked", "deleted"]
"""pending: the invite can be used. accepted: the person has signed up. uploading: the member is uploading photos. generating: the photos are being generated. completed: the photos are ready. revoked: the invite was revoked or has expired. deleted: the model was deleted, or the person erased, whose address is empty then."""


class RefusedMail(TypedDict):
    """The address of the invite refuses our mail, so it gets no more. The link works without the mail: pass it on yourself."""
    reason: Literal["bounced", "complained"]
    """bounced: the address does not exist, or its server refuses our mail for good. complained: the recipient has reported our mail as spam."""
    at: str
    """The time at which the mail was refused."""


class Invite(TypedDict):
    """An invite. name is present once it is known, modelId once there is a model, link while the invite is pending, mailRefused when the address refuses mail, mailedAt once a mail was sent. A viewer, a test key and a key without invites:write get no link, and a hash in place of the id, since both let their holder sign up."""
    id: str
    """The id of the invite."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: NotRequired[str]
    """The name of the member or, until the person has signed up, the one that the invite was sent with."""
    status: InviteStatus
    teamId: str | None
    """The id of the team; null without a team."""
    teamName: str | None
    """The name of the team; null without a team."""
    modelId: NotRequired[str]
    """The id of the model."""
    link: NotRequired[str]
    """The page where the invited person signs up."""
    mailRefused: NotRequired[RefusedMail]
    mailedAt: NotRequired[str]
    """The time at which the latest mail of the invite was sent."""
    createdAt: str
    """The time of creation."""
    expiresAt: str
    """The time at which the invite expires."""


class InviteChange1(TypedDict):
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    done: Literal[True]
    """The invite was changed."""


class InviteChange2(TypedDict):
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    done: Literal[False]
    """The invite is unchanged."""
    code: Literal["NOT_FOUND", "INVALID_REQUEST", "ALREADY_DELETED", "RATE_LIMIT_EXCEEDED"]
    """The error code."""
    error: str
    """The cause in one sentence, for people."""


InviteChange = Union[InviteChange1, InviteChange2]
"""The result for one address of several whose invites were changed."""


class InviteLimits(TypedDict):
    """How many invites the organization can send now."""
    credits: int
    """The number of credits."""
    pendingInvites: int
    """The number of pending invites and of unfinished models."""
    invitesLeft: int
    """The number of further invites that can be pending."""
    mailsLeft: int
    """The number of further invite mails on this day in UTC."""


class InviteOfPerson(TypedDict):
    """An invite, without what lets its holder sign up."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: NotRequired[str]
    """The name of the member or, until the person has signed up, the one that the invite was sent with."""
    status: InviteStatus
    mailRefused: NotRequired[RefusedMail]
    mailedAt: NotRequired[str]
    """The time at which the latest mail of the invite was sent."""
    createdAt: str
    """The time of creation."""
    expiresAt: str
    """The time at which the invite expires."""


class InviteResult1(TypedDict):
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    sent: Literal[True]
    """The invite was sent."""
    id: str
    """The id of the invite."""
    link: str
    """The page where the invited person signs up."""


class InviteResult2(TypedDict):
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    sent: Literal[False]
    """No invite was sent to this address."""
    code: Literal["ALREADY_EXISTS", "RATE_LIMIT_EXCEEDED"]
    """The error code."""
    error: str
    """The cause in one sentence, for people."""


InviteResult = Union[InviteResult1, InviteResult2]
"""The result for one address of several that were invited."""


class JoinLink(TypedDict):
    """A link to a page on which people of some domains ask for an invite."""
    link: str
    """The page on which people enter their address."""
    domains: list[str]
    """The domains whose people may ask for an invite."""
    usesLeft: int
    """How many more people it invites."""
    expiresAt: str
    """The time at which it ends."""


LikedStatus = Literal["none", "liked", "loved"]
"""The member's opinion of the photo."""


PhotoStatus = Literal["active", "deleted"]
"""active: the photo is shown. deleted: the member has put the photo away; links issued before remain valid until they expire."""


class PhotoUrls(TypedDict):
    """Signed links. thumbnail and original are present with include=all only."""
    main: str
    """The link to the photo."""
    thumbnail: NotRequired[str]
    """The link to a small version."""
    original: NotRequired[str]
    """The link to the largest version."""


class ListedPhoto(TypedDict):
    """A headshot in a model's list of photos."""
    id: str
    """The id of the photo."""
    status: PhotoStatus
    likedStatus: LikedStatus
    createdAt: str
    """The time of creation."""
    madeBy: Literal["retouched", "generated"]
    """How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes."""
    likeness: NotRequired[float]
    """How like the photo's face is to those of the member's uploads, from 0 to 1 in two decimals: from 0.5, it is taken for the same person. Absent where it was not measured."""
    uploadId: NotRequired[str]
    """The id of the upload that the photo retouches. Absent for a generated photo."""
    backdrop: NotRequired[Literal["light-grey", "deep-blue", "warm-white", "office", "slate", "sage", "charcoal", "garden"]]
    """The backdrop. Absent for a retouched photo that keeps the background of its upload."""
    outfit: NotRequired[Literal["navy-suit", "open-collar", "charcoal-blazer", "knitwear", "roll-neck", "smart-casual"]]
    """The outfit that was asked for. Absent for a retouched photo."""
    urls: PhotoUrls
    expiresAt: str
    """The time at which the links expire."""


class MemberAccepted(TypedDict):
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: str | None
    """The name of the member; null until it is known."""
    teamId: str | None
    """The id of the team; null without a team."""
    teamName: str | None
    """The name of the team; null without a team."""
    joinedAt: str
    """The time at which the member signed up."""
    consent: NotRequired[GivenConsent]
    status: Literal["accepted"]


class MemberPending(TypedDict):
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: str | None
    """The name of the member; null until it is known."""
    teamId: str | None
    """The id of the team; null without a team."""
    teamName: str | None
    """The name of the team; null without a team."""
    joinedAt: str
    """The time at which the member signed up."""
    consent: NotRequired[GivenConsent]
    modelId: str
    """The id of the model."""
    modelStatus: ModelStatus
    status: Literal["pending"]


class MemberFinished(TypedDict):
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: str | None
    """The name of the member; null until it is known."""
    teamId: str | None
    """The id of the team; null without a team."""
    teamName: str | None
    """The name of the team; null without a team."""
    joinedAt: str
    """The time at which the member signed up."""
    consent: NotRequired[GivenConsent]
    modelId: str
    """The id of the model."""
    modelStatus: ModelStatus
    photoCount: int
    """The number of headshots that were generated. It stays when the member puts some away."""
    availableCount: int
    """The number of headshots that the member has neither put away nor erased."""
    hasFavorite: bool
    """Whether the member has chosen a favorite photo."""
    finishedAt: str
    """The time at which the photos were ready."""
    status: Literal["finished"]


Member = Union[MemberAccepted, MemberPending, MemberFinished]
"""A person who has signed up. The fields depend on the status; consent is present once the member has agreed."""


MemberStatus = Literal["accepted", "pending", "finished"]
"""accepted: the member has not started to upload. pending: the photos are being uploaded or the headshots generated. finished: the headshots are ready."""


Trigger = Literal["male", "female", "person"]
"""The gender that the headshots are made for; person until one is chosen."""


class Model(TypedDict):
    """A model is trained on the uploads of one member, and generates the headshots."""
    id: str
    """The id of the model."""
    uid: str
    """The id of the user whose model it is."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    title: str
    """The name of the member; without one, the local part of the e-mail address."""
    trigger: Trigger
    status: ModelStatus
    final: NotRequired[Literal[True]]
    """true when the model has failed for good: it does not restart by itself."""
    failureReason: NotRequired[FailureReason]
    teamId: str | None
    """The id of the team; null without a team."""
    teamName: str | None
    """The name of the team; null without a team."""
    isDevelopment: NotRequired[Literal[True]]
    """true for test data instead of a training: quick, and without a credit."""
    madeBy: NotRequired[Literal["retouched", "generated"]]
    """How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes."""
    photoCount: int
    """The number of headshots that were generated. It stays when the member puts some away."""
    availableCount: int
    """The number of headshots that the member has neither put away nor erased."""
    hasFavorite: bool
    """Whether the member has chosen a favorite photo."""
    createdAt: str
    """The time of creation."""
    finishedAt: str | None
    """The time at which the photos were ready; null until then."""
    deletedAt: str | None
    """The time of deletion; null until then."""


WebhookEvent = Literal["model.created", "model.status.updated", "model.photos_ready", "model.favorite_selected", "model.deleted"]
"""The event that a webhook reports."""


class ModelWebhook(TypedDict):
    """A webhook of a model, and the state of its delivery."""
    sequence: int
    """The number of the event, counted per model from 1. Webhooks of one event share it, and events without a webhook leave gaps."""
    webhookId: str
    """The id of the webhook: the header webhook-id, the same in all attempts."""
    event: WebhookEvent
    createdAt: str
    """The time of the event."""
    status: DeliveryStatus
    attempts: int
    """The number of attempts that were recorded; 0 before the first."""


class Team(TypedDict):
    """A group of members. Its name is unique in the organization."""
    id: str
    """The id of the team."""
    name: str
    """The name of the team."""


class Organization(TypedDict):
    """The organization that an API key belongs to."""
    uid: str
    """The id of the organization."""
    name: str
    """The name of the organization."""
    website: str
    """The website of the organization; empty without one."""
    teams: list[Team]


class OrganizationSettingsStyles(TypedDict):
    backdrops: NotRequired[list[str]]
    """Names of backdrops."""
    outfits: NotRequired[list[str]]
    """Names of outfits."""


class OrganizationSettings(TypedDict):
    """The settings of the organization."""
    name: str
    """The name of the organization."""
    website: str
    """The website of the organization, an http or https URL; empty without one."""
    description: str
    """The description of the organization, which v1 shows; empty without one."""
    frameOrigins: list[str] | None
    """The origins whose pages may show the page of a signedUrl in a frame: https origins, with *. for all subdomains, or http on localhost. null: any page. An empty list: only the admin area."""
    uploadRetentionDays: int
    """The days for which uploads are kept after the headshots are ready, 1 to 365. A change applies to models whose headshots become ready later, and a longer time only to people who agree to it."""
    whiteLabelConsent: bool
    """Whether the people of signedUrls agree to the consent text here before uploading. false: the organization has proof of their consent itself. Invited members always agree here."""
    language: Language
    replyTo: str | None
    """The address that gets answers to mails to members and invited people, which name it; null for none. A change applies to mails that are sent later."""
    photosBy: str | None
    """The day by which invites and pages ask people to send their photos, such as 2026-12-31; null for none. Nothing ends on it. A change applies to mails that are sent later."""
    remindEveryDays: int | None
    """The days after which an unused invite is mailed again, and a member who has signed up is reminded of missing photos, 1 to 14, on working days at about 15 h UTC. There are two reminders of each at most; a mail that a user asks for counts as one. People end reminders by a link in the mail. null: never."""
    styles: OrganizationSettingsStyles | None
    """The backdrops and outfits in which photos are made, by their names in the style catalogue. A list that is left out stands for all. null: the whole catalogue. A change applies to photos that are planned later, which is when a model changes to generatingHeadshots."""
    branding: Branding


Role = Literal["viewer", "manager", "owner"]
"""viewer: reads people, models and photos. manager: also changes them. owner: also changes users, keys, webhooks and settings, and reads what belongs to them."""


class OwnUser(TypedDict):
    """The user of the session."""
    id: str
    """The id of the user."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    role: Role
    invitedAt: str
    """The time of the invitation."""
    invitedBy: str | None
    """The id of the user who sent the invitation; null when an operator did."""
    lastSignInAt: str | None
    """The time at which the user last signed in; null before the first time."""
    language: Language | None
    """The language of mails to the user, as chosen on a page; null for that of the organization."""


class Pagination(TypedDict):
    """The place of a page in the whole list."""
    total: int
    """The number of entries in the whole list."""
    limit: int
    """The highest number of entries on the page."""
    offset: int
    """The number of entries that are skipped."""
    hasMore: bool
    """Whether more entries follow this page."""


class ParkedModel(TypedDict):
    """A model whose webhooks wait because one of them could not be delivered."""
    modelId: str
    """The id of the model."""
    webhookId: str
    """The id of the webhook that could not be delivered."""
    event: WebhookEvent
    responseStatus: int | None
    """The HTTP status of the answer; null without an answer."""
    error: DeliveryError | None
    """The reason for the failure; null without a failure."""
    parkedAt: str
    """The time at which the model was parked."""
    givenUpAt: str
    """The time at which the waiting webhooks are given up."""
    waiting: int
    """The number of webhooks that wait behind this one."""


class PendingMember(TypedDict):
    """A member whose photos are being uploaded or whose headshots are being generated."""
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: str | None
    """The name of the member; null until it is known."""
    teamId: str | None
    """The id of the team; null without a team."""
    teamName: str | None
    """The name of the team; null without a team."""
    joinedAt: str
    """The time at which the member signed up."""
    consent: NotRequired[GivenConsent]
    modelId: str
    """The id of the model."""
    modelStatus: ModelStatus


class Photo(TypedDict):
    """A headshot of a model, with links that are valid for 24 hours."""
    id: str
    """The id of the photo."""
    status: PhotoStatus
    likedStatus: LikedStatus
    createdAt: str
    """The time of creation."""
    madeBy: Literal["retouched", "generated"]
    """How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes."""
    likeness: NotRequired[float]
    """How like the photo's face is to those of the member's uploads, from 0 to 1 in two decimals: from 0.5, it is taken for the same person. Absent where it was not measured."""
    uploadId: NotRequired[str]
    """The id of the upload that the photo retouches. Absent for a generated photo."""
    backdrop: NotRequired[Literal["light-grey", "deep-blue", "warm-white", "office", "slate", "sage", "charcoal", "garden"]]
    """The backdrop. Absent for a retouched photo that keeps the background of its upload."""
    outfit: NotRequired[Literal["navy-suit", "open-collar", "charcoal-blazer", "knitwear", "roll-neck", "smart-casual"]]
    """The outfit that was asked for. Absent for a retouched photo."""
    urls: PhotoUrls
    expiresAt: str
    """The time at which the links expire."""
    modelId: str
    """The id of the model."""


PhotoSort = Literal["createdAt", "likeness"]
"""createdAt: latest first. likeness: the most like the person first, those that were not measured last, and of those alike the latest first."""


UploadStatus = Literal["pending", "accepted", "refused"]
"""pending: the upload was not judged yet. accepted: the upload will be used. refused: the upload cannot be used; reason says why."""


UploadReasonCode = Literal["empty", "too-many-bytes", "not-an-image", "unsupported-format", "too-few-pixels", "too-many-pixels", "too-much-metadata", "damaged", "check-failed", "screenshot", "no-face", "several-people", "face-cut-off", "face-too-small", "blurry", "another-person", "duplicate"]
"""Why an upload was refused, for programs. empty, too-many-bytes, not-an-image, unsupported-format, too-few-pixels, too-many-pixels, too-much-metadata, damaged: the file. check-failed: it could not be checked, three times. screenshot: it is one of a screen. no-face: no face was found in a photo. several-people: more than one person. face-cut-off: the face reaches beyond the edge. face-too-small, blurry: the face. another-person: it seems to show another person than the accepted uploads of the model. duplicate: another accepted upload of the model shows the same. More codes may follow."""


class StoredUpload(TypedDict):
    """A photo that the member has sent in. url is present while it is accepted and stored."""
    id: str
    """The id of the upload."""
    status: UploadStatus
    reason: NotRequired[str]
    """Why it was refused and what to do, for the member to read."""
    reasonCode: NotRequired[UploadReasonCode]
    url: NotRequired[str]
    """The link to the image."""


class StuckPerson(TypedDict):
    """A person who does not get headshots without help."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: str | None
    """The name of the member; null until it is known."""
    since: str
    """The time since which the reason holds."""
    modelId: NotRequired[str]
    """The id of the model, if the person has one."""
    failureReason: NotRequired[FailureReason]
    teamId: NotRequired[str]
    """The team of an invite that expired, if it had one."""
    inviteLink: NotRequired[str]
    """The link of an invite whose mail was refused, to be passed on by other means; absent for viewers."""


class TeamUsage(TypedDict):
    """The usage of the models of one team in one month. A model counts for the team that it was in at the time. Development models do not count."""
    month: str
    """The month, in UTC."""
    teamId: str | None
    """The id of the team; null without a team."""
    teamName: str | None
    """The present name of the team, or its last one if it was deleted; null without a team."""
    teamDeleted: NotRequired[Literal[True]]
    """The team was deleted."""
    credits: int
    """Credits spent. A credit that is returned is subtracted in the month of its return, from the team that was charged, so the number can be negative."""
    modelsBegun: int
    """Models that were created."""
    modelsFinished: int
    """Models whose headshots became ready."""
    modelsFailed: int
    """Models that failed for good. One that is restarted can fail again."""
    headshots: int
    """Headshots that were made."""


TrailKind = Literal["invite", "member", "consent", "model", "photo", "person", "team", "user", "key", "webhooks", "organization", "credits"]
"""The kind of the resources that actions are done to: the first part of the names of the actions."""


class Upload(TypedDict):
    """A photo that the member sends in. reason and reasonCode are present when it was refused."""
    id: str
    """The id of the upload."""
    status: UploadStatus
    reason: NotRequired[str]
    """Why it was refused and what to do, for the member to read."""
    reasonCode: NotRequired[UploadReasonCode]


class UsageCounts(TypedDict):
    """The sum over all months and teams."""
    credits: int
    """Credits spent. A credit that is returned is subtracted in the month of its return, from the team that was charged, so the number can be negative."""
    modelsBegun: int
    """Models that were created."""
    modelsFinished: int
    """Models whose headshots became ready."""
    modelsFailed: int
    """Models that failed for good. One that is restarted can fail again."""
    headshots: int
    """Headshots that were made."""


class User(TypedDict):
    """A user of the organization."""
    id: str
    """The id of the user."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    role: Role
    invitedAt: str
    """The time of the invitation."""
    invitedBy: str | None
    """The id of the user who sent the invitation; null when an operator did."""
    lastSignInAt: str | None
    """The time at which the user last signed in; null before the first time."""


class WebhookModel(TypedDict):
    """A model as webhooks show it."""
    _id: str
    """The id of the model."""
    uid: str
    """The id of the user whose model it is."""
    title: str
    """The name of the member; without one, the local part of the e-mail address."""
    trigger: Trigger
    status: ModelStatus
    final: NotRequired[Literal[True]]
    """true when the model has failed for good: it does not restart by itself."""
    failureReason: NotRequired[FailureReason]
    isDevelopment: NotRequired[Literal[True]]
    """true for test data instead of a training: quick, and without a credit."""
    finishedAt: str | None
    """The time at which the photos were ready; null until then."""
    deletedAt: str | None
    """The time of deletion; null until then."""
    inviteExpiresAt: str
    """The time at which access to the model ends."""
    createdAt: str
    """The time of creation."""
    organization: str
    """The id of the organization that owns the model."""
    photoCount: NotRequired[int]
    """The number of headshots that were generated. It stays when the member puts some away."""
    favoritePhotoId: NotRequired[str]
    """The id of the favorite photo; in model.favorite_selected only."""


class WebhookSettingsSecret(TypedDict):
    endsWith: str
    """The last four characters of the secret, which identify it."""
    validUntil: str | None
    """The time until which the secret signs; null for the current one."""


class WebhookSettings(TypedDict):
    """The URL that webhooks are posted to, and the secrets that sign them."""
    url: str | None
    """The URL that webhooks are posted to. While it is null, events wait."""
    enabled: bool
    """false: events wait, for 72 hours at most, until webhooks are switched on again."""
    secrets: list[WebhookSettingsSecret]
    """The secrets that sign webhooks, the current one first."""
    parkedModels: int
    """The number of models whose webhooks wait; 1000 stands for 1000 or more."""
    circuit: Circuit


ErrorCode = Literal["ALREADY_DELETED", "ALREADY_EXISTS", "FORBIDDEN", "INSUFFICIENT_CREDITS", "INTERNAL_ERROR", "INVALID_EMAIL", "INVALID_REQUEST", "INVITE_LIMIT_EXCEEDED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED", "UNAUTHORIZED"]
"""The codes of all errors."""


class WebhookModelCreated(TypedDict):
    event: Literal["model.created"]
    """The event."""
    objectType: Literal["model"]
    """The kind of the object."""
    object: WebhookModel


class WebhookModelStatusUpdated(TypedDict):
    event: Literal["model.status.updated"]
    """The event."""
    objectType: Literal["model"]
    """The kind of the object."""
    object: WebhookModel


class WebhookModelPhotos_ready(TypedDict):
    event: Literal["model.photos_ready"]
    """The event."""
    objectType: Literal["model"]
    """The kind of the object."""
    object: WebhookModel


class WebhookModelFavorite_selected(TypedDict):
    event: Literal["model.favorite_selected"]
    """The event."""
    objectType: Literal["model"]
    """The kind of the object."""
    object: WebhookModel


class WebhookModelDeleted(TypedDict):
    event: Literal["model.deleted"]
    """The event."""
    objectType: Literal["model"]
    """The kind of the object."""
    object: WebhookModel


class WebhookWebhookTest(TypedDict):
    event: Literal["webhook.test"]
    """The event."""
    objectType: Literal["model"]
    """The kind of the object."""
    object: WebhookModel


Webhook = Union[WebhookModelCreated, WebhookModelStatusUpdated, WebhookModelPhotos_ready, WebhookModelFavorite_selected, WebhookModelDeleted, WebhookWebhookTest]
"""The body of a webhook."""


class OrganizationGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    organization: Organization


class OrganizationGetCreditsResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    credits: int
    """The credit balance. One credit is taken when a member finishes onboarding."""


class InvitesListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    invites: list[Invite]
    pagination: Pagination


class InvitesSendResponseInput(TypedDict):
    """The request after normalisation."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""


class InvitesSendResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    input: InvitesSendResponseInput
    """The request after normalisation."""
    message: str
    """The result in one sentence, for people."""
    link: str
    """The page where the invited person signs up."""
    id: str
    """The id of the invite."""
    teamId: str | None
    """The id of the team; null without a team."""


class InvitesSendManyResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    sent: int
    """The number of invites that were sent."""
    results: list[InviteResult]
    """One result for each address, in the order of the request."""


class InvitesCheckResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    results: list[CheckedAddress]
    """One result for each address, in the order of the request."""
    limits: InviteLimits


class InvitesResendResponseInput(TypedDict):
    """The request after normalisation."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""


class InvitesResendResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    input: InvitesResendResponseInput
    """The request after normalisation."""
    message: str
    """The result in one sentence, for people."""
    link: str
    """The page where the invited person signs up."""
    id: str
    """The id of the invite."""
    teamId: str | None
    """The id of the team; null without a team."""


class InvitesResendManyResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    changed: int
    """The number of invites that were changed."""
    results: list[InviteChange]
    """One result for each address, in the order of the request."""


class InvitesRevokeResponseInput(TypedDict):
    """The request after normalisation."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""


class InvitesRevokeResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    input: InvitesRevokeResponseInput
    """The request after normalisation."""


class InvitesRevokeManyResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    changed: int
    """The number of invites that were changed."""
    results: list[InviteChange]
    """One result for each address, in the order of the request."""


class InvitesGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    invite: Invite


class ModelsListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    models: list[Model]
    pagination: Pagination


class ModelsGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    model: Model


class ModelsDeleteResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    modelId: str
    """The id of the model."""


class ModelsListEventsResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    events: list[ModelWebhook]
    pagination: Pagination


class PhotosListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photos: list[ListedPhoto]
    pagination: Pagination


class PhotosDownloadResponseDownload(TypedDict):
    photoId: str
    """The id of the photo."""
    urls: PhotoUrls


class PhotosDownloadResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    downloads: list[PhotosDownloadResponseDownload]
    """The links, photo by photo."""
    expiresAt: str
    """The time at which the links expire."""


class PhotosGetFavoriteResponse1(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photo: Photo


class PhotosGetFavoriteResponse2(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photo: None
    """null: no favorite photo is selected."""
    message: str
    """The result in one sentence, for people."""


PhotosGetFavoriteResponse = Union[PhotosGetFavoriteResponse1, PhotosGetFavoriteResponse2]


class PhotosChooseFavoriteResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photo: Photo


class PhotosGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photo: Photo


class ModelsRestartResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    model: Model


class FavoritesListResponsePhotoMember(TypedDict):
    """The member; a field without a value is an empty string."""
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    name: str
    """The name of the member; empty until it is known."""
    teamId: str
    """The id of the team; empty without a team."""
    teamName: str
    """The name of the team; empty without a team."""


class FavoritesListResponsePhoto(TypedDict):
    id: str
    """The id of the photo."""
    modelId: str
    """The id of the model."""
    member: FavoritesListResponsePhotoMember
    """The member; a field without a value is an empty string."""
    likedStatus: LikedStatus
    urls: PhotoUrls
    expiresAt: str
    """The time at which the links expire."""


class FavoritesListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photos: list[FavoritesListResponsePhoto]
    """One photo for each member who has a favorite."""
    pagination: Pagination


class MembersListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    members: list[Member]
    pagination: Pagination


class MembersListAcceptedResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    members: list[AcceptedMember]
    count: int
    """The number of entries in the list."""


class MembersListFinishedResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    members: list[FinishedMember]
    count: int
    """The number of entries in the list."""


class MembersListPendingResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    members: list[PendingMember]
    count: int
    """The number of entries in the list."""


class MembersEraseResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    memberId: str
    """The id of the member."""


class TeamsListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    teams: list[Team]


class TeamsCreateResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    team: Team
    organization: Organization


class TeamsRenameResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    team: Team
    organization: Organization


class TeamsDeleteResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    organization: Organization


class TeamsAddMembersResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class OrganizationGetUsageResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    months: list[str]
    """All months of the report, the first one first."""
    usage: list[TeamUsage]
    """An entry for each month and team with usage: by month, those without a team first."""
    total: UsageCounts


class WhitelabelCreateModelResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    modelId: str
    """The id of the model."""
    status: ModelStatus
    isDevelopment: NotRequired[Literal[True]]
    """true for test data instead of a training: quick, and without a credit."""
    signedUrl: str
    """The studio of the anonymous member, for a frame in your application. It has to be opened within an hour."""


class WhitelabelDeleteModelResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    modelId: str
    """The id of the model."""


class WhitelabelGetModelResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    modelId: str
    """The id of the model."""
    status: ModelStatus
    isDevelopment: NotRequired[Literal[True]]
    """true for test data instead of a training: quick, and without a credit."""
    signedUrl: str
    """The studio of the anonymous member, for a frame in your application. It has to be opened within an hour."""


class V1OrganizationGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    organization: Organization


class V1OrganizationGetCreditsResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    credits: int
    """The credit balance. One credit is taken when a member finishes onboarding."""


class V1InvitesSendResponseInput(TypedDict):
    """The request after normalisation."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""


class V1InvitesSendResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    input: V1InvitesSendResponseInput
    """The request after normalisation."""
    message: str
    """The result in one sentence, for people."""
    link: str
    """The page where the invited person signs up."""
    id: str
    """The id of the invite."""
    teamId: str | None
    """The id of the team; null without a team."""


class V1InvitesGetResponseInvite(TypedDict):
    """The invite."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    status: Literal["pending-invite", "waiting-for-upload", "generating-headshots", "active", "revoked", "deleted"]
    """The status of the invite."""
    teamId: str | None
    """The id of the team; null without a team."""


class V1InvitesGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    invite: V1InvitesGetResponseInvite
    """The invite."""


class V1InvitesRevokeResponseInput(TypedDict):
    """The request after normalisation."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""


class V1InvitesRevokeResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    input: V1InvitesRevokeResponseInput
    """The request after normalisation."""


class V1InvitesListResponseInvite(TypedDict):
    id: str
    """The id of the invite."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    valid: bool
    """false for an invite that was revoked or has expired."""
    teamId: str | None
    """The id of the team; null without a team."""
    createdAt: str
    """The time of creation."""
    used: bool
    """Whether a person has signed up with the invite."""
    link: str | Literal[""]
    """The page where the invited person signs up; empty for a key that may not write invites."""


class V1InvitesListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    invites: list[V1InvitesListResponseInvite]
    """The invites, newest first."""


class V1TeamsCreateResponseOrganization(TypedDict):
    """The organization with its description."""
    uid: str
    """The id of the organization."""
    name: str
    """The name of the organization."""
    website: str
    """The website of the organization; empty without one."""
    teams: list[Team]
    description: str
    """The description of the organization; empty without one."""


class V1TeamsCreateResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    organization: V1TeamsCreateResponseOrganization
    """The organization with its description."""


class V1TeamsRenameResponseOrganization(TypedDict):
    """The organization with its description."""
    uid: str
    """The id of the organization."""
    name: str
    """The name of the organization."""
    website: str
    """The website of the organization; empty without one."""
    teams: list[Team]
    description: str
    """The description of the organization; empty without one."""


class V1TeamsRenameResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    organization: V1TeamsRenameResponseOrganization
    """The organization with its description."""


class V1TeamsDeleteResponseOrganization(TypedDict):
    """The organization with its description."""
    uid: str
    """The id of the organization."""
    name: str
    """The name of the organization."""
    website: str
    """The website of the organization; empty without one."""
    teams: list[Team]
    description: str
    """The description of the organization; empty without one."""


class V1TeamsDeleteResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    organization: V1TeamsDeleteResponseOrganization
    """The organization with its description."""


class V1TeamsAddMembersResponseOrganization(TypedDict):
    """The organization with its description."""
    uid: str
    """The id of the organization."""
    name: str
    """The name of the organization."""
    website: str
    """The website of the organization; empty without one."""
    teams: list[Team]
    description: str
    """The description of the organization; empty without one."""


class V1TeamsAddMembersResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    organization: V1TeamsAddMembersResponseOrganization
    """The organization with its description."""


class MemberSessionGetOverviewResponseMember(TypedDict):
    """The member whose session it is."""
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    pendingEmail: str | None
    """The address that the member has chosen in place of `email` and that is not confirmed yet; null without one."""
    name: str | None
    """The name of the member; null until it is known."""
    language: Language | None
    """The language of the mails to the member, as the member has chosen it on a page; null for that of the organization."""


class MemberSessionGetOverviewResponseOrganization(TypedDict):
    """The organization of the member."""
    name: str
    """The name of the organization."""
    branding: Branding
    photosBy: str | None
    """The day by which the organization asks for photos; null without one, and when it is over."""
    frameOrigins: list[str] | None
    """The origins whose pages may show the studio in a frame and are told of its events; null for any."""


class MemberSessionGetOverviewResponseProgress(TypedDict):
    """The progress of a model."""
    percent: int
    """How far the model is. It does not run backwards, but for a model that has failed and starts over; 100 when the photos are ready."""
    secondsLeft: int | None
    """Seconds until the photos are ready, as estimated by now; null while that cannot be told: the model waits for its turn, or takes longer than estimated."""


class MemberSessionGetOverviewResponseRequirements(TypedDict):
    """The requirements that uploads have to meet."""
    minPhotos: int
    """The smallest number of photos."""
    maxPhotos: int
    """The largest number of photos."""
    minPixels: int
    """The smallest length of the shorter side, in pixels."""
    maxBytes: int
    """The largest size of a file, in bytes."""
    types: list[str]
    """The media types that are accepted."""


class MemberSessionGetOverviewResponseStylesBackdrop(TypedDict):
    name: Literal["light-grey", "deep-blue", "warm-white", "office", "slate", "sage", "charcoal", "garden"]
    """The name in settings and choices."""
    label: str
    """The name for people."""


class MemberSessionGetOverviewResponseStylesOutfit(TypedDict):
    name: Literal["navy-suit", "open-collar", "charcoal-blazer", "knitwear", "roll-neck", "smart-casual"]
    """The name in settings and choices."""
    label: str
    """The name for people."""


class MemberSessionGetOverviewResponseStyles(TypedDict):
    """The styles of the organization, from which the member may choose when onboarding is finished."""
    backdrops: list[MemberSessionGetOverviewResponseStylesBackdrop]
    """The backgrounds behind the person."""
    outfits: list[MemberSessionGetOverviewResponseStylesOutfit]
    """The clothes of the person; empty where photos are retouched, which keep those of the uploads."""


class MemberSessionGetOverviewResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    member: MemberSessionGetOverviewResponseMember
    """The member whose session it is."""
    organization: MemberSessionGetOverviewResponseOrganization
    """The organization of the member."""
    consentRequired: bool
    """Whether the member has to agree by POST /api/member/consent before uploading."""
    model: Model | None
    """The model of the member; null without one."""
    accessEndsAt: str | None
    """The time at which access to the model ends; null without one."""
    progress: MemberSessionGetOverviewResponseProgress | None
    """The progress of the model; null without one, and while no photos are in the making."""
    favoritePhotoId: str | None
    """The id of the favorite photo; null while none is chosen."""
    uploads: list[Upload]
    requirements: MemberSessionGetOverviewResponseRequirements
    """The requirements that uploads have to meet."""
    styles: MemberSessionGetOverviewResponseStyles
    """The styles of the organization, from which the member may choose when onboarding is finished."""
    madeBy: Literal["retouched", "generated"]
    """How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes."""


class MemberSessionEraseMemberResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    memberId: str
    """The id of the member."""


class MemberSessionConfirmAddressResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""


class MemberConsentGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    consent: Consent


class MemberConsentGiveResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    consent: Consent


class MemberSessionLookUpInviteResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    invite: HeldInvite


class MemberJoinJoinResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class MemberJoinLookUpLinkResponseOrganization(TypedDict):
    """The organization that invites."""
    name: str
    """The name of the organization."""
    website: str
    """The website of the organization; empty without one."""
    description: str
    """The description of the organization; empty without one."""
    branding: Branding
    photosBy: str | None
    """The day by which the organization asks for photos; null without one, and when it is over."""


class MemberJoinLookUpLinkResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    organization: MemberJoinLookUpLinkResponseOrganization
    """The organization that invites."""
    domains: list[str]
    """The domains whose people may ask for an invite."""


class MemberSessionChooseLanguageResponseMember(TypedDict):
    """The member whose session it is."""
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    pendingEmail: str | None
    """The address that the member has chosen in place of `email` and that is not confirmed yet; null without one."""
    name: str | None
    """The name of the member; null until it is known."""
    language: Language | None
    """The language of the mails to the member, as the member has chosen it on a page; null for that of the organization."""


class MemberSessionChooseLanguageResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    member: MemberSessionChooseLanguageResponseMember
    """The member whose session it is."""


class MemberSessionDeleteOwnModelResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    modelId: str
    """The id of the model."""


class MemberSessionFinishOnboardingResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    model: Model


class MemberPhotosListOwnResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photos: list[ListedPhoto]
    pagination: Pagination


class MemberPhotosUpdateOwnResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photo: Photo


class MemberPhotosDeleteOwnResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photo: Photo


class MemberPhotosEraseOwnResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    photoId: str
    """The id of the photo."""


class MemberPhotosRestoreOwnResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    photo: Photo


class MemberSessionOpenResponseMember(TypedDict):
    """The member whose session it is."""
    id: str
    """The id of the member."""
    email: str
    """The e-mail address, trimmed and in lower case, with its domain in ASCII."""
    pendingEmail: str | None
    """The address that the member has chosen in place of `email` and that is not confirmed yet; null without one."""
    name: str | None
    """The name of the member; null until it is known."""
    language: Language | None
    """The language of the mails to the member, as the member has chosen it on a page; null for that of the organization."""


class MemberSessionOpenResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    session: str
    """The session, to be sent as the bearer token."""
    expiresAt: str
    """The time at which the session expires."""
    member: MemberSessionOpenResponseMember
    """The member whose session it is."""
    model: Model | None
    """The model of the member; null without one."""


class MemberSessionEndResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class MemberSessionRequestLinkResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class MemberUploadsListOwnResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    uploads: list[StoredUpload]
    expiresAt: str
    """The time at which the links expire."""


class MemberUploadsCreateResponseUpload(TypedDict):
    id: str
    """The id of the upload."""
    url: str
    """The URL to post the file to."""
    fields: dict[str, str]
    """The form fields to send before the file."""


class MemberUploadsCreateResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    uploads: list[MemberUploadsCreateResponseUpload]
    """One form for each file, in the same order."""


class MemberUploadsDeleteResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""


class MemberUploadsCompleteResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    upload: Upload


class MemberSessionStopRemindersResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""


class AdminTrailListResponseEntryActor(TypedDict):
    """The actor."""
    kind: Literal["user", "key", "member", "operator", "system"]
    """Who acted: a user, an API key, a member, an operator, or the service itself."""
    id: str | None
    """The id of the user, API key or member; null for operators and the service."""
    name: str | None
    """The name of the actor, or the address where there is none; null for operators, the service and those who no longer exist."""


class AdminTrailListResponseEntry(TypedDict):
    id: str
    """The id of the entry."""
    action: Literal["organization.created", "organization.updated", "credits.added", "key.created", "key.deleted", "webhooks.updated", "webhooks.secret_rotated", "webhooks.tested", "user.signed_in", "user.signed_out", "user.invited", "user.role_changed", "user.removed", "member.signed_up", "member.renewed", "member.address_changed", "member.signed_in", "member.signed_out", "invite.sent", "invite.resent", "invite.revoked", "invite.link_created", "invite.link_ended", "team.created", "team.renamed", "team.deleted", "team.members_added", "model.created", "model.deleted", "model.queued", "model.restarted", "photo.chosen", "photo.erased", "consent.given", "person.erased"]
    """The action that was done."""
    target: str | None
    """The id of the resource that was changed; null where it is the organization itself."""
    targetName: str | None
    """The name of the resource, or the address of a person without one; null where it has none or no longer exists."""
    fields: list[str]
    """The names of the settings that were changed, as requests have them; empty for other actions."""
    actor: AdminTrailListResponseEntryActor
    """The actor."""
    address: str | None
    """The network address of the request, of an IPv6 address its network; null without a request."""
    createdAt: str
    """The time of the action."""


class AdminTrailListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    entries: list[AdminTrailListResponseEntry]
    """The entries of the page. With a filter there may be fewer than `limit`, also none, on a page that is not the last."""
    next: str | None
    """The `before` of the next page; null on the last page."""


class AdminDeliveriesListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    deliveries: list[Delivery]
    next: str | None
    """The `before` of the next page; null on the last page."""


class AdminDeliveriesRedeliverFailedResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    parkedModels: int
    """The number of models whose webhooks wait; 1000 stands for 1000 or more."""


class AdminDeliveriesGetDeliveryResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    delivery: Delivery
    attempts: list[DeliveryAttempt]
    body: str | None
    """The exact text that was signed; null when it is no longer kept."""


class AdminDeliveriesRedeliverDeliveryResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class AdminErasuresListResponseErasure(TypedDict):
    erasureId: str
    """The id of the erasure."""
    memberId: str | None
    """The id that the erased member had; null for a person who was only invited."""
    modelId: str | None
    """The model that was deleted with the person; null without one."""
    requestedBy: Literal["member", "organization", "operator"]
    """Who asked for the erasure: the member, a user or API key of the organization, or an operator."""
    requestedAt: str
    """The time of the request."""
    doneAt: str | None
    """The time at which all data here was erased; null until then."""
    checkedAt: str | None
    """The time of the second pass, which erases what was stored meanwhile; null until then."""
    providerCopies: Literal["kept", "pending", "deleted", "retained"] | None
    """The copies that the hosted provider of the model has. kept: the deletion has not begun. pending: it is being deleted, again and again until nothing is left. deleted: nothing is left. retained: the provider keeps records that it cannot be asked to delete. null: no hosted provider had anything."""


class AdminErasuresListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    erasures: list[AdminErasuresListResponseErasure]
    """The erasures of the page."""
    next: str | None
    """The `before` of the next page; null on the last page."""


class AdminErasuresEraseAddressResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class AdminJoinLinkGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    joinLink: JoinLink | None
    """The join link; null without one."""


class AdminJoinLinkCreateResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    joinLink: JoinLink


class AdminJoinLinkEndResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class AdminKeysListResponseKey(TypedDict):
    id: str
    """The id of the API key."""
    name: str
    """The purpose of the key."""
    note: str | None
    """A remark of the owner."""
    prefix: str
    """The first characters of the key, which identify it."""
    scopes: list[Literal["organization:read", "organization:write", "invites:read", "invites:write", "team:read", "team:write", "models:read", "models:write", "photos:read", "photos:write", "whitelabel:read", "whitelabel:write"]] | None
    """The scopes of the key; null for a key that may do everything."""
    test: bool
    """Whether the key can only read, and create white-label models with isDevelopment true."""
    createdAt: str
    """The time of creation."""
    expiresAt: str | None
    """The time from which the key is answered 401; null for a key without an end."""
    lastUsedAt: str | None
    """The time of the last use, to within a minute; null until the first."""


class AdminKeysListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    keys: list[AdminKeysListResponseKey]
    """The API keys, without the keys themselves."""


class AdminKeysCreateResponseKey(TypedDict):
    """The key as the list shows it."""
    id: str
    """The id of the API key."""
    name: str
    """The purpose of the key."""
    note: str | None
    """A remark of the owner."""
    prefix: str
    """The first characters of the key, which identify it."""
    scopes: list[Literal["organization:read", "organization:write", "invites:read", "invites:write", "team:read", "team:write", "models:read", "models:write", "photos:read", "photos:write", "whitelabel:read", "whitelabel:write"]] | None
    """The scopes of the key; null for a key that may do everything."""
    test: bool
    """Whether the key can only read, and create white-label models with isDevelopment true."""
    createdAt: str
    """The time of creation."""
    expiresAt: str | None
    """The time from which the key is answered 401; null for a key without an end."""
    lastUsedAt: str | None
    """The time of the last use, to within a minute; null until the first."""


class AdminKeysCreateResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    apiKey: str
    """The key, shown this once."""
    key: AdminKeysCreateResponseKey
    """The key as the list shows it."""


class AdminKeysDeleteResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class AdminSessionRequestLinkResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class AdminMembersListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    members: list[Member]
    pagination: Pagination


class AdminMembersSearchResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    members: list[Member]
    """The members of the page. There may be fewer than `limit`, also none, on a page that is not the last."""
    next: str | None
    """The `cursor` of the next page; null on the last page."""


class AdminOrganizationGetSettingsResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    settings: OrganizationSettings


class AdminOrganizationUpdateSettingsResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    settings: OrganizationSettings


class AdminOverviewGetResponseStuckItem(TypedDict):
    reason: Literal["model-failed", "model-delayed", "invite-bounced", "uploads-refused", "uploads-missing", "not-begun", "invite-expired"]
    """Why these people are stuck. model-failed: the model failed for good. model-delayed: it has had the same status for two hours, mostly because its provider is down or busy. invite-bounced: the address has refused the mail of a pending invite. uploads-refused and uploads-missing: a model has waited for enough photos for three days, with or without photos that were refused. not-begun: a member has sent no photo for three days. invite-expired: an invite expired within the last 30 days, and the address has no other."""
    total: int
    """The number of people. Of delayed models at most 150 are counted, and of invites at most 100."""
    people: list[StuckPerson]
    """Up to 20 of them, the latest first."""


class AdminOverviewGetResponsePace(TypedDict):
    """The time from the start of training to finished headshots, over all runs, of the latest 100 models that have finished."""
    models: int
    """The number of models that are measured."""
    medianSeconds: int
    """The median, in seconds."""
    slowestSeconds: int
    """The longest time, in seconds."""
    slowestModelId: str
    """The id of the model."""
    medianWaitSeconds: int
    """The median of the wait before training, in seconds."""


class AdminOverviewGetResponseCostItem(TypedDict):
    provider: Literal["studio", "development", "astria", "replicate", "http", "sagemaker"]
    """The provider."""
    models: int
    """The number of models with a bill."""
    medianUsd: float
    """The median of the bill, in US dollars."""
    highestUsd: float
    """The highest bill, in US dollars."""


class AdminOverviewGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    stuck: list[AdminOverviewGetResponseStuckItem]
    """The reasons that hold for someone, the most urgent first."""
    pace: AdminOverviewGetResponsePace | None
    """null until a model has finished."""
    cost: list[AdminOverviewGetResponseCostItem]
    """The bills of providers that tell them, for the models that are measured. Each model takes one credit."""


class AdminMembersGetPersonResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    member: Member | None
    """The member; null for someone who has not signed up."""
    invite: InviteOfPerson | None
    """The latest invite; null for a member of a white-label model."""
    model: Model | None
    """The model; null until there is one."""


class AdminSessionOpenResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    session: str
    """The session, to be sent as the bearer token."""
    expiresAt: str
    """The time at which the session expires."""
    organization: Organization


class AdminSessionEndOwnResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class AdminSessionListSessionsResponseSession(TypedDict):
    id: str
    """The id of the session."""
    userId: str
    """The id of the user."""
    current: bool
    """Whether it is the session of this request."""
    address: str | None
    """The network address from which the session was opened; null when it is not known."""
    createdAt: str
    """The time of creation."""
    expiresAt: str
    """The time at which the session expires."""


class AdminSessionListSessionsResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    sessions: list[AdminSessionListSessionsResponseSession]
    """The sessions."""


class AdminSessionEndResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class AdminOrganizationGetStylesResponseBackdrop(TypedDict):
    name: Literal["light-grey", "deep-blue", "warm-white", "office", "slate", "sage", "charcoal", "garden"]
    """The name in settings and choices."""
    label: str
    """The name for people."""


class AdminOrganizationGetStylesResponseOutfit(TypedDict):
    name: Literal["navy-suit", "open-collar", "charcoal-blazer", "knitwear", "roll-neck", "smart-casual"]
    """The name in settings and choices."""
    label: str
    """The name for people."""


class AdminOrganizationGetStylesResponseFraming(TypedDict):
    name: Literal["classic", "tight", "wide"]
    """The name in settings and choices."""
    label: str
    """The name for people."""


class AdminOrganizationGetStylesResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    version: int
    """The version of the catalogue."""
    backdrops: list[AdminOrganizationGetStylesResponseBackdrop]
    """The backgrounds behind the person."""
    outfits: list[AdminOrganizationGetStylesResponseOutfit]
    """The clothes of the person. The provider studio shows those of the upload."""
    framings: list[AdminOrganizationGetStylesResponseFraming]
    """Every photo has one of them; they cannot be narrowed."""
    madeBy: Literal["retouched", "generated"]
    """How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes."""


class AdminUsersGetOwnResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    user: OwnUser
    whiteLabel: bool
    """Whether the organization can create white-label models. Without it, people come by invites."""


class AdminUsersLeaveOrganizationResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class AdminUsersChooseLanguageResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    user: OwnUser


class AdminUsersListResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    users: list[User]
    """The users."""


class AdminUsersInviteResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""
    user: User


class AdminUsersChangeRoleResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    user: User


class AdminUsersRemoveResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    message: str
    """The result in one sentence, for people."""


class AdminWebhooksGetResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    webhooks: WebhookSettings


class AdminWebhooksUpdateResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    webhooks: WebhookSettings


class AdminWebhooksListParkedResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    models: list[ParkedModel]


class AdminWebhooksRotateSecretResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    secret: str
    """The new secret. Only this answer shows it."""
    previousValidUntil: str
    """The time until which the former secret signs, too."""


class AdminWebhooksSendTestResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    delivered: bool
    """Whether the receiver answered 200."""
    webhookId: str
    """The id of the webhook: the header webhook-id, the same in all attempts."""
    responseStatus: int | None
    """The HTTP status of the answer; null without an answer."""
    error: DeliveryError | None
    """The reason for the failure; null without a failure."""
    detail: str
    """The outcome of the attempt in one sentence."""
    durationMs: int
    """The duration in milliseconds."""
    responseStart: str
    """The first 1 KB of the answer."""


class WebGetOpenapiResponse(TypedDict):
    openapi: str
    """The version of OpenAPI."""


class WebGetHealthResponse(TypedDict):
    success: Literal[True]
    """Whether the request succeeded."""
    status: Literal["ok"]


class MemberSessionFinishOnboardingStyles(TypedDict):
    """The styles in which photos are made, of those that the organization offers. A list that is left out stands for all, also of styles that are added later. Outfits have no effect where photos are retouched."""
    backdrops: NotRequired[list[Literal["light-grey", "deep-blue", "warm-white", "office", "slate", "sage", "charcoal", "garden"]]]
    """Names of backdrops."""
    outfits: NotRequired[list[Literal["navy-suit", "open-collar", "charcoal-blazer", "knitwear", "roll-neck", "smart-casual"]]]
    """Names of outfits."""


class MemberUploadsCreateFile(TypedDict):
    name: str
    """The name of the file."""
    type: str
    """image/jpeg, image/png or image/webp."""
    size: int
    """The size in bytes."""


class AdminOrganizationUpdateSettingsStyles(TypedDict):
    backdrops: NotRequired[list[Literal["light-grey", "deep-blue", "warm-white", "office", "slate", "sage", "charcoal", "garden"]]]
    """Names of backdrops."""
    outfits: NotRequired[list[Literal["navy-suit", "open-collar", "charcoal-blazer", "knitwear", "roll-neck", "smart-casual"]]]
    """Names of outfits."""


class AdminOrganizationUpdateSettingsBranding(TypedDict):
    accent: NotRequired[str | None]
    """The color of buttons and links, as #rrggbb; null for that of the service. Pages show it lighter or darker where text would have a contrast below 4.5:1."""
    font: NotRequired[Literal["system", "humanist", "geometric", "rounded", "serif", "slab"] | None]
    """The font, one of those that devices have; null for the one of the service."""
    logo: NotRequired[str | None]
    """The logo as a data URL: PNG, JPEG or WebP of at most 32 KB, with sides of 16 to 1024 pixels; null for none."""
