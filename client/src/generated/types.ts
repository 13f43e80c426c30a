// Generated from docs/openapi.json: change the contracts and run `npm run client`.

/** A member who has not started to upload photos. */
export type AcceptedMember = {
  /** The id of the member. */
  id: string;
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  /** The name of the member; null until it is known. */
  name: string | null;
  /** The id of the team; null without a team. */
  teamId: string | null;
  /** The name of the team; null without a team. */
  teamName: string | null;
  /** The time at which the member signed up. */
  joinedAt: string;
  consent?: GivenConsent;
};

/** open: an invite can be sent. invited: an invite to the address is pending. member: a member has the address. mailedTooOften: no more invite mails can be sent to the address within these 24 hours. */
export type AddressState = 'open' | 'invited' | 'member' | 'mailedTooOften';

/** The look of the organization's pages, and of mails to its people. */
export type Branding = {
  /** The color of buttons and links, as #rrggbb; null for that of the service. Pages show it lighter or darker where text would have a contrast below 4.5:1. */
  accent: string | null;
  /** The font, one of those that devices have; null for the one of the service. */
  font: 'system' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'slab' | null;
  /** The logo as a data URL: PNG, JPEG or WebP of at most 32 KB, with sides of 16 to 1024 pixels; null for none. */
  logo: string | null;
};

/** An address, and whether an invite can be sent to it. */
export type CheckedAddress = {
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  state: AddressState;
};

/** The circuit breaker of the receiver. It opens when webhooks of five models have failed, or those of two have timed out, and nearly none was delivered, and closes by itself when the receiver answers 200 again. */
export type Circuit = {
  /** closed: webhooks are posted. open: the receiver has failed too often, and webhooks wait. half-open: one webhook is posted as a probe; its success closes the circuit. */
  state: 'closed' | 'open' | 'half-open';
  /** The time since which webhooks wait; null while the circuit is closed. */
  openedAt: string | null;
  /** The time of the next probe; null unless the circuit is open. Null in an open circuit: the next event of a model is the probe. */
  nextProbeAt: string | null;
  /** The number of probes that have failed since the circuit opened. */
  failedProbes: number;
  /** The number of models whose webhooks wait; 1000 stands for 1000 or more. */
  heldModels: number;
};

/** The consent to the use of photos, and whether it was given. */
export type Consent = {
  /** The version of the text. */
  version: string;
  language: Language;
  /** The text to agree to: paragraphs with an empty line between them. */
  text: string;
  /** The time at which the member agreed to this version; null before. */
  agreedAt: string | null;
  /** Whether uploads need it. For white-label members, the organization decides. */
  required: boolean;
};

/** The event that a webhook reports. webhook.test reports no event: an owner tests the receiver with it. */
export type DeliveredEvent =
  | 'model.created'
  | 'model.status.updated'
  | 'model.photos_ready'
  | 'model.favorite_selected'
  | 'model.deleted'
  | 'webhook.test';

/** The delivery of one webhook, with the outcome of its last attempt. */
export type Delivery = {
  /** The id of the webhook: the header webhook-id, the same in all attempts. */
  webhookId: string;
  event: DeliveredEvent;
  /** The id of the model. */
  modelId: string;
  /** The time of the event. */
  createdAt: string;
  status: DeliveryStatus;
  /** The number of attempts that were made. */
  attempts: number;
  /** The time of the last attempt; null before the first. */
  lastAttemptAt: string | null;
  /** The earliest time of the next attempt; null unless the status is retrying. */
  nextAttemptAt: string | null;
  /** The time at which the model was parked; null for a webhook that never was. */
  failedAt: string | null;
  /** The HTTP status of the answer; null without an answer. */
  responseStatus: number | null;
  /** The reason for the failure; null without a failure. */
  error: DeliveryError | null;
  /** true for a test webhook. */
  test: boolean;
};

/** One attempt to deliver a webhook, and the answer to it. */
export type DeliveryAttempt = {
  /** The number of the attempt, from 1. */
  attempt: number;
  /** The time at which the attempt began. */
  at: string;
  /** The duration in milliseconds. */
  durationMs: number;
  /** The HTTP status of the answer; null without an answer. */
  responseStatus: number | null;
  /** The reason for the failure; null without a failure. */
  error: DeliveryError | null;
  /** The outcome of the attempt in one sentence. */
  detail: string;
  /** The first 1 KB of the answer. */
  responseStart: string;
};

/** The reason for an attempt without an answer of 200. refused-target: the URL does not lead to a public https address. dns, connect, tls, timeout, connection-lost: the connection failed in this way. unexpected-status, redirect: the receiver answered with another status. response-too-large: the answer was over 64 KB. no-webhook-url, switched-off: no attempt was made. interrupted: the attempt broke off on our side; the receiver may have the webhook. */
export type DeliveryError =
  | 'refused-target'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'response-too-large'
  | 'connection-lost'
  | 'unexpected-status'
  | 'redirect'
  | 'no-webhook-url'
  | 'switched-off'
  | 'interrupted';

/** pending: the next attempt is made at once. retrying: the next attempt is made later. Neither is made while the circuit of the receiver is open. delivered: the receiver answered 200. parked: no attempts are left, or there is no URL; later webhooks of the same model wait behind this one. given-up: the webhook was parked, or waited for the circuit, for 72 hours, or waited behind one that was; or a test that failed. */
export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'parked' | 'given-up';

/** The body of every error response. */
export type Error = {
  /** Whether the request succeeded. */
  success: false;
  /** The cause in one sentence, for people. */
  error: string;
  /** The error code, for programs to decide by. */
  code: string;
  [field: string]: unknown;
};

/** The kind of failure that ended the last run. training-failed: no model could be made of the uploads. generation-failed: the photos could not be generated. photos-refused: the uploads are not accepted for training. likeness-too-low: most photos showed another face than the uploads. timed-out: a step took too long. internal-error: any other failure on our side. */
export type FailureReason =
  | 'training-failed'
  | 'generation-failed'
  | 'photos-refused'
  | 'likeness-too-low'
  | 'timed-out'
  | 'internal-error';

/** A member whose headshots are ready. */
export type FinishedMember = {
  /** The id of the member. */
  id: string;
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  /** The name of the member; null until it is known. */
  name: string | null;
  /** The id of the team; null without a team. */
  teamId: string | null;
  /** The name of the team; null without a team. */
  teamName: string | null;
  /** The time at which the member signed up. */
  joinedAt: string;
  consent?: GivenConsent;
  /** The id of the model. */
  modelId: string;
  modelStatus: ModelStatus;
  /** The number of headshots that were generated. It stays when the member puts some away. */
  photoCount: number;
  /** The number of headshots that the member has neither put away nor erased. */
  availableCount: number;
  /** Whether the member has chosen a favorite photo. */
  hasFavorite: boolean;
  /** The time at which the photos were ready. */
  finishedAt: string;
};

/** The consent that the member has given. */
export type GivenConsent = {
  /** The version of the text. */
  version: string;
  language: Language;
  /** The days for which photos may be kept after the headshots are ready, as the text told. */
  uploadRetentionDays: number;
  /** The time at which the member agreed. */
  agreedAt: string;
};

/** An invite as the person who holds its link sees it. */
export type HeldInvite = {
  state: HeldInviteState;
  /** The organization that invites. */
  organization: {
    /** The name of the organization. */
    name: string;
    /** The website of the organization; empty without one. */
    website: string;
    /** The description of the organization; empty without one. */
    description: string;
    branding: Branding;
    /** The day by which the organization asks for photos; null without one, and when it is over. */
    photosBy: string | null;
  };
  /** The address that the invite was sent to, of which only the first character and the domain are shown. */
  maskedEmail: string;
  /** The name that the organization has invited the person by, while the state is open. */
  name?: string;
  /** The time at which the invite expires, or has expired. */
  expiresAt: string;
};

/** open: sign up with it. used: the person has signed up, and POST /api/member/session/link mails a link to continue. expired, also after the end of the access, and revoked: ask the organization for a new invite. */
export type HeldInviteState = 'open' | 'used' | 'expired' | 'revoked';

/** main: one link for each photo. all: links to the thumbnail and the original as well. */
export type Include = 'main' | 'all';

/** An invite. name is present once it is known, modelId once there is a model, link while the invite is pending, mailRefused when the address refuses mail, mailedAt once a mail was sent. A viewer, a test key and a key without invites:write get no link, and a hash in place of the id, since both let their holder sign up. */
export type Invite = {
  /** The id of the invite. */
  id: string;
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  /** The name of the member or, until the person has signed up, the one that the invite was sent with. */
  name?: string;
  status: InviteStatus;
  /** The id of the team; null without a team. */
  teamId: string | null;
  /** The name of the team; null without a team. */
  teamName: string | null;
  /** The id of the model. */
  modelId?: string;
  /** The page where the invited person signs up. */
  link?: string;
  mailRefused?: RefusedMail;
  /** The time at which the latest mail of the invite was sent. */
  mailedAt?: string;
  /** The time of creation. */
  createdAt: string;
  /** The time at which the invite expires. */
  expiresAt: string;
};

