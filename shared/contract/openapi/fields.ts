/** What a field means, and a value as it could be. */
export interface FieldNote {
  description?: string;
  example?: unknown;
}

const ORGANIZATION_ID = 'org_01K3YPZ6T1M8Q4V7D2N9XBGR5C';
const TEAM_ID = 'team_01K3YQ2H8W5E3J6K9S4TVZAFM1';
const MEMBER_ID = 'mem_01K3YQ7C4R2P8D5G1X6NVBTZH9';
const MODEL_ID = 'mdl_01K3YQ9M6F3A7S2W8C5ZKXDTJ4';
const PHOTO_ID = 'pho_01K3YRB5V8N1G4H7T2QCXZJWE6';
const INVITE_ID = 'inv_01K3YQ4T7J9B2X5M8R1WDNVGC3';
const UPLOAD_ID = 'upl_01K3YQ8X2Z6T9C4V7B1NMGKRH5';
const KEY_ID = 'key_01K3YPZA9G5D8N2S6X1RQTCVB4';
const EMAIL = 'anna@company.example';
const NAME = 'Anna Larsen';
const CREATED_AT = '2026-03-02T09:15:00.000Z';
const WEBHOOK_ID = 'msg_01K3YRA1H6S9D2G5J8W3XBVNTC_1';
const SAMPLE_BODY = `{"event":"model.photos_ready","objectType":"model","object":{"_id":"${MODEL_ID}"}}`;
const TOKEN = 'k7Qm2xVbN4sT9wYc1LdR8fGh3JpZ6aEu5KiOqXnWtBs';

/**
 * Notes by field name, or by `owner.field` where the name alone does not say enough. The owner is the named
 * shape, or else the field, that holds it; a list's entry is held by the list.
 */
