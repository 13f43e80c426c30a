import { createHash } from 'node:crypto';

/** The kinds of stored items. Every item stores its entity beside its key and its attributes. */
export const ENTITIES = [
  'ORGANIZATION',
  'LISTING',
  'BALANCE',
  'LEDGER',
  'APIKEY',
  'USE',
  'RING',
  'IDEMPOTENCY',
  'TEAM',
  'TEAMNAME',
  'EMAIL',
  'MEMBER',
  'INVITE',
  'INVITEE',
  'TOKEN',
  'MODEL',
  'UPLOAD',
  'PHOTO',
  'JOB',
  'EVENT',
  'DELIVERY_QUEUE',
  'PARKED',
  'ALERT',
  'DELIVERY',
  'ATTEMPT',
  'SWEEP',
  'TRAIL',
  'WEBHOOK_SECRETS',
] as const;
export type Entity = (typeof ENTITIES)[number];

/** The key of an item, with its entity. */
export interface Key extends PrimaryKey {
  entity: Entity;
}

/** The primary key of an item of any entity. */
export interface PrimaryKey {
  PK: string;
  SK: string;
}

/** A collection: all items of one partition whose sort key starts with `prefix`. */
export interface Collection {
  PK: string;
  prefix: string;
  /** Set when the partition belongs to the index, which lags behind the table by moments. */
  index?: typeof INDEX;
}

/** The table's only index. It holds the few items that have its keys. */
export const INDEX = 'GSI1';

const SEQUENCE_DIGITS = 9;

/** SHA-256 in hex, the stored form of a secret that is only compared. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const organizationPartition = (organizationId: string) => `ORG#${organizationId}`;
const memberPartition = (organizationId: string, memberId: string) =>
  `${organizationPartition(organizationId)}#MEMBER#${memberId}`;
const modelPartition = (organizationId: string, modelId: string) =>
  `${organizationPartition(organizationId)}#MODEL#${modelId}`;
const deliveryPartition = (organizationId: string) => `${organizationPartition(organizationId)}#DELIVERY`;
/** A partition of its own, so that only the functions that manage API keys may write it. */
const apiKeyPartition = (organizationId: string) => `${organizationPartition(organizationId)}#KEYS`;
/** A partition of its own, so that only the functions that sign webhooks or manage secrets may read it. */
const secretPartition = (organizationId: string) => `${organizationPartition(organizationId)}#SECRETS`;
const trailPartition = (organizationId: string) => `${organizationPartition(organizationId)}#TRAIL`;
const ownerPartition = (email: string) => `OWNER#${email}`;
const OWNED = 'ORG#';
const usagePartition = (organizationId: string) => `${organizationPartition(organizationId)}#USAGE`;
const ratePartition = (scope: string) => `${scope}#RATE`;
const padded = (sequence: number) => String(sequence).padStart(SEQUENCE_DIGITS, '0');

/**
 * Prefixes of partitions. The requests of a scope share a rate limit, and an Idempotency-Key identifies one
 * request within a scope.
 */
export const scopes = {
  organization: organizationPartition,
  member: memberPartition,
  /** A network address whose requests have no valid credentials. */
  address: (address: string) => `ADDRESS#${address}`,
  /** An e-mail address for which sign-in links were requested. */
  owner: ownerPartition,
  /** The tries of the holder of an invite: to have a link mailed, or to choose another address. */
  invite: (organizationId: string, inviteId: string, tried: 'link' | 'address') =>
    `${organizationPartition(organizationId)}#INVITE#${inviteId}#${tried.toUpperCase()}`,
} as const;

/**
 * Every key of the table, one function per entity. The items of an organization are in partitions that start
 * with `ORG#<id>`. Exceptions are the look-up of an API key by its hash, the requests that are counted by
 * network or e-mail address, and the progress of a sweep.
 */