/** The result for one address of several whose invites were changed. */
export type InviteChange =
  | {
      /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
      email: string;
      /** The invite was changed. */
      done: true;
    }
  | {
      /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
      email: string;
      /** The invite is unchanged. */
      done: false;
      /** The error code. */
      code: 'NOT_FOUND' | 'INVALID_REQUEST' | 'ALREADY_DELETED' | 'RATE_LIMIT_EXCEEDED';
      /** The cause in one sentence, for people. */
      error: string;
    };

/** How many invites the organization can send now. */
export type InviteLimits = {
  /** The number of credits. */
  credits: number;
  /** The number of pending invites and of unfinished models. */
  pendingInvites: number;
  /** The number of further invites that can be pending. */
  invitesLeft: number;
  /** The number of further invite mails on this day in UTC. */
  mailsLeft: number;
};

/** An invite, without what lets its holder sign up. */
export type InviteOfPerson = {
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  /** The name of the member or, until the person has signed up, the one that the invite was sent with. */
  name?: string;
  status: InviteStatus;
  mailRefused?: RefusedMail;
  /** The time at which the latest mail of the invite was sent. */
  mailedAt?: string;
  /** The time of creation. */
  createdAt: string;
  /** The time at which the invite expires. */
  expiresAt: string;
};

/** The result for one address of several that were invited. */
export type InviteResult =
  | {
      /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
      email: string;
      /** The invite was sent. */
      sent: true;
      /** The id of the invite. */
      id: string;
      /** The page where the invited person signs up. */
      link: string;
    }
  | {
      /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
      email: string;
      /** No invite was sent to this address. */
      sent: false;
      /** The error code. */
      code: 'ALREADY_EXISTS' | 'RATE_LIMIT_EXCEEDED';
      /** The cause in one sentence, for people. */
      error: string;
    };

/** pending: the invite can be used. accepted: the person has signed up. uploading: the member is uploading photos. generating: the photos are being generated. completed: the photos are ready. revoked: the invite was revoked or has expired. deleted: the model was deleted, or the person erased, whose address is empty then. */
export type InviteStatus =
  | 'pending'
  | 'accepted'
  | 'uploading'
  | 'generating'
  | 'completed'
  | 'revoked'
  | 'deleted';

/** A link to a page on which people of some domains ask for an invite. */
export type JoinLink = {
  /** The page on which people enter their address. */
  link: string;
  /** The domains whose people may ask for an invite. */
  domains: string[];
  /** How many more people it invites. */
  usesLeft: number;
  /** The time at which it ends. */
  expiresAt: string;
};

/** A language, as in ISO 639-1. */
export type Language = 'en' | 'de';

/** The member's opinion of the photo. */
export type LikedStatus = 'none' | 'liked' | 'loved';

/** A headshot in a model's list of photos. */
export type ListedPhoto = {
  /** The id of the photo. */
  id: string;
  status: PhotoStatus;
  likedStatus: LikedStatus;
  /** The time of creation. */
  createdAt: string;
  /** How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes. */
  madeBy: 'retouched' | 'generated';
  /** How like the photo's face is to those of the member's uploads, from 0 to 1 in two decimals: from 0.5, it is taken for the same person. Absent where it was not measured. */
  likeness?: number;
  /** The id of the upload that the photo retouches. Absent for a generated photo. */
  uploadId?: string;
  /** The backdrop. Absent for a retouched photo that keeps the background of its upload. */
  backdrop?: 'light-grey' | 'deep-blue' | 'warm-white' | 'office' | 'slate' | 'sage' | 'charcoal' | 'garden';
  /** The outfit that was asked for. Absent for a retouched photo. */
  outfit?: 'navy-suit' | 'open-collar' | 'charcoal-blazer' | 'knitwear' | 'roll-neck' | 'smart-casual';
  urls: PhotoUrls;
  /** The time at which the links expire. */
  expiresAt: string;
};

/** A person who has signed up. The fields depend on the status; consent is present once the member has agreed. */
export type Member =
  | {
      /** The id of the member. */
      id: string;
      /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
      email: string;
      /** The name of the member; null until it is known. */
      name: string | null;
      /** The id of the team; null without a team. */
      teamId: string | null;
      /** The name of the team; null without a team. */
      teamName: string | null;
      /** The time at which the member signed up. */
      joinedAt: string;
      consent?: GivenConsent;
      status: 'accepted';
    }
  | {
      /** The id of the member. */
      id: string;
      /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
      email: string;
      /** The name of the member; null until it is known. */
      name: string | null;
      /** The id of the team; null without a team. */
      teamId: string | null;
      /** The name of the team; null without a team. */
      teamName: string | null;
      /** The time at which the member signed up. */
      joinedAt: string;
      consent?: GivenConsent;
      /** The id of the model. */
      modelId: string;
      modelStatus: ModelStatus;
      status: 'pending';
    }
  | {
      /** The id of the member. */
      id: string;
      /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
      email: string;
      /** The name of the member; null until it is known. */
      name: string | null;
      /** The id of the team; null without a team. */
      teamId: string | null;
      /** The name of the team; null without a team. */
      teamName: string | null;
      /** The time at which the member signed up. */
      joinedAt: string;
      consent?: GivenConsent;
      /** The id of the model. */
      modelId: string;
      modelStatus: ModelStatus;
      /** The number of headshots that were generated. It stays when the member puts some away. */
      photoCount: number;
      /** The number of headshots that the member has neither put away nor erased. */
      availableCount: number;
      /** Whether the member has chosen a favorite photo. */
      hasFavorite: boolean;
      /** The time at which the photos were ready. */
      finishedAt: string;
      status: 'finished';
    };

/** accepted: the member has not started to upload. pending: the photos are being uploaded or the headshots generated. finished: the headshots are ready. */
export type MemberStatus = 'accepted' | 'pending' | 'finished';

/** A model is trained on the uploads of one member, and generates the headshots. */
export type Model = {
  /** The id of the model. */
  id: string;
  /** The id of the user whose model it is. */
  uid: string;
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  /** The name of the member; without one, the local part of the e-mail address. */
  title: string;
  trigger: Trigger;
  status: ModelStatus;
  /** true when the model has failed for good: it does not restart by itself. */
  final?: true;
  failureReason?: FailureReason;
  /** The id of the team; null without a team. */
  teamId: string | null;
  /** The name of the team; null without a team. */
  teamName: string | null;
  /** true for test data instead of a training: quick, and without a credit. */
  isDevelopment?: true;
  /** How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes. */
  madeBy?: 'retouched' | 'generated';
  /** The number of headshots that were generated. It stays when the member puts some away. */
  photoCount: number;
  /** The number of headshots that the member has neither put away nor erased. */
  availableCount: number;
  /** Whether the member has chosen a favorite photo. */
  hasFavorite: boolean;
  /** The time of creation. */
  createdAt: string;
  /** The time at which the photos were ready; null until then. */
  finishedAt: string | null;
  /** The time of deletion; null until then. */
  deletedAt: string | null;
};

/** onboarding: the member is uploading photos. waiting: the model is queued. pending: the model is in training. generatingHeadshots: the photos are being generated. active: the photos are ready. failed: the run of the model failed; it restarts automatically. deleted: the model was deleted for good. */
export type ModelStatus =
  | 'onboarding'
  | 'waiting'
  | 'pending'
  | 'generatingHeadshots'
  | 'active'
  | 'failed'
  | 'deleted';

/** A webhook of a model, and the state of its delivery. */
export type ModelWebhook = {
  /** The number of the event, counted per model from 1. Webhooks of one event share it, and events without a webhook leave gaps. */
  sequence: number;
  /** The id of the webhook: the header webhook-id, the same in all attempts. */
  webhookId: string;
  event: WebhookEvent;
  /** The time of the event. */
  createdAt: string;
  status: DeliveryStatus;
  /** The number of attempts that were recorded; 0 before the first. */
  attempts: number;
};

/** The organization that an API key belongs to. */
export type Organization = {
  /** The id of the organization. */
  uid: string;
  /** The name of the organization. */
  name: string;
  /** The website of the organization; empty without one. */
  website: string;
  teams: Team[];
};