const NOTES: Readonly<Record<string, FieldNote>> = {
  success: { description: 'Whether the request succeeded.' },
  message: { description: 'What happened, in a sentence.', example: 'Done.' },
  reason: { description: 'Why it was refused, in a sentence.', example: 'The image shows no face.' },
  code: { description: 'What to decide by.' },
  error: { description: 'What went wrong, in a sentence.' },

  id: { description: 'Identifies it.', example: MODEL_ID },
  uid: { description: "The service's own name for it.", example: 'user_01K3YQ7C4R2P8D5G1X6NVBTZH9' },
  'organization.uid': { description: 'Identifies the organization.', example: ORGANIZATION_ID },
  'organization.name': { example: 'Company Ltd' },
  'organization.website': { example: 'https://company.example' },
  'organization.description': { example: 'Company Ltd, Copenhagen' },
  organization: { description: 'Identifies the owning organization.', example: ORGANIZATION_ID },
  organizationId: { example: ORGANIZATION_ID },
  'team.id': { example: TEAM_ID },
  'team.name': { example: 'Marketing' },
  teamId: { description: 'Identifies a team of the organization.', example: TEAM_ID },
  teamName: { example: 'Marketing' },
  emails: { description: 'Addresses of members; repeated ones count once.', example: [EMAIL] },
  'member.id': { example: MEMBER_ID },
  memberId: { description: 'Identifies a member of the organization.', example: MEMBER_ID },
  email: { description: 'Trimmed and lower-cased: so addresses compare.', example: EMAIL },
  name: { example: NAME },
  website: { example: 'https://company.example' },
  description: { example: 'Company Ltd, Copenhagen' },
  joinedAt: { description: 'When the member signed up.', example: CREATED_AT },
  'invite.id': { example: INVITE_ID },
  inviteId: { description: 'Identifies an invite of the organization.', example: INVITE_ID },
  invite: { description: 'The id in the link of an invite.', example: INVITE_ID },
  link: {
    description: 'Where the invited person signs up.',
    example: `https://headshots.example/auth/signup?invite=${INVITE_ID}`,
  },
  valid: { description: 'Whether one can still sign up by it.', example: true },
  used: { description: 'Whether somebody signed up by it.', example: false },

  'model.id': { example: MODEL_ID },
  modelId: { description: 'Identifies a model of the organization.', example: MODEL_ID },
  _id: { description: 'Identifies the model.', example: MODEL_ID },
  title: { description: "The member's name, or else the local part of the address.", example: NAME },
  isDevelopment: {
    description: 'true for test data instead of training: quick, and costs nothing.',
    example: true,
  },
  photoCount: { description: 'Headshots of the model that were not put away.', example: 40 },
  hasFavorite: { description: 'Whether the member has chosen a favorite.', example: true },
  createdAt: { description: 'When it was made.', example: CREATED_AT },
  'invite.expiresAt': {
    description: 'The last moment to sign up by it.',
    example: '2026-04-01T09:15:00.000Z',
  },
  expiresAt: { description: 'From when on it is no longer valid.', example: '2026-03-03T09:15:00.000Z' },
  finishedAt: { description: 'When the photos were ready; null until then.', example: CREATED_AT },
  deletedAt: { description: 'null until deleted.', example: null },
  inviteExpiresAt: { description: 'When access to the model ends.', example: '2026-04-01T09:15:00.000Z' },
  signedUrl: {
    description:
      'Opens the studio for the anonymous member: to be framed in your application, within an hour.',
    example: `https://headshots.example/auth/social?token=${TOKEN}&anonymous=1`,
  },

  'photo.id': { example: PHOTO_ID },
  photoId: { description: 'Identifies a photo of the model.', example: PHOTO_ID },
  favoritePhotoId: { description: 'With model.favorite_selected only.', example: PHOTO_ID },
  photoIds: { description: 'Photos of the model; without them all active ones.', example: [PHOTO_ID] },
  favorite: { description: 'true to make it the favorite.', example: true },
  main: { example: `https://images.example/photos/${PHOTO_ID}/main.jpg?X-Amz-Signature=4f1d` },
  thumbnail: { example: `https://images.example/photos/${PHOTO_ID}/thumbnail.jpg?X-Amz-Signature=9b2e` },
  original: { example: `https://images.example/photos/${PHOTO_ID}/original.jpg?X-Amz-Signature=c07a` },

  limit: { description: 'How many entries the page has at most.', example: 50 },
  offset: { description: 'How many entries are skipped.', example: 0 },
  total: { description: 'Entries of the whole list.', example: 1 },
  count: { description: 'Entries of the list.', example: 1 },
  hasMore: { description: 'Whether entries follow this page.', example: false },
  credits: { description: 'One is taken when a member finishes onboarding.', example: 100 },
  pendingInvites: { description: 'Invites and models on their way.', example: 100 },
  maxPendingInvites: { description: 'Twice the credits.', example: 100 },

  token: { description: 'The token in the query of the link.', example: TOKEN },
  session: { description: 'To be sent as the bearer token.', example: `hss.${TOKEN}` },
  'upload.id': { example: UPLOAD_ID },
  uploadId: { description: 'Identifies an upload of the member.', example: UPLOAD_ID },
  'file.name': { example: 'portrait.jpg' },
  'file.type': { description: 'image/jpeg, image/png or image/webp.', example: 'image/jpeg' },
  'file.size': { description: 'Bytes.', example: 2_400_000 },
  url: { example: 'https://images.example/' },
  fields: {
    description: 'Form fields that go before the file.',
    example: { key: `uploads/${UPLOAD_ID}`, 'Content-Type': 'image/jpeg' },
  },
  minPhotos: { example: 4 },
  maxPhotos: { example: 25 },
  minPixels: { description: 'Of the shorter side.', example: 512 },
  maxBytes: { example: 52_428_800 },
  types: { example: ['image/jpeg', 'image/png', 'image/webp'] },

  'key.id': { example: KEY_ID },
  'key.name': { description: 'What the key is for.', example: 'Production' },
  keyId: { description: 'Identifies an API key of the organization.', example: KEY_ID },
  apiKeyId: { description: 'Identifies an API key of the organization.', example: KEY_ID },
  apiKey: { description: 'Shown this once.', example: `hsk_live_${TOKEN}` },
  key: { description: 'Shown this once.', example: `hsk_live_${TOKEN}` },
  prefix: { description: 'How the key begins.', example: 'hsk_live_k7Qm' },
  lastUsedAt: { description: 'To within a minute; null until it is used.', example: CREATED_AT },
  webhookUrl: { description: 'Where events are posted to.', example: 'https://company.example/webhooks' },
  webhookSecret: { description: 'Shown this once.', example: `whsec_${TOKEN}=` },
  secret: { description: 'Shown this once.', example: `whsec_${TOKEN}=` },
  'webhookSetting.url': {
    description: 'null: there is none, and events wait for one.',
    example: 'https://company.example/webhooks',
  },
  'webhook.url': {
    description: 'https, on port 443 or above 1023, to a public address; null removes it.',
    example: 'https://company.example/webhooks',
  },
  enabled: { description: 'false: events wait, for 72 hours, until webhooks are on again.', example: true },
  endsWith: { description: 'The last four characters, to recognise the secret by.', example: 'QmE=' },
  validUntil: { description: 'Until when it signs; null for the current one.', example: null },
  previousValidUntil: {
    description: 'Until when the former secret signs as well.',
    example: '2026-03-03T09:15:00.000Z',
  },
  parkedModels: { description: 'Models whose webhooks wait; 1000 stands for that many or more.', example: 0 },
  delivered: { description: 'Whether the receiver answered 200.', example: false },
  webhookId: {
    description: 'The header webhook-id, the same over all attempts.',
    example: WEBHOOK_ID,
  },
  responseStatus: { description: 'The HTTP status; null when none came.', example: 503 },
  detail: {
    description: 'How the attempt ended, in a sentence.',
    example: 'The receiver answered 503 instead of 200.',
  },
  durationMs: { description: 'Milliseconds.', example: 118 },
  responseStart: { description: 'The first 1 KB of the answer.', example: 'Service unavailable' },
  'parkedModel.webhookId': { description: 'The one that could not be delivered.', example: WEBHOOK_ID },
  parkedAt: { description: 'Since when they wait.', example: '2026-03-02T09:51:00.000Z' },
  givenUpAt: { description: 'When they are given up.', example: '2026-03-05T09:51:00.000Z' },
  waiting: { description: 'How many more wait behind it.', example: 2 },
  'delivery.createdAt': { description: 'When what it tells of happened.' },
  attempts: { description: 'How many were made.', example: 4 },
  lastAttemptAt: { description: 'null before the first.', example: '2026-03-02T09:51:00.000Z' },
  nextAttemptAt: { description: 'While retrying.', example: null },
  failedAt: { description: 'Since when it is parked, or was.', example: '2026-03-02T09:51:00.000Z' },
  test: { description: 'true for one that was sent to try the receiver.', example: false },
  attempt: { description: 'Counted from 1.', example: 4 },
  at: { description: 'When it began.', example: '2026-03-02T09:51:00.000Z' },
  before: { description: 'The `next` of the page before.', example: WEBHOOK_ID },
  since: { description: 'What failed at this time or later; in UTC.', example: CREATED_AT },
  'query.since': { description: 'Only what happened at this time or later; in UTC.' },
  'query.modelId': { description: 'Only what tells of this model.' },
  next: { description: 'Where the next page begins; null at the end.', example: null },
  body: {
    description: 'The exact text that was signed; null when it is no longer kept.',
    example: SAMPLE_BODY,
  },
  openapi: { description: 'The version of OpenAPI.', example: '3.1.1' },
  event: { description: 'What happened.', example: 'model.status.updated' },
};

/** The note of a field; what is said of it with its owner goes first. */
export function noteOf(owner: string | undefined, field: string): FieldNote | undefined {
  const own =
    owner &&
    ownersOf(owner)
      .map((name) => NOTES[`${name}.${field}`])
      .find(Boolean);
  return own ? { ...NOTES[field], ...own } : NOTES[field];
}

/** `ListedPhotos` owns what a `listedPhoto` owns, and what every `photo` does. */
function ownersOf(owner: string): string[] {
  const name = (owner.charAt(0).toLowerCase() + owner.slice(1)).replace(/s$/, '');
  return [name, (name.match(/[A-Z][a-z]*$/)?.[0] ?? name).toLowerCase()];
}
