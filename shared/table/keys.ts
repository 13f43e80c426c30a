import { createHash } from 'node:crypto';

/** The kinds of stored items. Every item stores its entity beside its key and its attributes. */
export const ENTITIES = [
  'ORGANIZATION',
  'BRANDING',
  'LISTING',
  'BALANCE',
  'LEDGER',
  'APIKEY',
  'USE',
  'RATE_COUNTER',
  'IDEMPOTENCY',
  'TEAM',
  'TEAMNAME',
  'EMAIL',
  'MEMBER',
  'INVITE',
  'INVITEE',
  'INVITE_MAILS',
  'SUPPRESSED',
  'MAILBOX',
  'RESERVATION',
  'TOKEN',
  'SIGN_IN',
  'USER',
  'USER_ADDRESS',
  'USER_COUNTS',
  'MODEL',
  'UPLOAD',
  'UPLOAD_ALLOWANCE',
  'LEASE',
  'PHOTO',
  'JOB',
  'PROVIDER_COPIES',
  'QUEUE_TAG',
  'VIRTUAL_TIME',
  'PERMIT',
  'EVENT',
  'DELIVERY_QUEUE',
  'WAITING',
  'CIRCUIT',
  'DETACHED',
  'ALERT',
  'DELIVERY',
  'ATTEMPT',
  'SWEEP',
  'TRAIL',
  'WEBHOOK_SECRETS',
  'ERASURE',
  'SUBJECT',
  'LIST_LOG',
  'LIST_TEAMS',
  'LIST_SEGMENT',
  'SEARCH_WORD',
  'MONTHLY_USAGE',
  'FORMER_TEAM',
  'MAIL_REFUSED',
] as const;

/** The items of lists. Only `shared/lists` makes writes that change a list. */
export type ListedEntity = 'MODEL' | 'MEMBER' | 'INVITE';

/** The lists of an organization that have an index. */
export type ListKind = 'model' | 'member' | 'invite';
export const LIST_KINDS: readonly ListKind[] = ['model', 'member', 'invite'];
export type Entity = (typeof ENTITIES)[number];

/** The key of an item, with its entity. */
export interface Key<Of extends Entity = Exclude<Entity, ListedEntity>> extends PrimaryKey {
  entity: Of;
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
  /** Set when its items show what they miss: reads may lag behind, at half the price. */
  mayLag?: true;
}

/** The table's only index. It holds the few items that have its keys. */
export const INDEX = 'GSI1';

/**
 * The partitions of a collection of the index that every organization writes to. One partition takes a thousand
 * writes a second, and every model and every invite writes to several of these collections.
 */
const INDEX_SHARDS = 16;

const SEQUENCE_DIGITS = 9;
const PERMIT_DIGITS = 5;

/** SHA-256 in hex, the stored form of a secret that is only compared. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const organizationPartition = (organizationId: string) => `ORG#${organizationId}`;
/** Only functions that let members in may write it: it has their sessions. */
const memberPartition = (organizationId: string, memberId: string) =>
  `${organizationPartition(organizationId)}#MEMBER#${memberId}`;
/** A partition of its own, so that the function which judges uploads and counts them in their model writes no other. */
const modelsPartition = (organizationId: string) => `${organizationPartition(organizationId)}#MODELS`;
const modelPartition = (organizationId: string, modelId: string) =>
  `${organizationPartition(organizationId)}#MODEL#${modelId}`;
const deliveryPartition = (organizationId: string) => `${organizationPartition(organizationId)}#DELIVERY`;
const waitingPartition = (organizationId: string) => `${organizationPartition(organizationId)}#WAITING`;
/** A partition of its own, so that only the functions that manage API keys may write it. */
const apiKeyPartition = (organizationId: string) => `${organizationPartition(organizationId)}#KEYS`;
/** A partition of its own, so that only the functions that sign webhooks or manage secrets may read it. */
const secretPartition = (organizationId: string) => `${organizationPartition(organizationId)}#SECRETS`;
/** A partition of its own, to which only the function that reads the table's stream may add. */
const trailPartition = (organizationId: string) => `${organizationPartition(organizationId)}#TRAIL`;
/** The events from which the stream adds to the audit trail. */
const trailEventPartition = (organizationId: string) =>
  `${organizationPartition(organizationId)}#TRAIL_EVENTS`;