/** The settings of the organization. */
export type OrganizationSettings = {
  /** The name of the organization. */
  name: string;
  /** The website of the organization, an http or https URL; empty without one. */
  website: string;
  /** The description of the organization, which v1 shows; empty without one. */
  description: string;
  /** The origins whose pages may show the page of a signedUrl in a frame: https origins, with *. for all subdomains, or http on localhost. null: any page. An empty list: only the admin area. */
  frameOrigins: string[] | null;
  /** The days for which uploads are kept after the headshots are ready, 1 to 365. A change applies to models whose headshots become ready later, and a longer time only to people who agree to it. */
  uploadRetentionDays: number;
  /** Whether the people of signedUrls agree to the consent text here before uploading. false: the organization has proof of their consent itself. Invited members always agree here. */
  whiteLabelConsent: boolean;
  language: Language;
  /** The address that gets answers to mails to members and invited people, which name it; null for none. A change applies to mails that are sent later. */
  replyTo: string | null;
  /** The day by which invites and pages ask people to send their photos, such as 2026-12-31; null for none. Nothing ends on it. A change applies to mails that are sent later. */
  photosBy: string | null;
  /** The days after which an unused invite is mailed again, and a member who has signed up is reminded of missing photos, 1 to 14, on working days at about 15 h UTC. There are two reminders of each at most; a mail that a user asks for counts as one. People end reminders by a link in the mail. null: never. */
  remindEveryDays: number | null;
  /** The backdrops and outfits in which photos are made, by their names in the style catalogue. A list that is left out stands for all. null: the whole catalogue. A change applies to photos that are planned later, which is when a model changes to generatingHeadshots. */
  styles: {
    /** Names of backdrops. */
    backdrops?: string[];
    /** Names of outfits. */
    outfits?: string[];
  } | null;
  branding: Branding;
};

/** The user of the session. */
export type OwnUser = {
  /** The id of the user. */
  id: string;
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  role: Role;
  /** The time of the invitation. */
  invitedAt: string;
  /** The id of the user who sent the invitation; null when an operator did. */
  invitedBy: string | null;
  /** The time at which the user last signed in; null before the first time. */
  lastSignInAt: string | null;
  /** The language of mails to the user, as chosen on a page; null for that of the organization. */
  language: Language | null;
};

/** The place of a page in the whole list. */
export type Pagination = {
  /** The number of entries in the whole list. */
  total: number;
  /** The highest number of entries on the page. */
  limit: number;
  /** The number of entries that are skipped. */
  offset: number;
  /** Whether more entries follow this page. */
  hasMore: boolean;
};

/** A model whose webhooks wait because one of them could not be delivered. */
export type ParkedModel = {
  /** The id of the model. */
  modelId: string;
  /** The id of the webhook that could not be delivered. */
  webhookId: string;
  event: WebhookEvent;
  /** The HTTP status of the answer; null without an answer. */
  responseStatus: number | null;
  /** The reason for the failure; null without a failure. */
  error: DeliveryError | null;
  /** The time at which the model was parked. */
  parkedAt: string;
  /** The time at which the waiting webhooks are given up. */
  givenUpAt: string;
  /** The number of webhooks that wait behind this one. */
  waiting: number;
};

/** A member whose photos are being uploaded or whose headshots are being generated. */
export type PendingMember = {
  /** The id of the member. */
  id: string;
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  /** The name of the member; null until it is known. */
  name: string | null;
  /** The id of the team; null without a team. */
  teamId: string | null;
  /** The name of the team; null without a team. */
  teamName: string | null;
  /** The time at which the member signed up. */
  joinedAt: string;
  consent?: GivenConsent;
  /** The id of the model. */
  modelId: string;
  modelStatus: ModelStatus;
};

/** A headshot of a model, with links that are valid for 24 hours. */
export type Photo = {
  /** The id of the photo. */
  id: string;
  status: PhotoStatus;
  likedStatus: LikedStatus;
  /** The time of creation. */
  createdAt: string;
  /** How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes. */
  madeBy: 'retouched' | 'generated';
  /** How like the photo's face is to those of the member's uploads, from 0 to 1 in two decimals: from 0.5, it is taken for the same person. Absent where it was not measured. */
  likeness?: number;
  /** The id of the upload that the photo retouches. Absent for a generated photo. */
  uploadId?: string;
  /** The backdrop. Absent for a retouched photo that keeps the background of its upload. */
  backdrop?: 'light-grey' | 'deep-blue' | 'warm-white' | 'office' | 'slate' | 'sage' | 'charcoal' | 'garden';
  /** The outfit that was asked for. Absent for a retouched photo. */
  outfit?: 'navy-suit' | 'open-collar' | 'charcoal-blazer' | 'knitwear' | 'roll-neck' | 'smart-casual';
  urls: PhotoUrls;
  /** The time at which the links expire. */
  expiresAt: string;
  /** The id of the model. */
  modelId: string;
};

/** createdAt: latest first. likeness: the most like the person first, those that were not measured last, and of those alike the latest first. */
export type PhotoSort = 'createdAt' | 'likeness';

/** active: the photo is shown. deleted: the member has put the photo away; links issued before remain valid until they expire. */
export type PhotoStatus = 'active' | 'deleted';

/** Signed links. thumbnail and original are present with include=all only. */
export type PhotoUrls = {
  /** The link to the photo. */
  main: string;
  /** The link to a small version. */
  thumbnail?: string;
  /** The link to the largest version. */
  original?: string;
};

/** The address of the invite refuses our mail, so it gets no more. The link works without the mail: pass it on yourself. */
export type RefusedMail = {
  /** bounced: the address does not exist, or its server refuses our mail for good. complained: the recipient has reported our mail as spam. */
  reason: 'bounced' | 'complained';
  /** The time at which the mail was refused. */
  at: string;
};

/** viewer: reads people, models and photos. manager: also changes them. owner: also changes users, keys, webhooks and settings, and reads what belongs to them. */
export type Role = 'viewer' | 'manager' | 'owner';

/** A photo that the member has sent in. url is present while it is accepted and stored. */
export type StoredUpload = {
  /** The id of the upload. */
  id: string;
  status: UploadStatus;
  /** Why it was refused and what to do, for the member to read. */
  reason?: string;
  reasonCode?: UploadReasonCode;
  /** The link to the image. */
  url?: string;
};

/** A person who does not get headshots without help. */
export type StuckPerson = {
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  /** The name of the member; null until it is known. */
  name: string | null;
  /** The time since which the reason holds. */
  since: string;
  /** The id of the model, if the person has one. */
  modelId?: string;
  failureReason?: FailureReason;
  /** The team of an invite that expired, if it had one. */
  teamId?: string;
  /** The link of an invite whose mail was refused, to be passed on by other means; absent for viewers. */
  inviteLink?: string;
};

/** A group of members. Its name is unique in the organization. */
export type Team = {
  /** The id of the team. */
  id: string;
  /** The name of the team. */
  name: string;
};

/** The usage of the models of one team in one month. A model counts for the team that it was in at the time. Development models do not count. */
export type TeamUsage = {
  /** The month, in UTC. */
  month: string;
  /** The id of the team; null without a team. */
  teamId: string | null;
  /** The present name of the team, or its last one if it was deleted; null without a team. */
  teamName: string | null;
  /** The team was deleted. */
  teamDeleted?: true;
  /** Credits spent. A credit that is returned is subtracted in the month of its return, from the team that was charged, so the number can be negative. */
  credits: number;
  /** Models that were created. */
  modelsBegun: number;
  /** Models whose headshots became ready. */
  modelsFinished: number;
  /** Models that failed for good. One that is restarted can fail again. */
  modelsFailed: number;
  /** Headshots that were made. */
  headshots: number;
};

/** The kind of the resources that actions are done to: the first part of the names of the actions. */
export type TrailKind =
  | 'invite'
  | 'member'
  | 'consent'
  | 'model'
  | 'photo'
  | 'person'
  | 'team'
  | 'user'
  | 'key'
  | 'webhooks'
  | 'organization'
  | 'credits';

/** The gender that the headshots are made for; person until one is chosen. */
export type Trigger = 'male' | 'female' | 'person';

/** A photo that the member sends in. reason and reasonCode are present when it was refused. */
export type Upload = {
  /** The id of the upload. */
  id: string;
  status: UploadStatus;
  /** Why it was refused and what to do, for the member to read. */
  reason?: string;
  reasonCode?: UploadReasonCode;
};

/** Why an upload was refused, for programs. empty, too-many-bytes, not-an-image, unsupported-format, too-few-pixels, too-many-pixels, too-much-metadata, damaged: the file. check-failed: it could not be checked, three times. screenshot: it is one of a screen. no-face: no face was found in a photo. several-people: more than one person. face-cut-off: the face reaches beyond the edge. face-too-small, blurry: the face. another-person: it seems to show another person than the accepted uploads of the model. duplicate: another accepted upload of the model shows the same. More codes may follow. */
export type UploadReasonCode =
  | 'empty'
  | 'too-many-bytes'
  | 'not-an-image'
  | 'unsupported-format'
  | 'too-few-pixels'
  | 'too-many-pixels'
  | 'too-much-metadata'
  | 'damaged'
  | 'check-failed'
  | 'screenshot'
  | 'no-face'
  | 'several-people'
  | 'face-cut-off'
  | 'face-too-small'
  | 'blurry'
  | 'another-person'
  | 'duplicate';

