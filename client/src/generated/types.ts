// Generated from docs/openapi.json: change the contracts and run `npm run client`.

/** A member who has not started to upload photos. */
export type AcceptedMember = {
  /** Identifies it. */
  id: string;
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
  name: string | null;
  /** Identifies a team of the organization. */
  teamId: string | null;
  teamName: string | null;
  /** When the member signed up. */
  joinedAt: string;
};

/** What a webhook tells of; webhook.test: nothing has happened, its owner tries the receiver. */
export type DeliveredEvent =
  | 'model.created'
  | 'model.status.updated'
  | 'model.photos_ready'
  | 'model.favorite_selected'
  | 'model.deleted'
  | 'webhook.test';

/** One webhook's way to the receiver, with the outcome of its latest attempt. */
export type Delivery = {
  /** The header webhook-id, the same over all attempts. */
  webhookId: string;
  event: DeliveredEvent;
  /** Identifies a model of the organization. */
  modelId: string;
  /** When what it tells of happened. */
  createdAt: string;
  status: DeliveryStatus;
  /** How many were made. */
  attempts: number;
  /** null before the first. */
  lastAttemptAt: string | null;
  /** While retrying. */
  nextAttemptAt: string | null;
  /** Since when it is parked, or was. */
  failedAt: string | null;
  /** The HTTP status; null when none came. */
  responseStatus: number | null;
  error: DeliveryError | null;
  /** true for one that was sent to try the receiver. */
  test: boolean;
};

/** One attempt, and what the receiver answered. */
export type DeliveryAttempt = {
  /** Counted from 1. */
  attempt: number;
  /** When it began. */
  at: string;
  /** Milliseconds. */
  durationMs: number;
  /** The HTTP status; null when none came. */
  responseStatus: number | null;
  error: DeliveryError | null;
  /** How the attempt ended, in a sentence. */
  detail: string;
  /** The first 1 KB of the answer. */
  responseStart: string;
};

/** Why there was no 200. refused-target: not a public https address. dns, connect, tls, timeout, connection-lost: what went wrong on the way. unexpected-status, redirect: another answer. response-too-large: over 64 KB. no-webhook-url, switched-off: not attempted. interrupted: broke off on our side, the receiver may have got it. */
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

/** pending: an attempt comes at once. retrying: one comes later. delivered: the receiver answered 200. parked: out of attempts, or with nowhere to go; later webhooks of its model wait behind it. given-up: parked for 72 hours, or behind one that was; a test that failed. */
export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'parked' | 'given-up';

/** What every refusal looks like. Decide by code; error is for people. */
export type Error = {
  /** Whether the request succeeded. */
  success: false;
  /** What went wrong, in a sentence. */
  error: string;
  /** What to decide by. */
  code: string;
  [field: string]: unknown;
};

/** A member whose headshots are ready. */
export type FinishedMember = {
  /** Identifies it. */
  id: string;
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
  name: string | null;
  /** Identifies a team of the organization. */
  teamId: string | null;
  teamName: string | null;
  /** When the member signed up. */
  joinedAt: string;
  /** Identifies a model of the organization. */
  modelId: string;
  modelStatus: ModelStatus;
  /** Headshots of the model that were not put away. */
  photoCount: number;
  /** Whether the member has chosen a favorite. */
  hasFavorite: boolean;
  /** When the photos were ready; null until then. */
  finishedAt: string;
};

/** main: one link for each photo. all: thumbnail and original as well. */
export type Include = 'main' | 'all';

/** An invite; modelId once there is one, link while it is pending. */
export type Invite = {
  /** Identifies it. */
  id: string;
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
  status: InviteStatus;
  /** Identifies a team of the organization. */
  teamId: string | null;
  teamName: string | null;
  /** Identifies a model of the organization. */
  modelId?: string;
  /** Where the invited person signs up. */
  link?: string;
  /** When it was made. */
  createdAt: string;
  /** The last moment to sign up by it. */
  expiresAt: string;
};

/** pending: can be used. accepted: signed up. uploading: adding photos. generating: photos are being made. completed: they are ready. revoked: taken back, or expired. deleted: the model was deleted. */
export type InviteStatus =
  | 'pending'
  | 'accepted'
  | 'uploading'
  | 'generating'
  | 'completed'
  | 'revoked'
  | 'deleted';

/** What the member thinks of the photo. */
export type LikedStatus = 'none' | 'liked' | 'loved';