/** A partition of its own, so that only the functions that manage users may write it. */
const userPartition = (organizationId: string) => `${organizationPartition(organizationId)}#USERS`;
/** A partition of its own, so that only the functions that let users in may write it. */
const userSessionPartition = (organizationId: string) => `${organizationPartition(organizationId)}#SESSIONS`;
/** The users of all organizations who have an address, in the index. */
const userAddressPartition = (email: string) => `USER#${email}`;
const usagePartition = (organizationId: string) => `${organizationPartition(organizationId)}#USAGE`;
/** The monthly usage of an organization, with the names of deleted teams that it may count. */
const monthsPartition = (organizationId: string) => `${organizationPartition(organizationId)}#MONTHS`;
const MONTH = 'MONTH#';
/** The bounds of the uploads of an organization or a member: bytes of a day, and judgements in progress. */
const uploadsPartition = (scope: string) => `${scope}#UPLOADS`;
const ratePartition = (scope: string) => `${scope}#RATE`;
/** Ends like the partitions of kept answers, which the permission to keep answers is limited to. */
const subjectPartition = (subject: string) => `SUBJECT#${subject}#IDEMPOTENCY`;
/** The indexes of all lists of an organization, by the partition of one of them. */
const listsPartition = (partition: string) => `${organizationPartitionOf(partition)}#LISTS`;
/** A partition of its own, so that many words slow down no other read of the organization. */
const searchPartition = (organizationId: string) => `${organizationPartition(organizationId)}#SEARCH`;
const padded = (sequence: number) => String(sequence).padStart(SEQUENCE_DIGITS, '0');
/** A partition of its own, which outlives the organization. */
const copiesPartition = (organizationId: string) => `${organizationPartition(organizationId)}#COPIES`;
const admissionPartition = (provider: string) => `ADMISSION#${provider}`;

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
  user: userAddressPartition,
  /** The development models of an organization. */
  development: (organizationId: string) => `${organizationPartition(organizationId)}#DEVELOPMENT`,
  /** The test webhooks of an organization. */
  testWebhooks: (organizationId: string) => `${organizationPartition(organizationId)}#TEST_WEBHOOKS`,
  /** The invitations of users to an organization. */
  userInvitations: (organizationId: string) => `${organizationPartition(organizationId)}#USER_INVITATIONS`,
  /** The requests of the holder of an invite to have a link mailed. */
  invite: (organizationId: string, inviteId: string) =>
    `${organizationPartition(organizationId)}#INVITE#${inviteId}#LINK`,
} as const;

/**
 * Every key of the table, one function per entity. The items of an organization are in partitions that start
 * with `ORG#<id>`. Exceptions are the look-up of an API key by its hash, the requests that are counted and answers
 * that are kept by network or e-mail address, the mails to a mailbox, the kept answers by the hash of a person, the permits of a provider,
 * and the progress of a sweep.
 */