/** pending: the upload was not judged yet. accepted: the upload will be used. refused: the upload cannot be used; reason says why. */
export type UploadStatus = 'pending' | 'accepted' | 'refused';

/** The sum over all months and teams. */
export type UsageCounts = {
  /** Credits spent. A credit that is returned is subtracted in the month of its return, from the team that was charged, so the number can be negative. */
  credits: number;
  /** Models that were created. */
  modelsBegun: number;
  /** Models whose headshots became ready. */
  modelsFinished: number;
  /** Models that failed for good. One that is restarted can fail again. */
  modelsFailed: number;
  /** Headshots that were made. */
  headshots: number;
};

/** A user of the organization. */
export type User = {
  /** The id of the user. */
  id: string;
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
  role: Role;
  /** The time of the invitation. */
  invitedAt: string;
  /** The id of the user who sent the invitation; null when an operator did. */
  invitedBy: string | null;
  /** The time at which the user last signed in; null before the first time. */
  lastSignInAt: string | null;
};

/** The event that a webhook reports. */
export type WebhookEvent =
  | 'model.created'
  | 'model.status.updated'
  | 'model.photos_ready'
  | 'model.favorite_selected'
  | 'model.deleted';

/** A model as webhooks show it. */
export type WebhookModel = {
  /** The id of the model. */
  _id: string;
  /** The id of the user whose model it is. */
  uid: string;
  /** The name of the member; without one, the local part of the e-mail address. */
  title: string;
  trigger: Trigger;
  status: ModelStatus;
  /** true when the model has failed for good: it does not restart by itself. */
  final?: true;
  failureReason?: FailureReason;
  /** true for test data instead of a training: quick, and without a credit. */
  isDevelopment?: true;
  /** The time at which the photos were ready; null until then. */
  finishedAt: string | null;
  /** The time of deletion; null until then. */
  deletedAt: string | null;
  /** The time at which access to the model ends. */
  inviteExpiresAt: string;
  /** The time of creation. */
  createdAt: string;
  /** The id of the organization that owns the model. */
  organization: string;
  /** The number of headshots that were generated. It stays when the member puts some away. */
  photoCount?: number;
  /** The id of the favorite photo; in model.favorite_selected only. */
  favoritePhotoId?: string;
};

/** The URL that webhooks are posted to, and the secrets that sign them. */
export type WebhookSettings = {
  /** The URL that webhooks are posted to. While it is null, events wait. */
  url: string | null;
  /** false: events wait, for 72 hours at most, until webhooks are switched on again. */
  enabled: boolean;
  /** The secrets that sign webhooks, the current one first. */
  secrets: {
    /** The last four characters of the secret, which identify it. */
    endsWith: string;
    /** The time until which the secret signs; null for the current one. */
    validUntil: string | null;
  }[];
  /** The number of models whose webhooks wait; 1000 stands for 1000 or more. */
  parkedModels: number;
  circuit: Circuit;
};

/** The codes of all errors. */
export type ErrorCode =
  | 'ALREADY_DELETED'
  | 'ALREADY_EXISTS'
  | 'FORBIDDEN'
  | 'INSUFFICIENT_CREDITS'
  | 'INTERNAL_ERROR'
  | 'INVALID_EMAIL'
  | 'INVALID_REQUEST'
  | 'INVITE_LIMIT_EXCEEDED'
  | 'NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'UNAUTHORIZED';

/** The body of a webhook that the service posts to your URL. */
export type Webhook =
  | {
      /** The event. */
      event: 'model.created';
      /** The kind of the object. */
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      /** The event. */
      event: 'model.status.updated';
      /** The kind of the object. */
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      /** The event. */
      event: 'model.photos_ready';
      /** The kind of the object. */
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      /** The event. */
      event: 'model.favorite_selected';
      /** The kind of the object. */
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      /** The event. */
      event: 'model.deleted';
      /** The kind of the object. */
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      /** The event. */
      event: 'webhook.test';
      /** The kind of the object. */
      objectType: 'model';
      object: WebhookModel;
    };

export type OrganizationGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  organization: Organization;
};

export type OrganizationGetCreditsResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The credit balance. One credit is taken when a member finishes onboarding. */
  credits: number;
};

export type InvitesListQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
  status?: InviteStatus;
};

export type InvitesListResponse = {
  /** Whether the request succeeded. */
  success: true;
  invites: Invite[];
  pagination: Pagination;
};

export type InvitesSendBody = {
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
  /** The id of the team; null or left out for no team. */
  teamId?: string | null;
  /** The name of the person. */
  name?: string;
};

export type InvitesSendResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The request after normalisation. */
  input: {
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
  };
  /** The result in one sentence, for people. */
  message: string;
  /** The page where the invited person signs up. */
  link: string;
  /** The id of the invite. */
  id: string;
  /** The id of the team; null without a team. */
  teamId: string | null;
};

export type InvitesSendManyBody = {
  /** The addresses to invite; repeated addresses count once. */
  emails: string[];
  /** The id of the team; null or left out for no team. */
  teamId?: string | null;
  /** The names of people by their address, for the sign-up page and the list of invites. */
  names?: Record<string, string>;
};

export type InvitesSendManyResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The number of invites that were sent. */
  sent: number;
  /** One result for each address, in the order of the request. */
  results: InviteResult[];
};

export type InvitesCheckBody = {
  /** The addresses to invite; repeated addresses count once. */
  emails: string[];
};

export type InvitesCheckResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** One result for each address, in the order of the request. */
  results: CheckedAddress[];
  limits: InviteLimits;
};

export type InvitesResendBody = {
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
};

export type InvitesResendResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The request after normalisation. */
  input: {
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
  };
  /** The result in one sentence, for people. */
  message: string;
  /** The page where the invited person signs up. */
  link: string;
  /** The id of the invite. */
  id: string;
  /** The id of the team; null without a team. */
  teamId: string | null;
};

export type InvitesResendManyBody = {
  /** The addresses that the invites were sent to; repeated addresses count once. */
  emails: string[];
};

export type InvitesResendManyResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The number of invites that were changed. */
  changed: number;
  /** One result for each address, in the order of the request. */
  results: InviteChange[];
};

export type InvitesRevokeBody = {
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
};

export type InvitesRevokeResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The request after normalisation. */
  input: {
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
  };
};

export type InvitesRevokeManyBody = {
  /** The addresses that the invites were sent to; repeated addresses count once. */
  emails: string[];
};

export type InvitesRevokeManyResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The number of invites that were changed. */
  changed: number;
  /** One result for each address, in the order of the request. */
  results: InviteChange[];
};

export type InvitesGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  invite: Invite;
};

export type ModelsListQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
  status?: ModelStatus;
  /** The id of the team. */
  teamId?: string;
};

export type ModelsListResponse = {
  /** Whether the request succeeded. */
  success: true;
  models: Model[];
  pagination: Pagination;
};

export type ModelsGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  model: Model;
};

export type ModelsDeleteResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The id of the model. */
  modelId: string;
};

export type ModelsListEventsQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
};

export type ModelsListEventsResponse = {
  /** Whether the request succeeded. */
  success: true;
  events: ModelWebhook[];
  pagination: Pagination;
};

export type PhotosListQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
  include?: Include;
  status?: PhotoStatus;
  likedStatus?: LikedStatus;
  sort?: PhotoSort;
};

export type PhotosListResponse = {
  /** Whether the request succeeded. */
  success: true;
  photos: ListedPhoto[];
  pagination: Pagination;
};

export type PhotosDownloadBody = {
  /** The ids of photos of the model; all active ones when it is left out. A 404 for ids that are not lists them in its own field photoIds. */
  photoIds?: string[];
  include?: Include;
};

export type PhotosDownloadResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The links, photo by photo. */
  downloads: {
    /** The id of the photo. */
    photoId: string;
    urls: PhotoUrls;
  }[];
  /** The time at which the links expire. */
  expiresAt: string;
};

export type PhotosGetFavoriteQuery = {
  include?: Include;
};

export type PhotosGetFavoriteResponse =
  | {
      /** Whether the request succeeded. */
      success: true;
      photo: Photo;
    }
  | {
      /** Whether the request succeeded. */
      success: true;
      /** null: no favorite photo is selected. */
      photo: null;
      /** The result in one sentence, for people. */
      message: string;
    };

export type PhotosChooseFavoriteBody = {
  /** The id of the photo. */
  photoId: string;
};

export type PhotosChooseFavoriteResponse = {
  /** Whether the request succeeded. */
  success: true;
  photo: Photo;
};

export type PhotosGetQuery = {
  include?: Include;
};

export type PhotosGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  photo: Photo;
};

export type ModelsRestartResponse = {
  /** Whether the request succeeded. */
  success: true;
  model: Model;
};

