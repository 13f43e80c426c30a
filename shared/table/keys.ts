import { createHash } from 'node:crypto';

export type PrimaryKey = Record<'PK' | 'SK', string>;

/** The kinds of stored items. Every item stores its entity beside its key and its attributes. */
export type Entity = ReturnType<(typeof keys)[keyof typeof keys]>['entity'];

/** The items of lists. Only `shared/lists` makes writes that change a list. */
export type ListedEntity = 'MODEL' | 'MEMBER' | 'INVITE';

export interface Key<Of extends Entity = Exclude<Entity, ListedEntity>> extends PrimaryKey {
  entity: Of;
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

export type IndexKey = Record<'GSI1PK' | 'GSI1SK', string>;

/** The lists of an organization that have an index. */
export type ListKind = 'model' | 'member' | 'invite';
export const LIST_KINDS: readonly ListKind[] = ['model', 'member', 'invite'];

/** SHA-256 in hex, the stored form of a secret that is only compared. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The partitions of an organization, `ORG#<id>#<part>`, that are erased with it whatever is in them. Other scopes have
 * some of them. Grants limit who may write or read some, see `infra/constructs/grants.ts`.
 */
const PARTS = [
  'DELIVERY',
  'DETACHED',
  'IDEMPOTENCY', // kept answers
  'KEYS', // API keys: only functions that manage them write it
  'LISTS', // the indexes of lists
  'MAIL_REFUSED',
  'MONTHS', // the monthly usage, with the names of deleted teams that it may count
  'QUEUE',
  'RATE',
  'SEARCH', // apart, so that many words slow down no other read of the organization
  'SECRETS', // only functions that sign webhooks or manage secrets read it
  'SESSIONS', // those of users: only functions that let users in write it
  'TRAIL', // only the function that reads the table's stream adds to it
  'TRAIL_EVENTS', // from which the stream adds to the audit trail
  'UPLOADS', // their bounds: bytes of a day, and judgements in progress
  'USAGE',
  'USERS', // only functions that manage users write it
  'WAITING',
] as const;
/** Models have a part, too, so that the function which judges uploads and counts them in their model writes no other. */
type Part = (typeof PARTS)[number] | 'MODELS';

const part = (scope: string, name: Part) => `${scope}#${name}`;
const organization = (organizationId: string) => `ORG#${organizationId}`;
const model = (organizationId: string, modelId: string) => `${organization(organizationId)}#MODEL#${modelId}`;
/** Only functions that let members in write it: it has their sessions. */
const member = (organizationId: string, memberId: string) =>
  `${organization(organizationId)}#MEMBER#${memberId}`;
const invite = (organizationId: string, inviteId: string) =>
  `${organization(organizationId)}#INVITE#${inviteId}`;
const admission = (provider: string) => `ADMISSION#${provider}`;
const ORGANIZATIONS = 'ORGANIZATIONS';
/** The users of all organizations who have an address, in the index. */
const address = (email: string) => `USER#${email}`;
/** Ends like the partitions of kept answers, which the permission to keep answers is limited to. */
const subjectPart = (subject: string) => part(`SUBJECT#${subject}`, 'IDEMPOTENCY');

/**
 * Prefixes of partitions. The requests of a scope share a rate limit, and an Idempotency-Key identifies one
 * request within a scope.
 */
export const scopes = {
  organization,
  member,
  /** The models that a member begins. */
  models: (organizationId: string, memberId: string) => `${member(organizationId, memberId)}#MODELS`,
  /** A network address whose requests have no valid credentials. */
  address: (viewer: string) => `ADDRESS#${viewer}`,
  /** An e-mail address for which sign-in links were requested. */
  user: address,
  /** The same for links to further organizations, of which the address may have none. */
  userWithMore: (email: string) => `${address(email)}#MORE`,
  development: (organizationId: string) => `${organization(organizationId)}#DEVELOPMENT`,
  testWebhooks: (organizationId: string) => `${organization(organizationId)}#TEST_WEBHOOKS`,
  userInvitations: (organizationId: string) => `${organization(organizationId)}#USER_INVITATIONS`,
  /** The requests to have a link mailed: of the holder of an invite, or of a former link by the id of its member. */
  invite: (organizationId: string, id: string) => `${invite(organizationId, id)}#LINK`,
} as const;

const pad = (sequence: number) => String(sequence).padStart(9, '0');
const item = <E extends string>(entity: E, PK: string, SK: string) => ({ PK, SK, entity });

type SortKey<Ids extends unknown[]> = (...ids: Ids) => string;

// Templates of items in the organization's own partition, in another of its partitions, in one of any scope, and in that
// of a model.

function inOrganization<E extends string, Ids extends unknown[]>(entity: E, sortKey: SortKey<Ids>) {
  return (organizationId: string, ...ids: Ids) => item(entity, organization(organizationId), sortKey(...ids));
}

function inPart<E extends string, Ids extends unknown[]>(name: Part, entity: E, sortKey: SortKey<Ids>) {
  const template = inScope(name, entity, sortKey);
  return (organizationId: string, ...ids: Ids) => template(organization(organizationId), ...ids);
}

function inScope<E extends string, Ids extends unknown[]>(name: Part, entity: E, sortKey: SortKey<Ids>) {
  return (scope: string, ...ids: Ids) => item(entity, part(scope, name), sortKey(...ids));
}

/** In the indexes of all lists of an organization, by the partition of one of them. */
function inLists<E extends string, Ids extends unknown[]>(entity: E, sortKey: SortKey<Ids>) {
  const template = inScope('LISTS', entity, sortKey);
  return (partition: string, ...ids: Ids) => template(organizationPartitionOf(partition), ...ids);
}

function inModel<E extends string, Ids extends unknown[]>(entity: E, sortKey: SortKey<Ids>) {
  return (organizationId: string, modelId: string, ...ids: Ids) =>
    item(entity, model(organizationId, modelId), sortKey(...ids));
}

/**
 * The templates of all keys, one per entity and place: the partition, the entity and the sort key. Nearly all
 * partitions belong to an organization; the others are spelled out.
 */
export const keys = {
  organization: inOrganization('ORGANIZATION', () => 'ORGANIZATION'),
  branding: inOrganization('BRANDING', () => 'BRANDING'),
  /** The item by which sweeps over all organizations find this one. */
  listing: inOrganization('LISTING', () => 'LISTING'),
  balance: inOrganization('BALANCE', () => 'BALANCE'),
  ledgerEntry: inOrganization('LEDGER', (entryId: string) => `LEDGER#${entryId}`),
  team: inOrganization('TEAM', (teamId: string) => `TEAM#${teamId}`),
  /** Holds a name, in the form in which names are compared, for one team of the organization. */
  teamName: inOrganization('TEAMNAME', (foldedName: string) => `TEAMNAME#${foldedName}`),
  /** The usage of a month, such as 2026-03, by the models of a team, or by those without a team. */
  monthlyUsage: inPart('MONTHS', 'MONTHLY_USAGE', (month: string, teamId = '') => `MONTH#${month}#${teamId}`),
  /** The name of a deleted team, by which its usage is shown. */
  formerTeam: inPart('MONTHS', 'FORMER_TEAM', (teamId: string) => `TEAM#${teamId}`),

  /** The look-up by which a request finds its organization. */
  apiKeyHash: (hash: string) => item('APIKEY', `APIKEY#${hash}`, 'APIKEY'),
  /** The same API key in the list of its organization. */
  apiKey: inPart('KEYS', 'APIKEY', (keyId: string) => `APIKEY#${keyId}`),
  /** When an API key was last used: functions note it that may not write the key. */
  apiKeyUse: inPart('USAGE', 'USE', (keyId: string) => `APIKEY#${keyId}`),
  webhookSecrets: inPart('SECRETS', 'WEBHOOK_SECRETS', () => 'WEBHOOK_SECRETS'),

  user: inPart('USERS', 'USER', (userId: string) => `USER#${userId}`),
  /** Holds an address for one user of the organization. */
  userAddress: inPart('USERS', 'USER_ADDRESS', (email: string) => `ADDRESS#${email}`),
  userCounts: inPart('USERS', 'USER_COUNTS', () => 'COUNTS'),
  userInvitationEvent: inPart('USERS', 'EVENT', (userId: string) => `INVITATION#${userId}`),
  /** A user's session, or the token of a sign-in link, by the hash of its secret. */
  userToken: inPart('SESSIONS', 'TOKEN', (userId: string, hash: string) => `TOKEN#${userId}#${hash}`),
  /** The last sign-in of a user and the language of mails, which functions may write that may not write the user. */
  userSignIn: inPart('SESSIONS', 'SIGN_IN', (userId: string) => `SIGN_IN#${userId}`),
  /** The mails about a user who was removed or has another role, by the entry of the audit trail. */
  userChangeEvent: inPart('SESSIONS', 'EVENT', (entryId: string) => `CHANGE#${entryId}`),
  trailEntry: inPart('TRAIL', 'TRAIL', (entryId: string) => `TRAIL#${entryId}`),
  /** The event that adds an entry to the audit trail, with the same sort key. */
  trailEvent: inPart('TRAIL_EVENTS', 'EVENT', (entryId: string) => `TRAIL#${entryId}`),
  /** The mail to the owners about an entry of the audit trail. */
  noticeEvent: inPart('TRAIL_EVENTS', 'EVENT', (entryId: string) => `NOTICE#${entryId}`),

  member: inOrganization('MEMBER', (memberId: string) => `MEMBER#${memberId}`),
  /** Holds an address for one member or invite of the organization. */
  email: inOrganization('EMAIL', (email: string) => `EMAIL#${email}`),
  /** A session, or the token that opens one, by the hash of its secret. */
  memberToken: (organizationId: string, memberId: string, hash: string) =>
    item('TOKEN', member(organizationId, memberId), `TOKEN#${hash}`),
  /** The event that mails a link to an address which the member has chosen at sign-up. */
  addressEvent: (organizationId: string, memberId: string) =>
    item('EVENT', member(organizationId, memberId), 'EVENT'),
  searchWord: inPart('SEARCH', 'SEARCH_WORD', (word: string, memberId: string) => `WORD#${word}#${memberId}`),

  invite: inOrganization('INVITE', (inviteId: string) => `INVITE#${inviteId}`),
  /** The newest invite that was sent to an address, whatever its status. */
  invitee: inOrganization('INVITEE', (email: string) => `INVITEE#${email}`),
  joinLink: inOrganization('JOIN_LINK', () => 'JOIN_LINK'),
  /** Slots that were reserved for several invites. */
  reservation: inOrganization('RESERVATION', (reservationId: string) => `RESERVATION#${reservationId}`),
  /** The event that sends a mail of an invite; `mail` counts its mails from 1. */
  inviteEvent: (organizationId: string, inviteId: string, mail: number) =>
    item('EVENT', invite(organizationId, inviteId), `EVENT#${pad(mail)}`),
  refusedInvite: inPart('MAIL_REFUSED', 'MAIL_REFUSED', (inviteId: string) => `INVITE#${inviteId}`),
  /** The times of the latest invite mails to an address, which is hashed: the item outlives a deleted person. */
  inviteMailsTo: inOrganization('INVITE_MAILS', (email: string) => `INVITE_MAILS#TO#${sha256(email)}`),
  /** The number of invite mails of an organization on a day in UTC, such as 2026-03-02. */
  inviteMailsOn: inOrganization('INVITE_MAILS', (day: string) => `INVITE_MAILS#ON#${day}`),
  /** An address that has refused the organization's mail, hashed: the item outlives a deleted person. */
  suppressedAddress: inOrganization('SUPPRESSED', (email: string) => `SUPPRESSED#${sha256(email)}`),
  /** The mails of all organizations to a mailbox, which is hashed: the item outlives a deleted person. */
  mailbox: (mailbox: string) => item('MAILBOX', `MAILBOX#${sha256(mailbox)}`, 'MAILS'),
  /** The owners to whom a mail was sent. */
  ownerMail: inOrganization('ALERT', (mailId: string) => `OWNER_MAIL#${mailId}`),

  model: inPart('MODELS', 'MODEL', (modelId: string) => `MODEL#${modelId}`),
  upload: inModel('UPLOAD', (uploadId: string) => `UPLOAD#${uploadId}`),
  photo: inModel('PHOTO', (photoId: string) => `PHOTO#${photoId}`),
  trainingJob: inModel('JOB', (run: number) => `JOB#${pad(run)}#TRAINING`),
  generationJob: inModel('JOB', (run: number, batch: number) => `JOB#${pad(run)}#GENERATION#${pad(batch)}`),
  /** A former take of a batch, whose latest take has the batch's own key. */
  formerTake: inModel(
    'JOB',
    (run: number, batch: number, take: number) => `JOB#${pad(run)}#TAKE#${pad(batch)}#${pad(take)}`,
  ),
  event: inModel('EVENT', (sequence: number) => `EVENT#${pad(sequence)}`),
  /** The event that mails the member about the end of a run. */
  runMailEvent: inModel('EVENT', (run: number) => `MAIL#${pad(run)}`),
  /** The event that mails the member about a favorite chosen for them, by the entry of the audit trail. */
  favoriteMailEvent: inModel('EVENT', (entryId: string) => `FAVORITE_MAIL#${entryId}`),
  deliveryQueue: inModel('DELIVERY_QUEUE', () => 'DELIVERY_QUEUE'),
  deliveryTimer: inModel('EVENT', (timerId: string) => `TIMER#${timerId}`),
  /** The models that have failed for good since the owners were last told by mail. */
  failureAlert: inOrganization('ALERT', () => 'FAILURE_ALERT'),
  failureAlertEvent: inOrganization('EVENT', (alertId: string) => `FAILURE_ALERT#${alertId}`),
  /** The bytes that an organization or a member has announced on one day. */
  uploadAllowance: inScope('UPLOADS', 'UPLOAD_ALLOWANCE', (day: string) => `UPLOAD_ALLOWANCE#${day}`),
  /** The right to judge one upload of a member. A member has a few of them, numbered from 0. */
  judgementLease: (organizationId: string, memberId: string, slot: number) =>
    item('LEASE', part(member(organizationId, memberId), 'UPLOADS'), `JUDGEMENT#${slot}`),

  /** The copies that a hosted provider may keep of one run of a model, and their deletion. It outlives the organization. */
  providerCopies: (organizationId: string, modelId: string, run: number) =>
    item('PROVIDER_COPIES', `${organization(organizationId)}#COPIES`, `RUN#${modelId}#${pad(run)}`),
  /** The start tag of the next model of an organization that joins the queue of a provider. */
  queueTag: inPart('QUEUE', 'QUEUE_TAG', (provider: string) => `TAG#${provider}`),
  virtualTime: (provider: string) => item('VIRTUAL_TIME', admission(provider), 'VIRTUAL_TIME'),
  /** The right of one run to work at a provider. Permits are numbered from 0. */
  permit: (provider: string, number: number) => item('PERMIT', admission(provider), `PERMIT#${pad(number)}`),

  delivery: inPart('DELIVERY', 'DELIVERY', (webhookId: string) => `DELIVERY#${webhookId}`),
  deliveryAttempt: inPart(
    'DELIVERY',
    'ATTEMPT',
    (webhookId: string, attempt: number) => `ATTEMPT#${webhookId}#${pad(attempt)}`,
  ),
  redelivery: inPart('DELIVERY', 'EVENT', (redeliveryId: string) => `REDELIVERY#${redeliveryId}`),
  circuit: inOrganization('CIRCUIT', () => 'CIRCUIT'),
  /** The event that has the next step of a circuit taken at its time. */
  circuitTimer: inPart('DELIVERY', 'EVENT', (timerId: string) => `CIRCUIT#${timerId}`),
  /** A model whose delivery queue waits, by the reason and its place among those that wait for the same reason. */
  waitingModel: inPart('WAITING', 'WAITING', (reason: string, place: string) => `${reason}#${place}`),
  /** A slow post of an organization that holds up no FIFO group. */
  detachedPost: inPart('DETACHED', 'DETACHED', (number: number) => `POST#${number}`),
  /** The time of the last mail to the owners about parked webhooks. */
  webhookAlert: inOrganization('ALERT', () => 'WEBHOOK_ALERT'),
  webhookAlertEvent: inPart('DELIVERY', 'EVENT', (alertId: string) => `ALERT#${alertId}`),

  erasure: inOrganization('ERASURE', (erasureId: string) => `ERASURE#${erasureId}`),
  erasureEvent: (organizationId: string, erasureId: string) =>
    item('EVENT', `${organization(organizationId)}#ERASURE#${erasureId}`, 'EVENT'),
  /** The progress of a sweep over all organizations. */
  sweepRound: (sweep: string) => item('SWEEP', `${sweep}#SWEEP`, 'ROUND'),
  /** Counts the requests of a scope against its rate limit. */
  rateCounter: inScope('RATE', 'RATE_COUNTER', () => 'COUNTER'),
  /** A request with an Idempotency-Key, with its answer, by the hash of the key. */
  idempotencyKey: inScope('IDEMPOTENCY', 'IDEMPOTENCY', (hash: string) => `REQUEST#${hash}`),
  /** An answer that is kept for an Idempotency-Key and names a person, by the hash of the subject. */
  answerSubject: (subject: string, scope: string, hash: string) =>
    item('SUBJECT', subjectPart(subject), `REQUEST#${hash}#${scope}`),

  /** The state of the log of list changes. It sorts before the entries. */
  listLog: inLists('LIST_LOG', () => 'LOG'),
  listLogEntry: inLists('LIST_LOG', (entryId: string) => `LOG#${entryId}`),
  /** The teams of a list by the numbers that its segments store. They sort before the segments. */
  listTeams: inLists('LIST_TEAMS', (kind: ListKind) => `KEYS#${kind}`),
  /** The filter keys of a segment, by its first position. */
  listSegment: inLists('LIST_SEGMENT', (kind: ListKind, first: string) => `KEYS#${kind}#${first}`),
  listPositions: inLists('LIST_SEGMENT', (kind: ListKind, first: string) => `POSITIONS#${kind}#${first}`),
} as const;

/** The partition of the organization that another of its partitions belongs to. */
export function organizationPartitionOf(partition: string): string {
  return partition.split('#', 2).join('#');
}

/** The items of a key's partition whose sort keys begin with the same parts: all parts but the last, or so many. */
function under({ PK, SK }: PrimaryKey, parts = SK.split('#').length - 1): Collection {
  const shared = SK.split('#').slice(0, parts);
  return { PK, prefix: shared.map((each) => `${each}#`).join('') };
}

/** The collection of all items of a template that differ in the last id. @param id an id of its type */
function all<Ids extends unknown[], Id>(template: (...ids: [...Ids, Id]) => PrimaryKey, id: Id) {
  return (...ids: Ids) => under(template(...ids, id));
}

const whole = (PK: string): Collection => ({ PK, prefix: '' });
const beginningWith = ({ PK, SK }: PrimaryKey): Collection => ({ PK, prefix: SK });

export const collections = {
  ledger: all(keys.ledgerEntry, ''),
  apiKeys: all(keys.apiKey, ''),
  apiKeyUses: all(keys.apiKeyUse, ''),
  trail: all(keys.trailEntry, ''),
  trailEvents: all(keys.trailEvent, ''),
  users: all(keys.user, ''),
  userAddresses: all(keys.userAddress, ''),
  userTokens: (organizationId: string) => under(keys.userToken(organizationId, '', ''), 1),
  tokensOfUser: all(keys.userToken, ''),
  userSignIns: all(keys.userSignIn, ''),
  rateCounter: (scope: string) => under(keys.rateCounter(scope)),
  teams: all(keys.team, ''),
  teamNames: all(keys.teamName, ''),
  emails: all(keys.email, ''),
  members: all(keys.member, ''),
  invites: all(keys.invite, ''),
  inviteEvents: all(keys.inviteEvent, 0),
  invitees: all(keys.invitee, ''),
  reservations: all(keys.reservation, ''),
  refusedInvites: all(keys.refusedInvite, ''),
  memberTokens: all(keys.memberToken, ''),
  models: all(keys.model, ''),
  monthlyUsage: (organizationId: string) => under(keys.monthlyUsage(organizationId, '', ''), 1),
  uploads: all(keys.upload, ''),
  photos: all(keys.photo, ''),
  jobs: (organizationId: string, modelId: string) => under(keys.trainingJob(organizationId, modelId, 0), 1),
  jobsOfRun: (organizationId: string, modelId: string, run: number) =>
    under(keys.trainingJob(organizationId, modelId, run)),
  generationJobs: all(keys.generationJob, 0),
  providerCopies: (organizationId: string) => under(keys.providerCopies(organizationId, '', 0), 1),
  providerCopiesOfModel: all(keys.providerCopies, 0),
  events: all(keys.event, 0),
  waitingModels: all(keys.waitingModel, ''),
  permits: all(keys.permit, 0),
  /** The state of the log of list changes, and then its entries. */
  listLog: (partition: string) => beginningWith(keys.listLog(partition)),
  /** The teams of a list, and the filter keys of its segments. */
  listSegments: (partition: string, kind: ListKind): Collection => ({
    ...beginningWith(keys.listTeams(partition, kind)),
    mayLag: true,
  }),
  /** The words of members' names and addresses that start with `beginning`, in their order. */
  searchWords: (organizationId: string, beginning = ''): Collection => {
    const { PK, prefix } = under(keys.searchWord(organizationId, '', ''), 1);
    return { PK, prefix: prefix + beginning };
  },
  deliveries: all(keys.delivery, ''),
  deliveryAttempts: all(keys.deliveryAttempt, 0),
  organizations: () => byOrganization(ORGANIZATIONS),
  usersByAddress: (email: string) => byOrganization(address(email)),
} as const;

/** Collections by which everything that is stored about a person or an organization is found and erased. */
export const erasable = {
  erasures: all(keys.erasure, ''),
  uploadBounds: (scope: string) => whole(part(scope, 'UPLOADS')),
  answers: (scope: string) => whole(part(scope, 'IDEMPOTENCY')),
  answersAbout: (subject: string) => whole(subjectPart(subject)),
  organization: (organizationId: string) => whole(organization(organizationId)),
  model: (organizationId: string, modelId: string) => whole(model(organizationId, modelId)),
  member: (organizationId: string, memberId: string) => whole(member(organizationId, memberId)),
  /** The other partitions of an organization, whatever is in them. */
  rest: (organizationId: string): Collection[] => [
    ...PARTS.map((name) => whole(part(organization(organizationId), name))),
    ...[scopes.development, scopes.testWebhooks, scopes.userInvitations].map((scope) =>
      collections.rateCounter(scope(organizationId)),
    ),
  ],
} as const;

/** The first and the last key of {@link collections.monthlyUsage} from one month to another, both included. */
export function usageBetween(from: string, to: string): [string, string] {
  return [`MONTH#${from}`, `MONTH#${to}~`];
}

function byOrganization(PK: string): Collection {
  return { PK, prefix: organization(''), index: INDEX };
}

/** The keys by which {@link collections.organizations} lists an organization. */
export function listingIndexKey(organizationId: string): IndexKey {
  return { GSI1PK: ORGANIZATIONS, GSI1SK: organization(organizationId) };
}

/** The keys by which sign-in finds the users who have an address. */
export function userIndexKey(email: string, organizationId: string): IndexKey {
  return { GSI1PK: address(email), GSI1SK: organization(organizationId) };
}

/** The first and the last key of the organizations after one, or of all. */
export function organizationsAfter(organizationId: string | undefined): [string, string] {
  const first = organizationId === undefined ? organization('') : `${organization(organizationId)}~`;
  return [first, organization('~')];
}

/**
 * The partitions of an index that every organization writes to. One partition takes a thousand writes a second, and
 * every model and every invite writes to several of these indexes.
 */
const SHARDS = 16;

/** An index over the items of all organizations by the time at which a sweep has to see to them. */
function sweepIndex(name: string, shards = SHARDS) {
  const shard = (number: number) => `${name}#${number}`;
  return {
    /** The keys by which the sweep finds the item with this id. */
    key: (time: string, id: string): IndexKey => ({
      GSI1PK: shard(Number.parseInt(sha256(id).slice(0, 4), 16) % shards),
      GSI1SK: `BY#${time}#${id}`,
    }),
    shards: (): Collection[] =>
      Array.from({ length: shards }, (_, number) => ({ PK: shard(number), prefix: 'BY#', index: INDEX })),
  };
}

/** The first and the last key in a shard of a sweep's index whose time has come by a time. */
export function dueUntil(time: string): [string, string] {
  // A tilde sorts after the # that follows the time in the key.
  return ['BY#', `BY#${time}~`];
}

export const sweepIndexes = {
  /** The models that the flow has to advance, by their deadlines. */
  deadlines: sweepIndex('DEADLINES'),
  /** The models that hold images past their time, by that time. */
  images: sweepIndex('IMAGE_EXPIRY'),
  invites: sweepIndex('INVITE_EXPIRY'),
  reservations: sweepIndex('RESERVATION_EXPIRY'),
  /** The organizations whose owners are to be told of models that have failed, by the time of the next mail. */
  failureAlerts: sweepIndex('FAILURE_ALERTS'),
  /** The copies at providers, by the time at which they are to be checked or deleted. */
  providerCopies: sweepIndex('COPIES_DUE'),
  /** The erasures that are not done, by the time of their request. */
  erasures: sweepIndex('ERASURES', 1),
} as const;

/** The models whose delivery queues wait for a reason, by the time since which they wait. */
export const waitingIndex = (reason: string) => sweepIndex(`WAITING#${reason}`, 1);

/** The models that wait for a permit of a provider, by their start tags in place of times. */
export function queueIndex(provider: string) {
  const { key, shards } = sweepIndex(`QUEUE#${provider}`);
  return { shards, key: (startTag: number, modelId: string) => key(pad(startTag), modelId) };
}