export const keys = {
  organization: (organizationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: 'ORGANIZATION',
    entity: 'ORGANIZATION',
  }),
  /** The look of an organization's pages. */
  branding: (organizationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: 'BRANDING',
    entity: 'BRANDING',
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
   * The time at which an API key was last used. It is an item of its own, since only functions that manage keys may
   * write the key.
   */
  apiKeyUse: (organizationId: string, keyId: string): Key => ({
    PK: usagePartition(organizationId),
    SK: `APIKEY#${keyId}`,
    entity: 'USE',
  }),
  user: (organizationId: string, userId: string): Key => ({
    PK: userPartition(organizationId),
    SK: `USER#${userId}`,
    entity: 'USER',
  }),
  /** Holds an address for one user of the organization. */
  userAddress: (organizationId: string, email: string): Key => ({
    PK: userPartition(organizationId),
    SK: `ADDRESS#${email}`,
    entity: 'USER_ADDRESS',
  }),
  /** The numbers of users and owners of the organization. */
  userCounts: (organizationId: string): Key => ({
    PK: userPartition(organizationId),
    SK: 'COUNTS',
    entity: 'USER_COUNTS',
  }),
  /** A user's session, or the token of a sign-in link, by the hash of its secret. */
  userToken: (organizationId: string, userId: string, hash: string): Key => ({
    PK: userSessionPartition(organizationId),
    SK: `TOKEN#${userId}#${hash}`,
    entity: 'TOKEN',
  }),
  /** The last sign-in of a user and the language of mails, which functions may write that may not write the user. */
  userSignIn: (organizationId: string, userId: string): Key => ({
    PK: userSessionPartition(organizationId),
    SK: `SIGN_IN#${userId}`,
    entity: 'SIGN_IN',
  }),
  /** The mails about a user who was removed or has another role, by the entry of the audit trail. */
  userChangeEvent: (organizationId: string, entryId: string): Key => ({
    PK: userSessionPartition(organizationId),
    SK: `CHANGE#${entryId}`,
    entity: 'EVENT',
  }),
  trailEntry: (organizationId: string, entryId: string): Key => ({
    PK: trailPartition(organizationId),
    SK: `TRAIL#${entryId}`,
    entity: 'TRAIL',
  }),
  /** The event that adds an entry to the audit trail, with the same sort key. */
  trailEvent: (organizationId: string, entryId: string): Key => ({
    PK: trailEventPartition(organizationId),
    SK: `TRAIL#${entryId}`,
    entity: 'EVENT',
  }),
  /** The mail of the invitation of a user. */
  userInvitationEvent: (organizationId: string, userId: string): Key => ({
    PK: userPartition(organizationId),
    SK: `INVITATION#${userId}`,
    entity: 'EVENT',
  }),
  /** The mail to the owners about an entry of the audit trail. */
  noticeEvent: (organizationId: string, entryId: string): Key => ({
    PK: trailEventPartition(organizationId),
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
  /** Counts the requests of a scope against its rate limit. */
  rateCounter: (scope: string): Key => ({
    PK: ratePartition(scope),
    SK: 'COUNTER',
    entity: 'RATE_COUNTER',
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
  member: (organizationId: string, memberId: string): Key<'MEMBER'> => ({
    PK: organizationPartition(organizationId),
    SK: `MEMBER#${memberId}`,
    entity: 'MEMBER',
  }),
  invite: (organizationId: string, inviteId: string): Key<'INVITE'> => ({
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
  /** The event that sends a mail of an invite; `mail` counts its mails from 1. */
  inviteEvent: (organizationId: string, inviteId: string, mail: number): Key => ({
    PK: `${organizationPartition(organizationId)}#INVITE#${inviteId}`,
    SK: `EVENT#${padded(mail)}`,
    entity: 'EVENT',
  }),
  /** The times of the latest invite mails to an address, which is hashed: the item outlives a deleted person. */
  inviteMailsTo: (organizationId: string, email: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `INVITE_MAILS#TO#${sha256(email)}`,
    entity: 'INVITE_MAILS',
  }),
  /** The number of invite mails of an organization on a day in UTC, such as 2026-03-02. */
  inviteMailsOn: (organizationId: string, day: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `INVITE_MAILS#ON#${day}`,
    entity: 'INVITE_MAILS',
  }),
  /** An address that has refused the organization's mail, hashed: the item outlives a deleted person. */
  suppressedAddress: (organizationId: string, email: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `SUPPRESSED#${sha256(email)}`,
    entity: 'SUPPRESSED',
  }),
  /** The mails of all organizations to a mailbox, which is hashed: the item outlives a deleted person. */
  mailbox: (mailbox: string): Key => ({ PK: `MAILBOX#${sha256(mailbox)}`, SK: 'MAILS', entity: 'MAILBOX' }),
  /** Slots that were reserved for several invites. */
  reservation: (organizationId: string, reservationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `RESERVATION#${reservationId}`,
    entity: 'RESERVATION',
  }),
  /** A session, or the token that opens one, by the hash of its secret. */
  memberToken: (organizationId: string, memberId: string, hash: string): Key => ({
    PK: memberPartition(organizationId, memberId),
    SK: `TOKEN#${hash}`,
    entity: 'TOKEN',
  }),
  /** The event that mails a link to an address which the member has chosen at sign-up. */
  addressEvent: (organizationId: string, memberId: string): Key => ({
    PK: memberPartition(organizationId, memberId),
    SK: `EVENT#${padded(1)}`,
    entity: 'EVENT',
  }),
  model: (organizationId: string, modelId: string): Key<'MODEL'> => ({
    PK: modelsPartition(organizationId),
    SK: `MODEL#${modelId}`,
    entity: 'MODEL',
  }),
  upload: (organizationId: string, modelId: string, uploadId: string): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `UPLOAD#${uploadId}`,
    entity: 'UPLOAD',
  }),
  /** The bytes that an organization or a member has announced on one day. */
  uploadAllowance: (scope: string, day: string): Key => ({
    PK: uploadsPartition(scope),
    SK: `UPLOAD_ALLOWANCE#${day}`,
    entity: 'UPLOAD_ALLOWANCE',
  }),
  /** The right to judge one upload of a member. A member has a few of them, numbered from 0. */
  judgementLease: (organizationId: string, memberId: string, slot: number): Key => ({
    PK: uploadsPartition(memberPartition(organizationId, memberId)),
    SK: `JUDGEMENT#${slot}`,
    entity: 'LEASE',
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
  /** A former take of a batch, whose latest take has the batch's own key. */
  formerTake: (organizationId: string, modelId: string, run: number, batch: number, take: number): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `JOB#${padded(run)}#TAKE#${padded(batch)}#${padded(take)}`,
    entity: 'JOB',
  }),
  /** The record of the copies that a hosted provider may keep of one run of a model, and of their deletion. */
  providerCopies: (organizationId: string, modelId: string, run: number): Key => ({
    PK: copiesPartition(organizationId),
    SK: `${RUN}${modelId}#${padded(run)}`,
    entity: 'PROVIDER_COPIES',
  }),
  /** The start tag of the next model of an organization that joins the queue of a provider. */
  queueTag: (organizationId: string, provider: string): Key => ({
    PK: `${organizationPartition(organizationId)}#QUEUE`,
    SK: `TAG#${provider}`,
    entity: 'QUEUE_TAG',
  }),
  /** The virtual time of the queue of a provider. */
  virtualTime: (provider: string): Key => ({
    PK: admissionPartition(provider),
    SK: 'VIRTUAL_TIME',
    entity: 'VIRTUAL_TIME',
  }),
  /** The right of one run to work at a provider. Permits are numbered from 0. */
  permit: (provider: string, number: number): Key => ({
    PK: admissionPartition(provider),
    SK: `PERMIT#${String(number).padStart(PERMIT_DIGITS, '0')}`,
    entity: 'PERMIT',
  }),
  event: (organizationId: string, modelId: string, sequence: number): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `EVENT#${padded(sequence)}`,
    entity: 'EVENT',
  }),
  /** The event that mails the member about the end of a run. */
  runMailEvent: (organizationId: string, modelId: string, run: number): Key => ({
    PK: modelPartition(organizationId, modelId),
    SK: `MAIL#${padded(run)}`,
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
  /** A model whose delivery queue waits, by the reason and its place among those that wait for the same reason. */
  waitingModel: (organizationId: string, reason: string, place: string): Key => ({
    PK: waitingPartition(organizationId),
    SK: `${reason}#${place}`,
    entity: 'WAITING',
  }),
  /** The circuit breaker of an organization's receiver. */
  circuit: (organizationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: 'CIRCUIT',
    entity: 'CIRCUIT',
  }),
  /** The event that has the next step of a circuit taken at its time. */
  circuitTimer: (organizationId: string, timerId: string): Key => ({
    PK: deliveryPartition(organizationId),
    SK: `CIRCUIT#${timerId}`,
    entity: 'EVENT',
  }),
  /** A slow post of an organization that holds up no FIFO group. */
  detachedPost: (organizationId: string, number: number): Key => ({
    PK: `${organizationPartition(organizationId)}#DETACHED`,
    SK: `POST#${number}`,
    entity: 'DETACHED',
  }),
  /** The time of the last mail to the owners about parked webhooks. */
  webhookAlert: (organizationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: 'WEBHOOK_ALERT',
    entity: 'ALERT',
  }),
  /** The languages in which a mail was sent to the owners. */
  ownerMail: (organizationId: string, mailId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `OWNER_MAIL#${mailId}`,
    entity: 'ALERT',
  }),
  /** The models that have failed for good since the owners were last told by mail. */
  failureAlert: (organizationId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: 'FAILURE_ALERT',
    entity: 'ALERT',
  }),
  failureAlertEvent: (organizationId: string, alertId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `FAILURE_ALERT#${alertId}`,
    entity: 'EVENT',
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
  /** The erasure of a person or of the whole organization. */
  erasure: (organizationId: string, erasureId: string): Key => ({
    PK: organizationPartition(organizationId),
    SK: `ERASURE#${erasureId}`,
    entity: 'ERASURE',
  }),
  erasureEvent: (organizationId: string, erasureId: string): Key => ({
    PK: `${organizationPartition(organizationId)}#ERASURE#${erasureId}`,
    SK: `EVENT#${padded(1)}`,
    entity: 'EVENT',
  }),
  /** The usage of a month, such as 2026-03, by the models of a team, or by those without a team. */
  monthlyUsage: (organizationId: string, month: string, teamId: string | undefined): Key => ({
    PK: monthsPartition(organizationId),
    SK: `${MONTH}${month}#${teamId ?? ''}`,
    entity: 'MONTHLY_USAGE',
  }),
  /** The name of a deleted team, by which its usage is shown. */
  formerTeam: (organizationId: string, teamId: string): Key => ({
    PK: monthsPartition(organizationId),
    SK: `TEAM#${teamId}`,
    entity: 'FORMER_TEAM',
  }),
  /** An invite whose address has refused its mail. */
  refusedInvite: (organizationId: string, inviteId: string): Key => ({
    PK: `${organizationPartition(organizationId)}#MAIL_REFUSED`,
    SK: `INVITE#${inviteId}`,
    entity: 'MAIL_REFUSED',
  }),
  /** The state of the log of list changes. It sorts before the entries. */
  listLog: (partition: string): Key => ({ PK: listsPartition(partition), SK: 'LOG', entity: 'LIST_LOG' }),
  listLogEntry: (partition: string, entryId: string): Key => ({
    PK: listsPartition(partition),
    SK: `LOG#${entryId}`,
    entity: 'LIST_LOG',
  }),
  /** The teams of a list by the numbers that its segments store. They sort before the segments. */
  listTeams: (partition: string, kind: ListKind): Key => ({
    PK: listsPartition(partition),
    SK: `KEYS#${kind}`,
    entity: 'LIST_TEAMS',
  }),
  /** The filter keys of a segment, by its first position. */
  listSegment: (partition: string, kind: ListKind, first: string): Key => ({
    PK: listsPartition(partition),
    SK: `KEYS#${kind}#${first}`,
    entity: 'LIST_SEGMENT',
  }),
  listPositions: (partition: string, kind: ListKind, first: string): Key => ({
    PK: listsPartition(partition),
    SK: `POSITIONS#${kind}#${first}`,
    entity: 'LIST_SEGMENT',
  }),
  /** A word of a member's name or address. */
  searchWord: (organizationId: string, word: string, memberId: string): Key => ({
    PK: searchPartition(organizationId),
    SK: `WORD#${word}#${memberId}`,
    entity: 'SEARCH_WORD',
  }),
  /** An answer that is kept for an Idempotency-Key and names a person, by the hash of the subject. */
  answerSubject: (subject: string, scope: string, hash: string): Key => ({
    PK: subjectPartition(subject),
    SK: `REQUEST#${hash}#${scope}`,
    entity: 'SUBJECT',
  }),
} as const;