export type FavoritesListQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
  include?: Include;
  likedStatus?: LikedStatus;
  /** The id of the team. */
  teamId?: string;
};

export type FavoritesListResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** One photo for each member who has a favorite. */
  photos: {
    /** The id of the photo. */
    id: string;
    /** The id of the model. */
    modelId: string;
    /** The member; a field without a value is an empty string. */
    member: {
      /** The id of the member. */
      id: string;
      /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
      email: string;
      /** The name of the member; empty until it is known. */
      name: string;
      /** The id of the team; empty without a team. */
      teamId: string;
      /** The name of the team; empty without a team. */
      teamName: string;
    };
    likedStatus: LikedStatus;
    urls: PhotoUrls;
    /** The time at which the links expire. */
    expiresAt: string;
  }[];
  pagination: Pagination;
};

export type MembersListQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
  status?: MemberStatus;
};

export type MembersListResponse = {
  /** Whether the request succeeded. */
  success: true;
  members: Member[];
  pagination: Pagination;
};

export type MembersListAcceptedQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
};

export type MembersListAcceptedResponse = {
  /** Whether the request succeeded. */
  success: true;
  members: AcceptedMember[];
  /** The number of entries in the list. */
  count: number;
};

export type MembersListFinishedQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
};

export type MembersListFinishedResponse = {
  /** Whether the request succeeded. */
  success: true;
  members: FinishedMember[];
  /** The number of entries in the list. */
  count: number;
};

export type MembersListPendingQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
};

export type MembersListPendingResponse = {
  /** Whether the request succeeded. */
  success: true;
  members: PendingMember[];
  /** The number of entries in the list. */
  count: number;
};

export type MembersEraseResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The id of the member. */
  memberId: string;
};

export type TeamsListResponse = {
  /** Whether the request succeeded. */
  success: true;
  teams: Team[];
};

export type TeamsCreateBody = {
  /** The name of the team. */
  name: string;
};

export type TeamsCreateResponse = {
  /** Whether the request succeeded. */
  success: true;
  team: Team;
  organization: Organization;
};

export type TeamsRenameBody = {
  /** The name of the team. */
  name: string;
};

export type TeamsRenameResponse = {
  /** Whether the request succeeded. */
  success: true;
  team: Team;
  organization: Organization;
};

export type TeamsDeleteResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  organization: Organization;
};

export type TeamsAddMembersBody = {
  /** The addresses of members; repeated addresses count once. A 400 for addresses of no member lists them in its own field emails. */
  emails: string[];
};

export type TeamsAddMembersResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type OrganizationGetUsageQuery = {
  /** The first month, as YYYY-MM, in UTC. Default: eleven months before the last one. */
  from?: string;
  /** The last month, as YYYY-MM, in UTC. Default: the present one. */
  to?: string;
};

export type OrganizationGetUsageResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** All months of the report, the first one first. */
  months: string[];
  /** An entry for each month and team with usage: by month, those without a team first. */
  usage: TeamUsage[];
  total: UsageCounts;
};

export type WhitelabelCreateModelBody = {
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
  /** The id of the team; null or left out for no team. */
  teamId?: string | null;
  /** true for test data instead of a training: quick, and without a credit. */
  isDevelopment?: boolean;
};

export type WhitelabelCreateModelResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The id of the model. */
  modelId: string;
  status: ModelStatus;
  /** true for test data instead of a training: quick, and without a credit. */
  isDevelopment?: true;
  /** The studio of the anonymous member, for a frame in your application. It has to be opened within an hour. */
  signedUrl: string;
};

export type WhitelabelDeleteModelResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The id of the model. */
  modelId: string;
};

export type WhitelabelGetModelResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The id of the model. */
  modelId: string;
  status: ModelStatus;
  /** true for test data instead of a training: quick, and without a credit. */
  isDevelopment?: true;
  /** The studio of the anonymous member, for a frame in your application. It has to be opened within an hour. */
  signedUrl: string;
};

export type V1OrganizationGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  organization: Organization;
};

export type V1OrganizationGetCreditsResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The credit balance. One credit is taken when a member finishes onboarding. */
  credits: number;
};

export type V1InvitesSendBody = {
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
  /** The id of the team; null or left out for no team. */
  teamId?: string | null;
  /** The name of the person. */
  name?: string;
};

export type V1InvitesSendResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The request after normalisation. */
  input: {
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
  };
  /** The result in one sentence, for people. */
  message: string;
  /** The page where the invited person signs up. */
  link: string;
  /** The id of the invite. */
  id: string;
  /** The id of the team; null without a team. */
  teamId: string | null;
};

export type V1InvitesGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The invite. */
  invite: {
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
    /** The status of the invite. */
    status:
      | 'pending-invite'
      | 'waiting-for-upload'
      | 'generating-headshots'
      | 'active'
      | 'revoked'
      | 'deleted';
    /** The id of the team; null without a team. */
    teamId: string | null;
  };
};

export type V1InvitesRevokeBody = {
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
};

export type V1InvitesRevokeResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The request after normalisation. */
  input: {
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
  };
};

export type V1InvitesListResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The invites, newest first. */
  invites: {
    /** The id of the invite. */
    id: string;
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
    /** false for an invite that was revoked or has expired. */
    valid: boolean;
    /** The id of the team; null without a team. */
    teamId: string | null;
    /** The time of creation. */
    createdAt: string;
    /** Whether a person has signed up with the invite. */
    used: boolean;
    /** The page where the invited person signs up; empty for a key that may not write invites. */
    link: string | '';
  }[];
};

export type V1TeamsCreateBody = {
  /** The name of the team. */
  name: string;
};

export type V1TeamsCreateResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The organization with its description. */
  organization: {
    /** The id of the organization. */
    uid: string;
    /** The name of the organization. */
    name: string;
    /** The website of the organization; empty without one. */
    website: string;
    teams: Team[];
    /** The description of the organization; empty without one. */
    description: string;
  };
};

export type V1TeamsRenameBody = {
  /** The name of the team. */
  name: string;
};

export type V1TeamsRenameResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The organization with its description. */
  organization: {
    /** The id of the organization. */
    uid: string;
    /** The name of the organization. */
    name: string;
    /** The website of the organization; empty without one. */
    website: string;
    teams: Team[];
    /** The description of the organization; empty without one. */
    description: string;
  };
};

export type V1TeamsDeleteResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The organization with its description. */
  organization: {
    /** The id of the organization. */
    uid: string;
    /** The name of the organization. */
    name: string;
    /** The website of the organization; empty without one. */
    website: string;
    teams: Team[];
    /** The description of the organization; empty without one. */
    description: string;
  };
};

export type V1TeamsAddMembersBody = {
  /** The addresses of members; repeated addresses count once. A 400 for addresses of no member lists them in its own field emails. */
  emails: string[];
};

export type V1TeamsAddMembersResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The organization with its description. */
  organization: {
    /** The id of the organization. */
    uid: string;
    /** The name of the organization. */
    name: string;
    /** The website of the organization; empty without one. */
    website: string;
    teams: Team[];
    /** The description of the organization; empty without one. */
    description: string;
  };
};

export type MemberSessionGetOverviewResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The member whose session it is. */
  member: {
    /** The id of the member. */
    id: string;
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
    /** The address that the member has chosen in place of `email` and that is not confirmed yet; null without one. */
    pendingEmail: string | null;
    /** The name of the member; null until it is known. */
    name: string | null;
    /** The language of the mails to the member, as the member has chosen it on a page; null for that of the organization. */
    language: Language | null;
  };
  /** The organization of the member. */
  organization: {
    /** The name of the organization. */
    name: string;
    branding: Branding;
    /** The day by which the organization asks for photos; null without one, and when it is over. */
    photosBy: string | null;
    /** The origins whose pages may show the studio in a frame and are told of its events; null for any. */
    frameOrigins: string[] | null;
  };
  /** Whether the member has to agree by POST /api/member/consent before uploading. */
  consentRequired: boolean;
  /** The model of the member; null without one. */
  model: Model | null;
  /** The time at which access to the model ends; null without one. */
  accessEndsAt: string | null;
  /** The progress of the model; null without one, and while no photos are in the making. */
  progress: {
    /** How far the model is. It does not run backwards, but for a model that has failed and starts over; 100 when the photos are ready. */
    percent: number;
    /** Seconds until the photos are ready, as estimated by now; null while that cannot be told: the model waits for its turn, or takes longer than estimated. */
    secondsLeft: number | null;
  } | null;
  /** The id of the favorite photo; null while none is chosen. */
  favoritePhotoId: string | null;
  uploads: Upload[];
  /** The requirements that uploads have to meet. */
  requirements: {
    /** The smallest number of photos. */
    minPhotos: number;
    /** The largest number of photos. */
    maxPhotos: number;
    /** The smallest length of the shorter side, in pixels. */
    minPixels: number;
    /** The largest size of a file, in bytes. */
    maxBytes: number;
    /** The media types that are accepted. */
    types: string[];
  };
  /** The styles of the organization, from which the member may choose when onboarding is finished. */
  styles: {
    /** The backgrounds behind the person. */
    backdrops: {
      /** The name in settings and choices. */
      name: 'light-grey' | 'deep-blue' | 'warm-white' | 'office' | 'slate' | 'sage' | 'charcoal' | 'garden';
      /** The name for people. */
      label: string;
    }[];
    /** The clothes of the person; empty where photos are retouched, which keep those of the uploads. */
    outfits: {
      /** The name in settings and choices. */
      name: 'navy-suit' | 'open-collar' | 'charcoal-blazer' | 'knitwear' | 'roll-neck' | 'smart-casual';
      /** The name for people. */
      label: string;
    }[];
  };
  /** How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes. */
  madeBy: 'retouched' | 'generated';
};

export type MemberSessionEraseMemberResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The id of the member. */
  memberId: string;
};

export type MemberSessionConfirmAddressBody = {
  /** The token in the mailed link. */
  token: string;
};

export type MemberSessionConfirmAddressResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
  email: string;
};

export type MemberConsentGetQuery = {
  language?: Language;
};

export type MemberConsentGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  consent: Consent;
};

export type MemberConsentGiveBody = {
  /** The version of the text. */
  version: string;
  language?: Language;
};

export type MemberConsentGiveResponse = {
  /** Whether the request succeeded. */
  success: true;
  consent: Consent;
};

export type MemberSessionLookUpInviteBody = {
  /** The id in the link of an invite. */
  invite: string;
};

export type MemberSessionLookUpInviteResponse = {
  /** Whether the request succeeded. */
  success: true;
  invite: HeldInvite;
};

export type MemberJoinJoinBody = {
  /** The token in the join link. */
  token: string;
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
};

export type MemberJoinJoinResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type MemberJoinLookUpLinkBody = {
  /** The token in the join link. */
  token: string;
};

export type MemberJoinLookUpLinkResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The organization that invites. */
  organization: {
    /** The name of the organization. */
    name: string;
    /** The website of the organization; empty without one. */
    website: string;
    /** The description of the organization; empty without one. */
    description: string;
    branding: Branding;
    /** The day by which the organization asks for photos; null without one, and when it is over. */
    photosBy: string | null;
  };
  /** The domains whose people may ask for an invite. */
  domains: string[];
};

export type MemberSessionChooseLanguageBody = {
  language: Language;
};

export type MemberSessionChooseLanguageResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The member whose session it is. */
  member: {
    /** The id of the member. */
    id: string;
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
    /** The address that the member has chosen in place of `email` and that is not confirmed yet; null without one. */
    pendingEmail: string | null;
    /** The name of the member; null until it is known. */
    name: string | null;
    /** The language of the mails to the member, as the member has chosen it on a page; null for that of the organization. */
    language: Language | null;
  };
};

export type MemberSessionDeleteOwnModelResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The id of the model. */
  modelId: string;
};

export type MemberSessionFinishOnboardingBody = {
  trigger: Trigger;
  /** The name of the person. */
  name?: string;
  /** The styles in which photos are made, of those that the organization offers. A list that is left out stands for all, also of styles that are added later. Outfits have no effect where photos are retouched. */
  styles?: {
    /** Names of backdrops. */
    backdrops?: (
      | 'light-grey'
      | 'deep-blue'
      | 'warm-white'
      | 'office'
      | 'slate'
      | 'sage'
      | 'charcoal'
      | 'garden'
    )[];
    /** Names of outfits. */
    outfits?: ('navy-suit' | 'open-collar' | 'charcoal-blazer' | 'knitwear' | 'roll-neck' | 'smart-casual')[];
  };
};

export type MemberSessionFinishOnboardingResponse = {
  /** Whether the request succeeded. */
  success: true;
  model: Model;
};

export type MemberPhotosListOwnQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
  include?: Include;
  status?: PhotoStatus;
  likedStatus?: LikedStatus;
  sort?: PhotoSort;
};

export type MemberPhotosListOwnResponse = {
  /** Whether the request succeeded. */
  success: true;
  photos: ListedPhoto[];
  pagination: Pagination;
};

export type MemberPhotosUpdateOwnBody = {
  likedStatus?: LikedStatus;
  /** true makes the photo the favorite. */
  favorite?: boolean;
};

export type MemberPhotosUpdateOwnResponse = {
  /** Whether the request succeeded. */
  success: true;
  photo: Photo;
};

export type MemberPhotosDeleteOwnResponse = {
  /** Whether the request succeeded. */
  success: true;
  photo: Photo;
};

export type MemberPhotosEraseOwnResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The id of the photo. */
  photoId: string;
};

export type MemberPhotosRestoreOwnResponse = {
  /** Whether the request succeeded. */
  success: true;
  photo: Photo;
};

export type MemberSessionOpenBody =
  | {
      /** The token in a signedUrl, or in a mailed link. */
      token: string;
      /** The name of the person. */
      name?: string;
      /** An address to use in place of the invited one, with an invite only. It counts once a link that is mailed to it was opened; until then the member has the invited address. */
      email?: string;
      language?: Language;
    }
  | {
      /** The id in the link of an invite. */
      invite: string;
      /** The name of the person. */
      name?: string;
      /** An address to use in place of the invited one, with an invite only. It counts once a link that is mailed to it was opened; until then the member has the invited address. */
      email?: string;
      language?: Language;
    };

export type MemberSessionOpenResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The session, to be sent as the bearer token. */
  session: string;
  /** The time at which the session expires. */
  expiresAt: string;
  /** The member whose session it is. */
  member: {
    /** The id of the member. */
    id: string;
    /** The e-mail address, trimmed and in lower case, with its domain in ASCII. */
    email: string;
    /** The address that the member has chosen in place of `email` and that is not confirmed yet; null without one. */
    pendingEmail: string | null;
    /** The name of the member; null until it is known. */
    name: string | null;
    /** The language of the mails to the member, as the member has chosen it on a page; null for that of the organization. */
    language: Language | null;
  };
  /** The model of the member; null without one. */
  model: Model | null;
};

export type MemberSessionEndResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type MemberSessionRequestLinkBody =
  | {
      /** The token in a mailed link that has expired or was used. */
      token: string;
    }
  | {
      /** The id in the link of an invite. */
      invite: string;
    };

export type MemberSessionRequestLinkResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type MemberUploadsListOwnResponse = {
  /** Whether the request succeeded. */
  success: true;
  uploads: StoredUpload[];
  /** The time at which the links expire. */
  expiresAt: string;
};

export type MemberUploadsCreateBody = {
  /** The files that will be uploaded. */
  files: {
    /** The name of the file. */
    name: string;
    /** image/jpeg, image/png or image/webp. */
    type: string;
    /** The size in bytes. */
    size: number;
  }[];
};

export type MemberUploadsCreateResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** One form for each file, in the same order. */
  uploads: {
    /** The id of the upload. */
    id: string;
    /** The URL to post the file to. */
    url: string;
    /** The form fields to send before the file. */
    fields: Record<string, string>;
  }[];
};

export type MemberUploadsDeleteResponse = {
  /** Whether the request succeeded. */
  success: true;
};

export type MemberUploadsCompleteResponse = {
  /** Whether the request succeeded. */
  success: true;
  upload: Upload;
};

export type MemberSessionStopRemindersQuery = {
  /** The id in the link of an invite. */
  invite: string;
  /** Ends the reminders. No other value is taken. */
  reminders: 'stop';
};

export type MemberSessionStopRemindersResponse = {
  /** Whether the request succeeded. */
  success: true;
};

export type AdminTrailListQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The `next` of the previous page. */
  before?: string;
  /** The id of a member, the id of a model, or an e-mail address. */
  person?: string;
  kind?: TrailKind;
};