/** A headshot as a model's list shows it. */
export type ListedPhoto = {
  /** Identifies it. */
  id: string;
  status: PhotoStatus;
  likedStatus: LikedStatus;
  /** When it was made. */
  createdAt: string;
  urls: PhotoUrls;
  /** From when on it is no longer valid. */
  expiresAt: string;
};

/** Somebody who signed up. Which fields there are depends on the status. */
export type Member =
  | {
      /** Identifies it. */
      id: string;
      /** Trimmed and lower-cased: so addresses compare. */
      email: string;
      name: string | null;
      /** Identifies a team of the organization. */
      teamId: string | null;
      teamName: string | null;
      /** When the member signed up. */
      joinedAt: string;
      status: 'accepted';
    }
  | {
      /** Identifies it. */
      id: string;
      /** Trimmed and lower-cased: so addresses compare. */
      email: string;
      name: string | null;
      /** Identifies a team of the organization. */
      teamId: string | null;
      teamName: string | null;
      /** When the member signed up. */
      joinedAt: string;
      /** Identifies a model of the organization. */
      modelId: string;
      modelStatus: ModelStatus;
      status: 'pending';
    }
  | {
      /** Identifies it. */
      id: string;
      /** Trimmed and lower-cased: so addresses compare. */
      email: string;
      name: string | null;
      /** Identifies a team of the organization. */
      teamId: string | null;
      teamName: string | null;
      /** When the member signed up. */
      joinedAt: string;
      /** Identifies a model of the organization. */
      modelId: string;
      modelStatus: ModelStatus;
      /** Headshots of the model that were not put away. */
      photoCount: number;
      /** Whether the member has chosen a favorite. */
      hasFavorite: boolean;
      /** When the photos were ready; null until then. */
      finishedAt: string;
      status: 'finished';
    };

/** accepted: has not started to upload. pending: on the way. finished: the headshots are ready. */
export type MemberStatus = 'accepted' | 'pending' | 'finished';

/** What is trained on the photos of one member, and makes the headshots. */
export type Model = {
  /** Identifies it. */
  id: string;
  /** The service's own name for it. */
  uid: string;
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
  /** The member's name, or else the local part of the address. */
  title: string;
  trigger: Trigger;
  status: ModelStatus;
  /** Identifies a team of the organization. */
  teamId: string | null;
  teamName: string | null;
  /** true for test data instead of training: quick, and costs nothing. */
  isDevelopment?: true;
  /** Headshots of the model that were not put away. */
  photoCount: number;
  /** Whether the member has chosen a favorite. */
  hasFavorite: boolean;
  /** When it was made. */
  createdAt: string;
  /** When the photos were ready; null until then. */
  finishedAt: string | null;
  /** null until deleted. */
  deletedAt: string | null;
};

/** onboarding: the member is adding photos. waiting: queued. pending: in training. generatingHeadshots: photos are being made. active: the photos are ready. failed: restarts by itself. deleted: removed for good. */
export type ModelStatus =
  | 'onboarding'
  | 'waiting'
  | 'pending'
  | 'generatingHeadshots'
  | 'active'
  | 'failed'
  | 'deleted';

/** The organization an API key belongs to. */
export type Organization = {
  /** Identifies the organization. */
  uid: string;
  name: string;
  website: string;
  teams: Team[];
};

/** Where a page lies in the whole list. */
export type Pagination = {
  /** Entries of the whole list. */
  total: number;
  /** How many entries the page has at most. */
  limit: number;
  /** How many entries are skipped. */
  offset: number;
  /** Whether entries follow this page. */
  hasMore: boolean;
};

/** A model whose webhooks wait because one could not be delivered. */
export type ParkedModel = {
  /** Identifies a model of the organization. */
  modelId: string;
  /** The one that could not be delivered. */
  webhookId: string;
  event: WebhookEvent;
  /** The HTTP status; null when none came. */
  responseStatus: number | null;
  error: DeliveryError | null;
  /** Since when they wait. */
  parkedAt: string;
  /** When they are given up. */
  givenUpAt: string;
  /** How many more wait behind it. */
  waiting: number;
};

/** A member whose photos are being uploaded or headshots being made. */
export type PendingMember = {
  /** Identifies it. */
  id: string;
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
  name: string | null;
  /** Identifies a team of the organization. */
  teamId: string | null;
  teamName: string | null;
  /** When the member signed up. */
  joinedAt: string;
  /** Identifies a model of the organization. */
  modelId: string;
  modelStatus: ModelStatus;
};