/** The partition of the organization that another of its partitions belongs to. */
export function organizationPartitionOf(partition: string): string {
  return partition.split('#', 2).join('#');
}

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
  trailEvents: (organizationId: string): Collection => ({
    PK: trailEventPartition(organizationId),
    prefix: 'TRAIL#',
  }),
  users: (organizationId: string): Collection => ({ PK: userPartition(organizationId), prefix: 'USER#' }),
  userAddresses: (organizationId: string): Collection => ({
    PK: userPartition(organizationId),
    prefix: 'ADDRESS#',
  }),
  /** The sessions and sign-in links of all users of an organization. */
  userTokens: (organizationId: string): Collection => ({
    PK: userSessionPartition(organizationId),
    prefix: 'TOKEN#',
  }),
  tokensOfUser: (organizationId: string, userId: string): Collection => ({
    PK: userSessionPartition(organizationId),
    prefix: `TOKEN#${userId}#`,
  }),
  userSignIns: (organizationId: string): Collection => ({
    PK: userSessionPartition(organizationId),
    prefix: 'SIGN_IN#',
  }),
  organizations: (): Collection => ({ PK: LISTED, prefix: ORGANIZATION, index: INDEX }),
  /** The users of all organizations who have an address. */
  usersByAddress: (email: string): Collection => ({
    PK: userAddressPartition(email),
    prefix: ORGANIZATION_OF_USER,
    index: INDEX,
  }),
  rateCounter: (scope: string): Collection => ({ PK: ratePartition(scope), prefix: 'COUNTER' }),
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
  /** The mails of an invite. */
  inviteEvents: (organizationId: string, inviteId: string): Collection => ({
    PK: `${organizationPartition(organizationId)}#INVITE#${inviteId}`,
    prefix: 'EVENT#',
  }),
  invitees: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'INVITEE#',
  }),
  reservations: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'RESERVATION#',
  }),
  /** The open reservations of all organizations, by the time at which they expire. */
  reservationExpiries: (): Collection[] => shardsOf(RESERVATION_EXPIRY, EXPIRES),
  /** The pending invites of all organizations, by the time at which they expire. */
  inviteExpiries: (): Collection[] => shardsOf(INVITE_EXPIRY, EXPIRES),
  memberTokens: (organizationId: string, memberId: string): Collection => ({
    PK: memberPartition(organizationId, memberId),
    prefix: 'TOKEN#',
  }),
  models: (organizationId: string): Collection => ({
    PK: modelsPartition(organizationId),
    prefix: 'MODEL#',
  }),
  /** The usage of an organization by month and team, in the order of months. */
  monthlyUsage: (organizationId: string): Collection => ({
    PK: monthsPartition(organizationId),
    prefix: MONTH,
  }),
  /** The invites whose addresses have refused their mail, by the time of the invite. */
  refusedInvites: (organizationId: string): Collection => ({
    PK: `${organizationPartition(organizationId)}#MAIL_REFUSED`,
    prefix: 'INVITE#',
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
  jobsOfRun: (organizationId: string, modelId: string, run: number): Collection => ({
    PK: modelPartition(organizationId, modelId),
    prefix: `JOB#${padded(run)}#`,
  }),
  /** The records of the copies that hosted providers may keep of an organization's models. */
  providerCopies: (organizationId: string): Collection => ({
    PK: copiesPartition(organizationId),
    prefix: RUN,
  }),
  providerCopiesOfModel: (organizationId: string, modelId: string): Collection => ({
    PK: copiesPartition(organizationId),
    prefix: `${RUN}${modelId}#`,
  }),
  /** The organizations whose owners are to be told of models that have failed, by the time of the next mail. */
  failureAlertsDue: (): Collection[] => shardsOf(FAILURE_ALERTS, BY),
  /** The copies at providers of all organizations, by the time at which they are to be checked or deleted. */
  providerCopiesDue: (): Collection[] => shardsOf(COPIES_DUE, BY),
  generationJobs: (organizationId: string, modelId: string, run: number): Collection => ({
    PK: modelPartition(organizationId, modelId),
    prefix: `JOB#${padded(run)}#GENERATION#`,
  }),
  events: (organizationId: string, modelId: string): Collection => ({
    PK: modelPartition(organizationId, modelId),
    prefix: 'EVENT#',
  }),
  /** The models of an organization whose delivery queues wait for a reason. */
  waitingModels: (organizationId: string, reason: string): Collection => ({
    PK: waitingPartition(organizationId),
    prefix: `${reason}#`,
  }),
  /** The models of all organizations that wait for a reason, by the time since which they wait. */
  waitingEverywhere: (reason: string): Collection => ({
    PK: waitingEverywhere(reason),
    prefix: SINCE,
    index: INDEX,
  }),
  /** The models of all organizations that the flow has to advance, by their deadlines. */
  modelsByDeadline: (): Collection[] => shardsOf(DEADLINES, BY),
  /** The models that wait for a permit of a provider, by their start tags. */
  queuedModels: (provider: string): Collection[] => shardsOf(queueOf(provider), TAG),
  /** The permits of a provider that were ever used. */
  permits: (provider: string): Collection => ({ PK: admissionPartition(provider), prefix: 'PERMIT#' }),
  /** The state of the log of list changes, and then its entries. */
  listLog: (partition: string): Collection => ({ PK: listsPartition(partition), prefix: 'LOG' }),
  /** The teams of a list, and the filter keys of its segments. */
  listSegments: (partition: string, kind: ListKind): Collection => ({
    PK: listsPartition(partition),
    prefix: `KEYS#${kind}`,
    mayLag: true,
  }),
  /** The words of members' names and addresses that start with `beginning`, in their order. */
  searchWords: (organizationId: string, beginning = ''): Collection => ({
    PK: searchPartition(organizationId),
    prefix: `WORD#${beginning}`,
  }),
  deliveries: (organizationId: string): Collection => ({
    PK: deliveryPartition(organizationId),
    prefix: 'DELIVERY#',
  }),
  deliveryAttempts: (organizationId: string, webhookId: string): Collection => ({
    PK: deliveryPartition(organizationId),
    prefix: `ATTEMPT#${webhookId}#`,
  }),
} as const;

/** Collections by which everything that is stored about a person or an organization is found and erased. */
export const erasable = {
  erasures: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: 'ERASURE#',
  }),
  /** The erasures of all organizations that are not done, by the time of their request. */
  openErasures: (): Collection => ({ PK: OPEN_ERASURES, prefix: SINCE, index: INDEX }),
  /** The models of all organizations that hold images past their time, by that time. */
  expiredImages: (): Collection[] => shardsOf(IMAGE_EXPIRY, EXPIRES),
  /** The bounds of the uploads of a scope. */
  uploadBounds: (scope: string): Collection => ({ PK: uploadsPartition(scope), prefix: '' }),
  /** The answers that are kept for the Idempotency-Keys of a scope. */
  answers: (scope: string): Collection => ({ PK: `${scope}#IDEMPOTENCY`, prefix: '' }),
  /** The kept answers that name a person, by the hash of the subject. */
  answersAbout: (subject: string): Collection => ({ PK: subjectPartition(subject), prefix: 'REQUEST#' }),
  /** Every item of an organization's own partition. */
  organization: (organizationId: string): Collection => ({
    PK: organizationPartition(organizationId),
    prefix: '',
  }),
  model: (organizationId: string, modelId: string): Collection => ({
    PK: modelPartition(organizationId, modelId),
    prefix: '',
  }),
  member: (organizationId: string, memberId: string): Collection => ({
    PK: memberPartition(organizationId, memberId),
    prefix: '',
  }),
  /** The other partitions of an organization, whatever is in them. */
  rest: (organizationId: string): Collection[] =>
    [
      'USERS',
      'SESSIONS',
      'USAGE',
      'UPLOADS',
      'RATE',
      'IDEMPOTENCY',
      'WAITING',
      'DELIVERY',
      'QUEUE',
      'DETACHED',
      'KEYS',
      'SECRETS',
      'TRAIL',
      'TRAIL_EVENTS',
      'LISTS',
      'SEARCH',
      'MONTHS',
      'MAIL_REFUSED',
      'DEVELOPMENT#RATE',
      'TEST_WEBHOOKS#RATE',
      'USER_INVITATIONS#RATE',
    ].map((part) => ({
      PK: `${organizationPartition(organizationId)}#${part}`,
      prefix: '',
    })),
} as const;