export type AdminTrailListResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The entries of the page. With a filter there may be fewer than `limit`, also none, on a page that is not the last. */
  entries: {
    /** The id of the entry. */
    id: string;
    /** The action that was done. */
    action:
      | 'organization.created'
      | 'organization.updated'
      | 'credits.added'
      | 'key.created'
      | 'key.deleted'
      | 'webhooks.updated'
      | 'webhooks.secret_rotated'
      | 'webhooks.tested'
      | 'user.signed_in'
      | 'user.signed_out'
      | 'user.invited'
      | 'user.role_changed'
      | 'user.removed'
      | 'member.signed_up'
      | 'member.renewed'
      | 'member.address_changed'
      | 'member.signed_in'
      | 'member.signed_out'
      | 'invite.sent'
      | 'invite.resent'
      | 'invite.revoked'
      | 'invite.link_created'
      | 'invite.link_ended'
      | 'team.created'
      | 'team.renamed'
      | 'team.deleted'
      | 'team.members_added'
      | 'model.created'
      | 'model.deleted'
      | 'model.queued'
      | 'model.restarted'
      | 'photo.chosen'
      | 'photo.erased'
      | 'consent.given'
      | 'person.erased';
    /** The id of the resource that was changed; null where it is the organization itself. */
    target: string | null;
    /** The name of the resource, or the address of a person without one; null where it has none or no longer exists. */
    targetName: string | null;
    /** The names of the settings that were changed, as requests have them; empty for other actions. */
    fields: string[];
    /** The actor. */
    actor: {
      /** Who acted: a user, an API key, a member, an operator, or the service itself. */
      kind: 'user' | 'key' | 'member' | 'operator' | 'system';
      /** The id of the user, API key or member; null for operators and the service. */
      id: string | null;
      /** The name of the actor, or the address where there is none; null for operators, the service and those who no longer exist. */
      name: string | null;
    };
    /** The network address of the request, of an IPv6 address its network; null without a request. */
    address: string | null;
    /** The time of the action. */
    createdAt: string;
  }[];
  /** The `before` of the next page; null on the last page. */
  next: string | null;
};

export type AdminDeliveriesListQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The `next` of the previous page. */
  before?: string;
  status?: DeliveryStatus;
  event?: DeliveredEvent;
  /** Only webhooks about this model. */
  modelId?: string;
  /** Only events of this time or later; in UTC. */
  since?: string;
};

export type AdminDeliveriesListResponse = {
  /** Whether the request succeeded. */
  success: true;
  deliveries: Delivery[];
  /** The `before` of the next page; null on the last page. */
  next: string | null;
};

export type AdminDeliveriesRedeliverFailedBody = {
  /** Webhooks that failed at this time or later are redelivered; in UTC. */
  since: string;
};

export type AdminDeliveriesRedeliverFailedResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  /** The number of models whose webhooks wait; 1000 stands for 1000 or more. */
  parkedModels: number;
};

export type AdminDeliveriesGetDeliveryResponse = {
  /** Whether the request succeeded. */
  success: true;
  delivery: Delivery;
  attempts: DeliveryAttempt[];
  /** The exact text that was signed; null when it is no longer kept. */
  body: string | null;
};

export type AdminDeliveriesRedeliverDeliveryResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type AdminErasuresListQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The `next` of the previous page. */
  before?: string;
};

export type AdminErasuresListResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The erasures of the page. */
  erasures: {
    /** The id of the erasure. */
    erasureId: string;
    /** The id that the erased member had; null for a person who was only invited. */
    memberId: string | null;
    /** The model that was deleted with the person; null without one. */
    modelId: string | null;
    /** Who asked for the erasure: the member, a user or API key of the organization, or an operator. */
    requestedBy: 'member' | 'organization' | 'operator';
    /** The time of the request. */
    requestedAt: string;
    /** The time at which all data here was erased; null until then. */
    doneAt: string | null;
    /** The time of the second pass, which erases what was stored meanwhile; null until then. */
    checkedAt: string | null;
    /** The copies that the hosted provider of the model has. kept: the deletion has not begun. pending: it is being deleted, again and again until nothing is left. deleted: nothing is left. retained: the provider keeps records that it cannot be asked to delete. null: no hosted provider had anything. */
    providerCopies: 'kept' | 'pending' | 'deleted' | 'retained' | null;
  }[];
  /** The `before` of the next page; null on the last page. */
  next: string | null;
};

export type AdminErasuresEraseAddressBody = {
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
};

export type AdminErasuresEraseAddressResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type AdminJoinLinkGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The join link; null without one. */
  joinLink: JoinLink | null;
};

export type AdminJoinLinkCreateBody = {
  /** The domains whose people may ask for an invite. */
  domains: string[];
  /** How many people it invites at most. */
  uses: number;
  /** The days after which it ends. */
  days: number;
};

export type AdminJoinLinkCreateResponse = {
  /** Whether the request succeeded. */
  success: true;
  joinLink: JoinLink;
};

export type AdminJoinLinkEndResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type AdminKeysListResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The API keys, without the keys themselves. */
  keys: {
    /** The id of the API key. */
    id: string;
    /** The purpose of the key. */
    name: string;
    /** A remark of the owner. */
    note: string | null;
    /** The first characters of the key, which identify it. */
    prefix: string;
    /** The scopes of the key; null for a key that may do everything. */
    scopes:
      | (
          | 'organization:read'
          | 'organization:write'
          | 'invites:read'
          | 'invites:write'
          | 'team:read'
          | 'team:write'
          | 'models:read'
          | 'models:write'
          | 'photos:read'
          | 'photos:write'
          | 'whitelabel:read'
          | 'whitelabel:write'
        )[]
      | null;
    /** Whether the key can only read, and create white-label models with isDevelopment true. */
    test: boolean;
    /** The time of creation. */
    createdAt: string;
    /** The time from which the key is answered 401; null for a key without an end. */
    expiresAt: string | null;
    /** The time of the last use, to within a minute; null until the first. */
    lastUsedAt: string | null;
  }[];
};

export type AdminKeysCreateBody = {
  /** The purpose of the key. */
  name: string;
  /** A remark of the owner. */
  note?: string;
  /** Reading (GET) and writing (any other method) per area. Without this field the key may do everything. */
  scopes?: (
    | 'organization:read'
    | 'organization:write'
    | 'invites:read'
    | 'invites:write'
    | 'team:read'
    | 'team:write'
    | 'models:read'
    | 'models:write'
    | 'photos:read'
    | 'photos:write'
    | 'whitelabel:read'
    | 'whitelabel:write'
  )[];
  /** The end of the key, in UTC. Without this field it has no end. */
  expiresAt?: string;
  /** Whether the key can only read, and create white-label models with isDevelopment true. */
  test?: boolean;
};

export type AdminKeysCreateResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The key, shown this once. */
  apiKey: string;
  /** The key as the list shows it. */
  key: {
    /** The id of the API key. */
    id: string;
    /** The purpose of the key. */
    name: string;
    /** A remark of the owner. */
    note: string | null;
    /** The first characters of the key, which identify it. */
    prefix: string;
    /** The scopes of the key; null for a key that may do everything. */
    scopes:
      | (
          | 'organization:read'
          | 'organization:write'
          | 'invites:read'
          | 'invites:write'
          | 'team:read'
          | 'team:write'
          | 'models:read'
          | 'models:write'
          | 'photos:read'
          | 'photos:write'
          | 'whitelabel:read'
          | 'whitelabel:write'
        )[]
      | null;
    /** Whether the key can only read, and create white-label models with isDevelopment true. */
    test: boolean;
    /** The time of creation. */
    createdAt: string;
    /** The time from which the key is answered 401; null for a key without an end. */
    expiresAt: string | null;
    /** The time of the last use, to within a minute; null until the first. */
    lastUsedAt: string | null;
  };
};

export type AdminKeysDeleteResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type AdminSessionRequestLinkBody = {
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
  language?: Language;
  /** The last organization of the former mail, to have the links to the next ones mailed. */
  after?: string;
};

export type AdminSessionRequestLinkResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type AdminMembersListQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
  /** The number of entries that are skipped. */
  offset?: number;
  status?: MemberStatus;
  /** The id of the team. */
  teamId?: string;
};

export type AdminMembersListResponse = {
  /** Whether the request succeeded. */
  success: true;
  members: Member[];
  pagination: Pagination;
};

export type AdminMembersSearchQuery = {
  /** Beginnings of words, in any order. A member is found who has a word for each of them. Case and diacritics make no difference. */
  search: string;
  status?: MemberStatus;
  /** The id of the team. */
  teamId?: string;
  /** The highest number of entries on the page. */
  limit?: number;
  /** The `next` of the previous page. */
  cursor?: string;
};

export type AdminMembersSearchResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The members of the page. There may be fewer than `limit`, also none, on a page that is not the last. */
  members: Member[];
  /** The `cursor` of the next page; null on the last page. */
  next: string | null;
};

export type AdminOrganizationGetSettingsResponse = {
  /** Whether the request succeeded. */
  success: true;
  settings: OrganizationSettings;
};