/** A headshot of a model, with links that live 24 hours. */
export type Photo = {
  /** Identifies it. */
  id: string;
  status: PhotoStatus;
  likedStatus: LikedStatus;
  /** When it was made. */
  createdAt: string;
  urls: PhotoUrls;
  /** From when on it is no longer valid. */
  expiresAt: string;
  /** Identifies a model of the organization. */
  modelId: string;
};

/** deleted: the member has put the photo away. */
export type PhotoStatus = 'active' | 'deleted';

/** Signed links. thumbnail and original come with include=all only. */
export type PhotoUrls = {
  main: string;
  thumbnail?: string;
  original?: string;
};

/** A group of members. Its name is unique in the organization. */
export type Team = {
  /** Identifies it. */
  id: string;
  name: string;
};

/** The gender the headshots are made for; person until one is chosen. */
export type Trigger = 'male' | 'female' | 'person';

/** An image the member has announced; reason tells why it was refused. */
export type Upload = {
  /** Identifies it. */
  id: string;
  status: UploadStatus;
  /** Why it was refused, in a sentence. */
  reason?: string;
};

/** pending: not judged yet. accepted: will be used. refused: see reason. */
export type UploadStatus = 'pending' | 'accepted' | 'refused';

/** What webhooks tell of. */
export type WebhookEvent =
  | 'model.created'
  | 'model.status.updated'
  | 'model.photos_ready'
  | 'model.favorite_selected'
  | 'model.deleted';

/** A model as webhooks show it. */
export type WebhookModel = {
  /** Identifies the model. */
  _id: string;
  /** The service's own name for it. */
  uid: string;
  /** The member's name, or else the local part of the address. */
  title: string;
  trigger: Trigger;
  status: ModelStatus;
  /** true for test data instead of training: quick, and costs nothing. */
  isDevelopment?: true;
  /** When the photos were ready; null until then. */
  finishedAt: string | null;
  /** null until deleted. */
  deletedAt: string | null;
  /** When access to the model ends. */
  inviteExpiresAt: string;
  /** When it was made. */
  createdAt: string;
  /** Identifies the owning organization. */
  organization: string;
  /** Headshots of the model that were not put away. */
  photoCount?: number;
  /** With model.favorite_selected only. */
  favoritePhotoId?: string;
};

/** Where webhooks go, and how they are signed. */
export type WebhookSettings = {
  /** null: there is none, and events wait for one. */
  url: string | null;
  /** false: events wait, for 72 hours, until webhooks are on again. */
  enabled: boolean;
  secrets: {
    /** The last four characters, to recognise the secret by. */
    endsWith: string;
    /** Until when it signs; null for the current one. */
    validUntil: string | null;
  }[];
  /** Models whose webhooks wait; 1000 stands for that many or more. */
  parkedModels: number;
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
      event: 'model.created';
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      event: 'model.status.updated';
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      event: 'model.photos_ready';
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      event: 'model.favorite_selected';
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      event: 'model.deleted';
      objectType: 'model';
      object: WebhookModel;
    }
  | {
      event: 'webhook.test';
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
  /** One is taken when a member finishes onboarding. */
  credits: number;
};

export type InvitesListQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
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
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
  /** Identifies a team of the organization. */
  teamId?: string;
};

export type InvitesSendResponse = {
  /** Whether the request succeeded. */
  success: true;
  input: {
    /** Trimmed and lower-cased: so addresses compare. */
    email: string;
  };
  /** What happened, in a sentence. */
  message: string;
  /** Where the invited person signs up. */
  link: string;
  /** Identifies it. */
  id: string;
  /** Identifies a team of the organization. */
  teamId: string | null;
};

export type InvitesRevokeBody = {
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
};

export type InvitesRevokeResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** What happened, in a sentence. */
  message: string;
  input: {
    /** Trimmed and lower-cased: so addresses compare. */
    email: string;
  };
};

export type InvitesGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  invite: Invite;
};

export type ModelsListQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
  offset?: number;
  status?: ModelStatus;
  /** Identifies a team of the organization. */
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
  /** What happened, in a sentence. */
  message: string;
  /** Identifies a model of the organization. */
  modelId: string;
};

export type ModelsListEventsQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
  offset?: number;
};