/** All partitions of a sharded collection of the index. */
function shardsOf(name: string, prefix: string): Collection[] {
  return Array.from({ length: INDEX_SHARDS }, (_, shard) => ({
    PK: `${name}#${shard}`,
    prefix,
    index: INDEX,
  }));
}

/** The partition of a sharded collection of the index that holds the item with this id. */
function shardOf(name: string, id: string): string {
  return `${name}#${Number.parseInt(sha256(id).slice(0, 4), 16) % INDEX_SHARDS}`;
}

const OPEN_ERASURES = 'ERASURES';

/** The keys by which the sweep finds an erasure that is not done. */
export function openErasureKey(requestedAt: string, erasureId: string) {
  return { GSI1PK: OPEN_ERASURES, GSI1SK: `${SINCE}${requestedAt}#${erasureId}` };
}

/** The first and the last key of {@link erasable.openErasures} that were requested by a time. */
export function erasuresUntil(time: string): [string, string] {
  return [SINCE, `${SINCE}${time}~`];
}

const IMAGE_EXPIRY = 'IMAGE_EXPIRY';

/** The keys by which the sweep finds a model whose uploads have expired. */
export function imageExpiryKey(expiresAt: string, modelId: string) {
  return { GSI1PK: shardOf(IMAGE_EXPIRY, modelId), GSI1SK: `${EXPIRES}${expiresAt}#${modelId}` };
}

