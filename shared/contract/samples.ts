/** Values in the examples of the OpenAPI document, which are all about one organization, one member and one model. */

const INVITE_ID = 'inv_01K3YQ4T7J9B2X5M8R1WDNVGC3';
const PHOTO_ID = 'pho_01K3YRB5V8N1G4H7T2QCXZJWE6';
const TOKEN = 'k7Qm2xVbN4sT9wYc1LdR8fGh3JpZ6aEu5KiOqXnWtBs';

const UPLOAD_ID = 'upl_01K3YQ8X2Z6T9C4V7B1NMGKRH5';

export const SAMPLE = {
  organizationId: 'org_01K3YPZ6T1M8Q4V7D2N9XBGR5C',
  teamId: 'team_01K3YQ2H8W5E3J6K9S4TVZAFM1',
  memberId: 'mem_01K3YQ7C4R2P8D5G1X6NVBTZH9',
  userId: 'user_01K3YQ7C4R2P8D5G1X6NVBTZH9',
  inviteId: INVITE_ID,
  modelId: 'mdl_01K3YQ9M6F3A7S2W8C5ZKXDTJ4',
  uploadId: UPLOAD_ID,
  photoId: PHOTO_ID,
  keyId: 'key_01K3YPZA9G5D8N2S6X1RQTCVB4',
  trailEntryId: 'trl_01K3YRC7N2V8X4B6K1M9STQZGD',
  sessionId: 'ses_01K3YRD2P5H8J1C4W7X9ZMQTVB',
  erasureId: 'ers_01K3YRE6T9K2M5V8B1N4XHGQCW',
  webhookId: 'msg_01K3YRA1H6S9D2G5J8W3XBVNTC_1',
  testWebhookId: 'msg_01K3YRA1H6S9D2G5J8W3XBVNTC',

  company: 'Company Ltd',
  website: 'https://company.example',
  webhookUrl: 'https://company.example/webhooks',
  team: 'Marketing',
  name: 'Anna Larsen',
  email: 'anna@company.example',

  token: TOKEN,
  session: `hss.${TOKEN}`,
  apiKey: `hsk_live_${TOKEN}`,
  webhookSecret: `whsec_${TOKEN}=`,

  inviteLink: `https://headshots.example/auth/signup?invite=${INVITE_ID}`,
  signedUrl: `https://headshots.example/auth/social?token=${TOKEN}&anonymous=1`,
  upload: `https://images.example/uploads/${UPLOAD_ID}?X-Amz-Signature=2d8b`,
  main: `https://images.example/photos/${PHOTO_ID}/main.jpg?X-Amz-Signature=4f1d`,
  thumbnail: `https://images.example/photos/${PHOTO_ID}/thumbnail.jpg?X-Amz-Signature=9b2e`,
  original: `https://images.example/photos/${PHOTO_ID}/original.jpg?X-Amz-Signature=c07a`,

  time: '2026-03-02T09:15:00.000Z',
  attemptTime: '2026-03-02T09:51:00.000Z',
  nextDay: '2026-03-03T09:15:00.000Z',
  giveUpTime: '2026-03-05T09:51:00.000Z',
  nextMonth: '2026-04-01T09:15:00.000Z',
} as const;