export type ModelsListEventsResponse = {
  /** Whether the request succeeded. */
  success: true;
  events: {
    sequence: number;
    /** The header webhook-id, the same over all attempts. */
    webhookId: string;
    event: WebhookEvent;
    /** When it was made. */
    createdAt: string;
    status: DeliveryStatus;
    /** How many were made. */
    attempts: number;
  }[];
  pagination: Pagination;
};

export type PhotosListQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
  offset?: number;
  include?: Include;
  status?: PhotoStatus;
  likedStatus?: LikedStatus;
};

export type PhotosListResponse = {
  /** Whether the request succeeded. */
  success: true;
  photos: ListedPhoto[];
  pagination: Pagination;
};

export type PhotosDownloadBody = {
  /** Photos of the model; without them all active ones. */
  photoIds?: string[];
  include?: Include;
};

export type PhotosDownloadResponse = {
  /** Whether the request succeeded. */
  success: true;
  downloads: {
    /** Identifies a photo of the model. */
    photoId: string;
    urls: PhotoUrls;
  }[];
  /** From when on it is no longer valid. */
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
      photo: null;
      /** What happened, in a sentence. */
      message: string;
    };

export type PhotosGetQuery = {
  include?: Include;
};

export type PhotosGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  photo: Photo;
};

export type FavoritesListQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
  offset?: number;
  include?: Include;
  /** Identifies a team of the organization. */
  teamId?: string;
};

export type FavoritesListResponse = {
  /** Whether the request succeeded. */
  success: true;
  photos: {
    /** Identifies it. */
    id: string;
    /** Identifies a model of the organization. */
    modelId: string;
    member: {
      /** Identifies it. */
      id: string;
      /** Trimmed and lower-cased: so addresses compare. */
      email: string;
      name: string;
      /** Identifies a team of the organization. */
      teamId: string;
      teamName: string;
    };
    likedStatus: LikedStatus;
    urls: PhotoUrls;
    /** From when on it is no longer valid. */
    expiresAt: string;
  }[];
  pagination: Pagination;
};

export type MembersListQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
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
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
  offset?: number;
};

export type MembersListAcceptedResponse = {
  /** Whether the request succeeded. */
  success: true;
  members: AcceptedMember[];
  /** Entries of the list. */
  count: number;
};

export type MembersListFinishedQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
  offset?: number;
};

export type MembersListFinishedResponse = {
  /** Whether the request succeeded. */
  success: true;
  members: FinishedMember[];
  /** Entries of the list. */
  count: number;
};

export type MembersListPendingQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
  offset?: number;
};

export type MembersListPendingResponse = {
  /** Whether the request succeeded. */
  success: true;
  members: PendingMember[];
  /** Entries of the list. */
  count: number;
};

export type TeamsListResponse = {
  /** Whether the request succeeded. */
  success: true;
  teams: Team[];
};

export type TeamsCreateBody = {
  name: string;
};

export type TeamsCreateResponse = {
  /** Whether the request succeeded. */
  success: true;
  team: Team;
  organization: Organization;
};

export type TeamsRenameBody = {
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
  /** What happened, in a sentence. */
  message: string;
  organization: Organization;
};

export type TeamsAddMembersBody = {
  /** Addresses of members; repeated ones count once. */
  emails: string[];
};

export type TeamsAddMembersResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** What happened, in a sentence. */
  message: string;
};

export type WhitelabelCreateModelBody = {
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
  /** Identifies a team of the organization. */
  teamId?: string;
  /** true for test data instead of training: quick, and costs nothing. */
  isDevelopment?: boolean;
};

export type WhitelabelCreateModelResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** Identifies a model of the organization. */
  modelId: string;
  status: ModelStatus;
  /** true for test data instead of training: quick, and costs nothing. */
  isDevelopment?: true;
  /** Opens the studio for the anonymous member: to be framed in your application, within an hour. */
  signedUrl: string;
};

export type WhitelabelDeleteModelResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** What happened, in a sentence. */
  message: string;
  /** Identifies a model of the organization. */
  modelId: string;
};

export type WhitelabelGetModelResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** Identifies a model of the organization. */
  modelId: string;
  status: ModelStatus;
  /** true for test data instead of training: quick, and costs nothing. */
  isDevelopment?: true;
  /** Opens the studio for the anonymous member: to be framed in your application, within an hour. */
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
  /** One is taken when a member finishes onboarding. */
  credits: number;
};