const INVITE_EXPIRY = 'INVITE_EXPIRY';
const EXPIRES = 'EXPIRES#';

/** The keys by which the sweep finds a pending invite that has expired. */
export function inviteExpiryKey(expiresAt: string, inviteId: string) {
  return { GSI1PK: shardOf(INVITE_EXPIRY, inviteId), GSI1SK: `${EXPIRES}${expiresAt}#${inviteId}` };
}

const RESERVATION_EXPIRY = 'RESERVATION_EXPIRY';

/** The keys by which the sweep finds an open reservation that has expired. */
export function reservationExpiryKey(expiresAt: string, reservationId: string) {
  return {
    GSI1PK: shardOf(RESERVATION_EXPIRY, reservationId),
    GSI1SK: `${EXPIRES}${expiresAt}#${reservationId}`,
  };
}

/** The first and the last key of a collection of expiries that have expired by a time. */
export function expiriesUntil(time: string): [string, string] {
  // A tilde sorts after the # that follows the time in the key.
  return [EXPIRES, `${EXPIRES}${time}~`];
}

const SINCE = 'SINCE#';
const waitingEverywhere = (reason: string) => `WAITING#${reason}`;

/** The keys by which operators and the hourly sweep find a waiting model. */
export function waitingIndexKey(reason: string, since: string, modelId: string) {
  return { GSI1PK: waitingEverywhere(reason), GSI1SK: `${SINCE}${since}#${modelId}` };
}