export const keys = {
  organization: (organizationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: 'ORGANIZATION',
    entity: 'ORGANIZATION',
  }),
  balance: (organizationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: 'BALANCE',
    entity: 'BALANCE',
  }),
  ledgerEntry: (organizationId: string, entryId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `LEDGER#${entryId}`,
    entity: 'LEDGER',
  }),
  /** The look-up by which a request finds its organization. */
  apiKeyHash: (hash: string): Key => ({
    PK: `APIKEY#${hash}`,
    SK: 'APIKEY',
    entity: 'APIKEY',
  }),
  /** The same API key in the list of its organization. */
  apiKey: (organizationId: string, keyId: string): Key => ({
    PK: apiKeyPartition(organizationId),
    SK: `APIKEY#${keyId}`,
    entity: 'APIKEY',
  }),
  /** The secrets that sign the webhooks of an organization. */
  webhookSecrets: (organizationId: string): Key => ({
    PK: secretPartition(organizationId),
    SK: 'WEBHOOK_SECRETS',
    entity: 'WEBHOOK_SECRETS',
  }),
  /**
   * The time at which an API key was last used. It is an item of its own, since only the owner may write the
   * key.
   */
  apiKeyUse: (organizationId: string, keyId: string): Key => ({
    PK: usagePartition(organizationId),
    SK: `APIKEY#${keyId}`,
    entity: 'USE',
  }),
  /** An owner's session, or the token of a sign-in link, by the hash of its secret. */
  ownerToken: (organizationId: string, hash: string): Key => ({
    PK: `${organizationPartition(organizationId)}#OWNER`,
    SK: `TOKEN#${hash}`,
    entity: 'TOKEN',
  }),
  trailEntry: (organizationId: string, entryId: string): Key => ({
    PK: trailPartition(organizationId),
    SK: `TRAIL#${entryId}`,
    entity: 'TRAIL',
  }),
  /** The mail to the owner about an entry of the audit trail. */
  noticeEvent: (organizationId: string, entryId: string): Key => ({
    PK: trailPartition(organizationId),
    SK: `NOTICE#${entryId}`,
    entity: 'EVENT',
  }),
  /** The item by which sweeps over all organizations find this one. */
  listing: (organizationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: 'LISTING',
    entity: 'LISTING',
  }),
  /** The progress of a sweep over all organizations. */
  sweepRound: (sweep: string): Key => ({ PK: `${sweep}#SWEEP`, SK: 'ROUND', entity: 'SWEEP' }),
  /** A part of the ring in which the requests of a scope are counted. */
  ringSegment: (scope: string, segment: number): Key => ({
    PK: ratePartition(scope),
    SK: `RING#${String(segment).padStart(3, '0')}`,
    entity: 'RING',
  }),
  /** A request with an Idempotency-Key, with its answer, by the hash of the key. */
  idempotencyKey: (scope: string, hash: string): Key => ({
    PK: `${scope}#IDEMPOTENCY`,
    SK: `REQUEST#${hash}`,
    entity: 'IDEMPOTENCY',
  }),
  team: (organizationId: string, teamId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `TEAM#${teamId}`,
    entity: 'TEAM',
  }),
  /** Holds a name, in the form in which names are compared, for one team of the organization. */
  teamName: (organizationId: string, foldedName: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `TEAMNAME#${foldedName}`,
    entity: 'TEAMNAME',
  }),
  /** Holds an address for one member or invite of the organization. */
  email: (organizationId: string, email: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `EMAIL#${email}`,
    entity: 'EMAIL',
  }),
  member: (organizationId: string, memberId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `MEMBER#${memberId}`,
    entity: 'MEMBER',
  }),
  invite: (organizationId: string, inviteId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `INVITE#${inviteId}`,
    entity: 'INVITE',
  }),
  /** The newest invite that was sent to an address, whatever its status. */
  invitee: (organizationId: string, email: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `INVITEE#${email}`,
    entity: 'INVITEE',
  }),
  inviteEvent: (organizationId: string, inviteId: string): Key => ({
    PK: `${organizationPartition(organizationId)}#INVITE#${inviteId}`,
    SK: `EVENT#${padded(1)}`,
    entity: 'EVENT',
  }),
  /** A session, or the token that opens one, by the hash of its secret. */
  memberToken: (organizationId: string, memberId: string, hash: string): Key => ({
    PK: memberPartition(organizationId, memberId),
    SK: `TOKEN#${hash}`,
    entity: 'TOKEN',
  }),
  model: (organizationId: string, modelId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `MODEL#${modelId}`,
    entity: 'MODEL',
  }),
  upload: (organizationId: string, modelId: string, uploadId: string): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `UPLOAD#${uploadId}`,
    entity: 'UPLOAD',
  }),
  photo: (organizationId: string, modelId: string, photoId: string): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `PHOTO#${photoId}`,
    entity: 'PHOTO',
  }),
  trainingJob: (organizationId: string, modelId: string, run: number): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `JOB#${padded(run)}#TRAINING`,
    entity: 'JOB',
  }),
  generationJob: (organizationId: string, modelId: string, run: number, batch: number): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `JOB#${padded(run)}#GENERATION#${padded(batch)}`,
    entity: 'JOB',
  }),
  event: (organizationId: string, modelId: string, sequence: number): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `EVENT#${padded(sequence)}`,
    entity: 'EVENT',
  }),
  /** The delivery queue of a model. */
  deliveryQueue: (organizationId: string, modelId: string): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: 'DELIVERY_QUEUE',
    entity: 'DELIVERY_QUEUE',
  }),
  deliveryTimer: (organizationId: string, modelId: string, timerId: string): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `TIMER#${timerId}`,
    entity: 'EVENT',
  }),
  /** A model whose delivery queue is parked. */
  parkedModel: (organizationId: string, modelId: string): Key => ({
    PK: `${organizationPartition(organizationId)}#PARKED`,
    SK: `MODEL#${modelId}`,
    entity: 'PARKED',
  }),
  /** The time of the last mail to the owner about parked webhooks. */
  webhookAlert: (organizationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: 'WEBHOOK_ALERT',
    entity: 'ALERT',
  }),
  webhookAlertEvent: (organizationId: string, alertId: string): Key => ({
    PK: deliveryPartition(organizationId),
    SK: `ALERT#${alertId}`,
    entity: 'EVENT',
  }),
  /** A request to redeliver the webhooks that failed. */
  redelivery: (organizationId: string, redeliveryId: string): Key => ({
    PK: deliveryPartition(organizationId),
    SK: `REDELIVERY#${redeliveryId}`,
    entity: 'EVENT',
  }),
  delivery: (organizationId: string, webhookId: string): Key => ({
    PK: deliveryPartition(organizationId),
    SK: `DELIVERY#${webhookId}`,
    entity: 'DELIVERY',
  }),
  deliveryAttempt: (organizationId: string, webhookId: string, attempt: number): Key => ({
    PK: deliveryPartition(organizationId),
    SK: `ATTEMPT#${webhookId}#${padded(attempt)}`,
    entity: 'ATTEMPT',
  }),
} as const;