export type AdminOrganizationUpdateSettingsBody = {
  /** The name of the organization. */
  name?: string;
  /** The website of the organization, an http or https URL; empty without one. */
  website?: string;
  /** The description of the organization, which v1 shows; empty without one. */
  description?: string;
  /** The origins whose pages may show the page of a signedUrl in a frame: https origins, with *. for all subdomains, or http on localhost. null: any page. An empty list: only the admin area. */
  frameOrigins?: string[] | null;
  /** The days for which uploads are kept after the headshots are ready, 1 to 365. A change applies to models whose headshots become ready later, and a longer time only to people who agree to it. */
  uploadRetentionDays?: number;
  /** Whether the people of signedUrls agree to the consent text here before uploading. false: the organization has proof of their consent itself. Invited members always agree here. */
  whiteLabelConsent?: boolean;
  language?: Language;
  /** The address that gets answers to mails to members and invited people, which name it; null for none. A change applies to mails that are sent later. */
  replyTo?: string | null;
  /** The day by which invites and pages ask people to send their photos, such as 2026-12-31; null for none. Nothing ends on it. A change applies to mails that are sent later. */
  photosBy?: string | null;
  /** The days after which an unused invite is mailed again, and a member who has signed up is reminded of missing photos, 1 to 14, on working days at about 15 h UTC. There are two reminders of each at most; a mail that a user asks for counts as one. People end reminders by a link in the mail. null: never. */
  remindEveryDays?: number | null;
  /** The backdrops and outfits in which photos are made, by their names in the style catalogue. A list that is left out stands for all. null: the whole catalogue. A change applies to photos that are planned later, which is when a model changes to generatingHeadshots. */
  styles?: {
    /** Names of backdrops. */
    backdrops?: (
      | 'light-grey'
      | 'deep-blue'
      | 'warm-white'
      | 'office'
      | 'slate'
      | 'sage'
      | 'charcoal'
      | 'garden'
    )[];
    /** Names of outfits. */
    outfits?: ('navy-suit' | 'open-collar' | 'charcoal-blazer' | 'knitwear' | 'roll-neck' | 'smart-casual')[];
  } | null;
  /** The look of the organization's pages, and of mails to its people. A field of it that is left out stays as it is. null: the look of the service. */
  branding?: {
    /** The color of buttons and links, as #rrggbb; null for that of the service. Pages show it lighter or darker where text would have a contrast below 4.5:1. */
    accent?: string | null;
    /** The font, one of those that devices have; null for the one of the service. */
    font?: 'system' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'slab' | null;
    /** The logo as a data URL: PNG, JPEG or WebP of at most 32 KB, with sides of 16 to 1024 pixels; null for none. */
    logo?: string | null;
  } | null;
};

export type AdminOrganizationUpdateSettingsResponse = {
  /** Whether the request succeeded. */
  success: true;
  settings: OrganizationSettings;
};

export type AdminOverviewGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The reasons that hold for someone, the most urgent first. */
  stuck: {
    /** Why these people are stuck. model-failed: the model failed for good. model-delayed: it has had the same status for two hours, mostly because its provider is down or busy. invite-bounced: the address has refused the mail of a pending invite. uploads-refused and uploads-missing: a model has waited for enough photos for three days, with or without photos that were refused. not-begun: a member has sent no photo for three days. invite-expired: an invite expired within the last 30 days, and the address has no other. */
    reason:
      | 'model-failed'
      | 'model-delayed'
      | 'invite-bounced'
      | 'uploads-refused'
      | 'uploads-missing'
      | 'not-begun'
      | 'invite-expired';
    /** The number of people. Of delayed models at most 150 are counted, and of invites at most 100. */
    total: number;
    /** Up to 20 of them, the latest first. */
    people: StuckPerson[];
  }[];
  /** null until a model has finished. */
  pace: {
    /** The number of models that are measured. */
    models: number;
    /** The median, in seconds. */
    medianSeconds: number;
    /** The longest time, in seconds. */
    slowestSeconds: number;
    /** The id of the model. */
    slowestModelId: string;
    /** The median of the wait before training, in seconds. */
    medianWaitSeconds: number;
  } | null;
  /** The bills of providers that tell them, for the models that are measured. Each model takes one credit. */
  cost: {
    /** The provider. */
    provider: 'studio' | 'development' | 'astria' | 'replicate' | 'http' | 'sagemaker';
    /** The number of models with a bill. */
    models: number;
    /** The median of the bill, in US dollars. */
    medianUsd: number;
    /** The highest bill, in US dollars. */
    highestUsd: number;
  }[];
};

export type AdminMembersGetPersonResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The member; null for someone who has not signed up. */
  member: Member | null;
  /** The latest invite; null for a member of a white-label model. */
  invite: InviteOfPerson | null;
  /** The model; null until there is one. */
  model: Model | null;
};

export type AdminSessionOpenBody = {
  /** The token in the sign-in link. */
  token: string;
};

export type AdminSessionOpenResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The session, to be sent as the bearer token. */
  session: string;
  /** The time at which the session expires. */
  expiresAt: string;
  organization: Organization;
};

export type AdminSessionEndOwnResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type AdminSessionListSessionsResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The sessions. */
  sessions: {
    /** The id of the session. */
    id: string;
    /** The id of the user. */
    userId: string;
    /** Whether it is the session of this request. */
    current: boolean;
    /** The network address from which the session was opened; null when it is not known. */
    address: string | null;
    /** The time of creation. */
    createdAt: string;
    /** The time at which the session expires. */
    expiresAt: string;
  }[];
};

export type AdminSessionEndResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type AdminOrganizationGetStylesResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The version of the catalogue. */
  version: number;
  /** The backgrounds behind the person. */
  backdrops: {
    /** The name in settings and choices. */
    name: 'light-grey' | 'deep-blue' | 'warm-white' | 'office' | 'slate' | 'sage' | 'charcoal' | 'garden';
    /** The name for people. */
    label: string;
  }[];
  /** The clothes of the person. The provider studio shows those of the upload. */
  outfits: {
    /** The name in settings and choices. */
    name: 'navy-suit' | 'open-collar' | 'charcoal-blazer' | 'knitwear' | 'roll-neck' | 'smart-casual';
    /** The name for people. */
    label: string;
  }[];
  /** Every photo has one of them; they cannot be narrowed. */
  framings: {
    /** The name in settings and choices. */
    name: 'classic' | 'tight' | 'wide';
    /** The name for people. */
    label: string;
  }[];
  /** How the headshots are made. retouched: from the uploads, with the clothes in them. generated: by a model of the person, in other clothes. */
  madeBy: 'retouched' | 'generated';
};

export type AdminUsersGetOwnResponse = {
  /** Whether the request succeeded. */
  success: true;
  user: OwnUser;
  /** Whether the organization can create white-label models. Without it, people come by invites. */
  whiteLabel: boolean;
};

export type AdminUsersLeaveOrganizationResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type AdminUsersChooseLanguageBody = {
  language: Language;
};

export type AdminUsersChooseLanguageResponse = {
  /** Whether the request succeeded. */
  success: true;
  user: OwnUser;
};

export type AdminUsersListResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The users. */
  users: User[];
};

export type AdminUsersInviteBody = {
  /** The e-mail address. It counts trimmed, in lower case and with its domain in ASCII. */
  email: string;
  role: Role;
};

export type AdminUsersInviteResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
  user: User;
};

export type AdminUsersChangeRoleBody = {
  role: Role;
};

export type AdminUsersChangeRoleResponse = {
  /** Whether the request succeeded. */
  success: true;
  user: User;
};

export type AdminUsersRemoveResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The result in one sentence, for people. */
  message: string;
};

export type AdminWebhooksGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  webhooks: WebhookSettings;
};

export type AdminWebhooksUpdateBody = {
  /** A public https address on port 443 or above 1023; null removes the URL. */
  url?: string | null;
  /** false: events wait, for 72 hours at most, until webhooks are switched on again. */
  enabled?: boolean;
};

export type AdminWebhooksUpdateResponse = {
  /** Whether the request succeeded. */
  success: true;
  webhooks: WebhookSettings;
};

export type AdminWebhooksListParkedQuery = {
  /** The highest number of entries on the page. */
  limit?: number;
};

export type AdminWebhooksListParkedResponse = {
  /** Whether the request succeeded. */
  success: true;
  models: ParkedModel[];
};

export type AdminWebhooksRotateSecretResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** The new secret. Only this answer shows it. */
  secret: string;
  /** The time until which the former secret signs, too. */
  previousValidUntil: string;
};

export type AdminWebhooksSendTestBody = {
  event?: WebhookEvent;
};

export type AdminWebhooksSendTestResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** Whether the receiver answered 200. */
  delivered: boolean;
  /** The id of the webhook: the header webhook-id, the same in all attempts. */
  webhookId: string;
  /** The HTTP status of the answer; null without an answer. */
  responseStatus: number | null;
  /** The reason for the failure; null without a failure. */
  error: DeliveryError | null;
  /** The outcome of the attempt in one sentence. */
  detail: string;
  /** The duration in milliseconds. */
  durationMs: number;
  /** The first 1 KB of the answer. */
  responseStart: string;
};

export type WebGetOpenapiResponse = {
  /** The version of OpenAPI. */
  openapi: string;
  [field: string]: unknown;
};

export type WebGetHealthResponse = {
  /** Whether the request succeeded. */
  success: true;
  status: 'ok';
};