/** The first and the last key of {@link collections.waitingEverywhere} that wait since a time or longer. */
export function waitingUntil(time: string): [string, string] {
  return [SINCE, `${SINCE}${time}~`];
}

/** The first and the last key of {@link collections.monthlyUsage} from one month to another, both included. */
export function usageBetween(from: string, to: string): [string, string] {
  return [`${MONTH}${from}`, `${MONTH}${to}~`];
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

const TAG = 'TAG#';
const queueOf = (provider: string) => `QUEUE#${provider}`;

/** The keys by which the admission finds a model that waits for a permit. */
export function queueIndexKey(provider: string, startTag: number, modelId: string) {
  return { GSI1PK: shardOf(queueOf(provider), modelId), GSI1SK: `${TAG}${padded(startTag)}#${modelId}` };
}

const DEADLINES = 'DEADLINES';
const BY = 'BY#';

/** The keys by which the sweep finds a model that the flow should have advanced. */
export function deadlineIndexKey(deadline: string, modelId: string) {
  return { GSI1PK: shardOf(DEADLINES, modelId), GSI1SK: `${BY}${deadline}#${modelId}` };
}

/** The first and the last key of {@link collections.modelsByDeadline} with a deadline up to a time. */
export function deadlinesUntil(time: string): [string, string] {
  return [BY, `${BY}${time}~`];
}

const FAILURE_ALERTS = 'FAILURE_ALERTS';

/** The keys by which the sweep finds an organization whose owners are to be told of models that have failed. */
export function failureAlertIndexKey(nextAt: string, organizationId: string) {
  return { GSI1PK: shardOf(FAILURE_ALERTS, organizationId), GSI1SK: `${BY}${nextAt}#${organizationId}` };
}

const COPIES_DUE = 'COPIES_DUE';
const RUN = 'RUN#';

/** The keys by which the sweep finds copies at a provider that are to be checked or deleted. */
export function copiesIndexKey(nextAt: string, modelId: string, run: number) {
  return { GSI1PK: shardOf(COPIES_DUE, modelId), GSI1SK: `${BY}${nextAt}#${modelId}#${padded(run)}` };
}

/** The first and the last key of a collection of the index whose time has come by a time. */
export function dueUntil(time: string): [string, string] {
  return [BY, `${BY}${time}~`];
}

const ORGANIZATION_OF_USER = 'ORG#';

/** The first and the last key of {@link collections.usersByAddress} for the organizations behind one. */
export function organizationsBehind(organizationId: string): [string, string] {
  return [`${ORGANIZATION_OF_USER}${organizationId}~`, `${ORGANIZATION_OF_USER}~`];
}

/** The keys by which sign-in finds the users who have an address. */
export function userIndexKey(email: string, organizationId: string) {
  return { GSI1PK: userAddressPartition(email), GSI1SK: `${ORGANIZATION_OF_USER}${organizationId}` };
}