export const collections = {
  ledger: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'LEDGER#',
  }),
  apiKeys: (organizationId: string): Collection => ({
    PK: apiKeyPartition(organizationId),
    prefix: 'APIKEY#',
  }),
  apiKeyUses: (organizationId: string): Collection => ({
    PK: usagePartition(organizationId),
    prefix: 'APIKEY#',
  }),
  trail: (organizationId: string): Collection => ({
    PK: trailPartition(organizationId),
    prefix: 'TRAIL#',
  }),
  ownerTokens: (organizationId: string): Collection => ({
    PK: `${organizationPartition(organizationId)}#OWNER`,
    prefix: 'TOKEN#',
  }),
  organizations: (): Collection => ({ PK: LISTED, prefix: ORGANIZATION, index: INDEX }),
  /** The organizations of an owner. */
  ownedOrganizations: (email: string): Collection => ({
    PK: ownerPartition(email),
    prefix: OWNED,
    index: INDEX,
  }),
  ring: (scope: string): Collection => ({ PK: ratePartition(scope), prefix: 'RING#' }),
  teams: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'TEAM#',
  }),
  teamNames: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'TEAMNAME#',
  }),
  emails: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'EMAIL#',
  }),
  members: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'MEMBER#',
  }),
  invites: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'INVITE#',
  }),
  invitees: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'INVITEE#',
  }),
  /** The pending invites of all organizations, by the time at which they expire. */
  inviteExpiries: (): Collection => ({ PK: INVITE_EXPIRY, prefix: EXPIRES, index: INDEX }),
  memberTokens: (organizationId: string, memberId: string): Collection => ({
    PK: memberPartition(organizationId, memberId),
    prefix: 'TOKEN#',
  }),
  models: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'MODEL#',
  }),
  uploads: (organizationId: string, modelId: string): Collection => ({
    PK: modelPartition(organizationId, modelId),
    prefix: 'UPLOAD#',
  }),
  photos: (organizationId: string, modelId: string): Collection => ({
    PK: modelPartition(organizationId, modelId),
    prefix: 'PHOTO#',
  }),
  jobs: (organizationId: string, modelId: string): Collection => ({
    PK: modelPartition(organizationId, modelId),
    prefix: 'JOB#',
  }),
  generationJobs: (organizationId: string, modelId: string, run: number): Collection => ({
    PK: modelPartition(organizationId, modelId),
    prefix: `JOB#${padded(run)}#GENERATION#`,
  }),
  events: (organizationId: string, modelId: string): Collection => ({
    PK: modelPartition(organizationId, modelId),
    prefix: 'EVENT#',
  }),
  parkedModels: (organizationId: string): Collection => ({
    PK: `${organizationPartition(organizationId)}#PARKED`,
    prefix: 'MODEL#',
  }),
  /** The parked models of all organizations, by the time at which they were parked. */
  parkedEverywhere: (): Collection => ({ PK: PARKED_EVERYWHERE, prefix: SINCE, index: INDEX }),
  /** The models of all organizations that the flow has to advance, by their deadlines. */
  modelsByDeadline: (): Collection => ({ PK: DEADLINES, prefix: BY, index: INDEX }),
  deliveries: (organizationId: string): Collection => ({
    PK: deliveryPartition(organizationId),
    prefix: 'DELIVERY#',
  }),
  deliveryAttempts: (organizationId: string, webhookId: string): Collection => ({
    PK: deliveryPartition(organizationId),
    prefix: `ATTEMPT#${webhookId}#`,
  }),
} as const;