export type V1InvitesSendBody = {
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
  /** Identifies a team of the organization. */
  teamId?: string;
};

export type V1InvitesSendResponse = {
  /** Whether the request succeeded. */
  success: true;
  input: {
    /** Trimmed and lower-cased: so addresses compare. */
    email: string;
  };
  /** What happened, in a sentence. */
  message: string;
  /** Where the invited person signs up. */
  link: string;
  /** Identifies it. */
  id: string;
  /** Identifies a team of the organization. */
  teamId: string | null;
};

export type V1InvitesGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  invite: {
    /** Trimmed and lower-cased: so addresses compare. */
    email: string;
    status:
      | 'pending-invite'
      | 'waiting-for-upload'
      | 'generating-headshots'
      | 'active'
      | 'revoked'
      | 'deleted';
    /** Identifies a team of the organization. */
    teamId: string | null;
  };
};

export type V1InvitesRevokeBody = {
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
};

export type V1InvitesRevokeResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** What happened, in a sentence. */
  message: string;
  input: {
    /** Trimmed and lower-cased: so addresses compare. */
    email: string;
  };
};

export type V1InvitesListResponse = {
  /** Whether the request succeeded. */
  success: true;
  invites: {
    /** Identifies it. */
    id: string;
    /** Trimmed and lower-cased: so addresses compare. */
    email: string;
    /** Whether one can still sign up by it. */
    valid: boolean;
    /** Identifies a team of the organization. */
    teamId: string | null;
    /** When it was made. */
    createdAt: string;
    /** Whether somebody signed up by it. */
    used: boolean;
    /** Where the invited person signs up. */
    link: string;
  }[];
};

export type V1TeamsCreateBody = {
  name: string;
};

export type V1TeamsCreateResponse = {
  /** Whether the request succeeded. */
  success: true;
  organization: {
    /** Identifies the organization. */
    uid: string;
    name: string;
    website: string;
    teams: Team[];
    description: string;
  };
};

export type V1TeamsRenameBody = {
  name: string;
};

export type V1TeamsRenameResponse = {
  /** Whether the request succeeded. */
  success: true;
  organization: {
    /** Identifies the organization. */
    uid: string;
    name: string;
    website: string;
    teams: Team[];
    description: string;
  };
};

export type V1TeamsDeleteResponse = {
  /** Whether the request succeeded. */
  success: true;
  organization: {
    /** Identifies the organization. */
    uid: string;
    name: string;
    website: string;
    teams: Team[];
    description: string;
  };
};

export type V1TeamsAddMembersBody = {
  /** Addresses of members; repeated ones count once. */
  emails: string[];
};

export type V1TeamsAddMembersResponse = {
  /** Whether the request succeeded. */
  success: true;
  organization: {
    /** Identifies the organization. */
    uid: string;
    name: string;
    website: string;
    teams: Team[];
    description: string;
  };
};

export type MemberSessionGetOverviewResponse = {
  /** Whether the request succeeded. */
  success: true;
  member: {
    /** Identifies it. */
    id: string;
    /** Trimmed and lower-cased: so addresses compare. */
    email: string;
    name: string | null;
  };
  organization: {
    name: string;
  };
  model: Model | null;
  /** With model.favorite_selected only. */
  favoritePhotoId: string | null;
  uploads: Upload[];
  requirements: {
    minPhotos: number;
    maxPhotos: number;
    /** Of the shorter side. */
    minPixels: number;
    maxBytes: number;
    types: string[];
  };
};

export type MemberSessionDeleteOwnModelResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** What happened, in a sentence. */
  message: string;
  /** Identifies a model of the organization. */
  modelId: string;
};

export type MemberSessionFinishOnboardingBody = {
  trigger: Trigger;
  name?: string;
};

export type MemberSessionFinishOnboardingResponse = {
  /** Whether the request succeeded. */
  success: true;
  model: Model;
};

export type MemberPhotosListOwnQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** How many entries are skipped. */
  offset?: number;
  include?: Include;
  status?: PhotoStatus;
  likedStatus?: LikedStatus;
};

export type MemberPhotosListOwnResponse = {
  /** Whether the request succeeded. */
  success: true;
  photos: ListedPhoto[];
  pagination: Pagination;
};