const INVITE_EXPIRY = 'INVITE_EXPIRY';
const EXPIRES = 'EXPIRES#';

/** The keys by which the sweep finds a pending invite that has expired. */
export function inviteExpiryKey(expiresAt: string, inviteId: string) {
  return { GSI1PK: INVITE_EXPIRY, GSI1SK: `${EXPIRES}${expiresAt}#${inviteId}` };
}

/** The first and the last key of {@link collections.inviteExpiries} that have expired by a time. */
export function inviteExpiriesUntil(time: string): [string, string] {
  // A tilde sorts after the # that follows the time in the key.
  return [EXPIRES, `${EXPIRES}${time}~`];
}

const PARKED_EVERYWHERE = 'PARKED';
const SINCE = 'SINCE#';

/** The keys by which operators and the hourly sweep find a parked model. */
export function parkedIndexKey(parkedAt: string, modelId: string) {
  return { GSI1PK: PARKED_EVERYWHERE, GSI1SK: `${SINCE}${parkedAt}#${modelId}` };
}

/** The first and the last key of {@link collections.parkedEverywhere} that were parked by a time. */
export function parkedUntil(time: string): [string, string] {
  return [SINCE, `${SINCE}${time}~`];
}

const LISTED = 'ORGANIZATIONS';
const ORGANIZATION = 'ID#';

/** The keys by which {@link collections.organizations} lists an organization. */
export function listingIndexKey(organizationId: string) {
  return { GSI1PK: LISTED, GSI1SK: `${ORGANIZATION}${organizationId}` };
}

/** The first and the last key of the organizations that are listed after one, or of all organizations. */
export function organizationsAfter(organizationId: string | undefined): [string, string] {
  const first = organizationId === undefined ? ORGANIZATION : `${ORGANIZATION}${organizationId}#`;
  return [first, `${ORGANIZATION}~`];
}

const DEADLINES = 'DEADLINES';
const BY = 'BY#';

/** The keys by which the sweep finds a model that the flow should have advanced. */
export function deadlineIndexKey(deadline: string, modelId: string) {
  return { GSI1PK: DEADLINES, GSI1SK: `${BY}${deadline}#${modelId}` };
}

/** The first and the last key of {@link collections.modelsByDeadline} with a deadline up to a time. */
export function deadlinesUntil(time: string): [string, string] {
  return [BY, `${BY}${time}~`];
}

/** The keys by which sign-in finds the organizations of an owner's address. */
export function ownerIndexKey(email: string, organizationId: string) {
  return { GSI1PK: ownerPartition(email), GSI1SK: `${OWNED}${organizationId}` };
}