export type MemberPhotosUpdateOwnBody = {
  likedStatus?: LikedStatus;
  /** true to make it the favorite. */
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

export type MemberSessionOpenBody = {
  /** The token in the query of the link. */
  token?: string;
  /** The id in the link of an invite. */
  invite?: string;
  name?: string;
  /** Trimmed and lower-cased: so addresses compare. */
  email?: string;
};

export type MemberSessionOpenResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** To be sent as the bearer token. */
  session: string;
  /** From when on it is no longer valid. */
  expiresAt: string;
  member: {
    /** Identifies it. */
    id: string;
    /** Trimmed and lower-cased: so addresses compare. */
    email: string;
    name: string | null;
  };
  model: Model | null;
};

export type MemberUploadsCreateBody = {
  files: {
    name: string;
    /** image/jpeg, image/png or image/webp. */
    type: string;
    /** Bytes. */
    size: number;
  }[];
};

export type MemberUploadsCreateResponse = {
  /** Whether the request succeeded. */
  success: true;
  uploads: {
    /** Identifies it. */
    id: string;
    url: string;
    /** Form fields that go before the file. */
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

export type AdminDeliveriesListQuery = {
  /** How many entries the page has at most. */
  limit?: number;
  /** The `next` of the page before. */
  before?: string;
  status?: DeliveryStatus;
  event?: DeliveredEvent;
  /** Only what tells of this model. */
  modelId?: string;
  /** Only what happened at this time or later; in UTC. */
  since?: string;
};

export type AdminDeliveriesListResponse = {
  /** Whether the request succeeded. */
  success: true;
  deliveries: Delivery[];
  /** Where the next page begins; null at the end. */
  next: string | null;
};

export type AdminDeliveriesRedeliverFailedBody = {
  /** What failed at this time or later; in UTC. */
  since: string;
};

export type AdminDeliveriesRedeliverFailedResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** What happened, in a sentence. */
  message: string;
  /** Models whose webhooks wait; 1000 stands for that many or more. */
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
  /** What happened, in a sentence. */
  message: string;
};

export type AdminKeysListResponse = {
  /** Whether the request succeeded. */
  success: true;
  keys: {
    /** Identifies it. */
    id: string;
    /** What the key is for. */
    name: string;
    /** How the key begins. */
    prefix: string;
    /** When it was made. */
    createdAt: string;
    /** To within a minute; null until it is used. */
    lastUsedAt: string | null;
  }[];
};

export type AdminKeysCreateBody = {
  /** What the key is for. */
  name: string;
};

export type AdminKeysCreateResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** Shown this once. */
  apiKey: string;
  key: {
    /** Identifies it. */
    id: string;
    /** What the key is for. */
    name: string;
    /** How the key begins. */
    prefix: string;
    /** When it was made. */
    createdAt: string;
    /** To within a minute; null until it is used. */
    lastUsedAt: string | null;
  };
};

export type AdminKeysDeleteResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** What happened, in a sentence. */
  message: string;
};

export type AdminSessionRequestLinkBody = {
  /** Trimmed and lower-cased: so addresses compare. */
  email: string;
};

export type AdminSessionRequestLinkResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** What happened, in a sentence. */
  message: string;
};

export type AdminSessionOpenBody = {
  /** The token in the query of the link. */
  token: string;
};

export type AdminSessionOpenResponse = {
  /** Whether the request succeeded. */
  success: true;
  /** To be sent as the bearer token. */
  session: string;
  /** From when on it is no longer valid. */
  expiresAt: string;
  organization: Organization;
};

export type AdminWebhooksGetResponse = {
  /** Whether the request succeeded. */
  success: true;
  webhooks: WebhookSettings;
};

export type AdminWebhooksUpdateBody = {
  /** https, on port 443 or above 1023, to a public address; null removes it. */
  url?: string | null;
  /** false: events wait, for 72 hours, until webhooks are on again. */
  enabled?: boolean;
};

export type AdminWebhooksUpdateResponse = {
  /** Whether the request succeeded. */
  success: true;
  webhooks: WebhookSettings;
};

export type AdminWebhooksListParkedQuery = {
  /** How many entries the page has at most. */
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
  /** Shown this once. */
  secret: string;
  /** Until when the former secret signs as well. */
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
  /** The header webhook-id, the same over all attempts. */
  webhookId: string;
  /** The HTTP status; null when none came. */
  responseStatus: number | null;
  error: DeliveryError | null;
  /** How the attempt ended, in a sentence. */
  detail: string;
  /** Milliseconds. */
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
