import { setTimeout as sleep } from 'node:timers/promises';
import { portraitSet } from '../../demo/portraits.ts';
import type { Api } from '../../local/partner/api.ts';
import { openSignedUrl, uploadPhoto } from '../../local/partner/member.ts';

const PERSON = 11;
const POLL_MS = 300;

/** A development model with its 40 headshots. @returns the signedUrl of its member */
export async function finishedModel(baseUrl: string, api: Api): Promise<string> {
  const { modelId, signedUrl } = await api.ask('POST /api/v2/organization/whitelabel/model/create', {
    body: { email: 'person@people.example', isDevelopment: true },
  });
  const member = await openSignedUrl(baseUrl, signedUrl);
  for (const [index, bytes] of (await portraitSet(PERSON, 4)).entries())
    await uploadPhoto(member, { name: `${index}.jpg`, type: 'image/jpeg', bytes });
  await member.ask('POST /api/member/onboarding', { body: { trigger: 'person' } });
  const path = { modelId };
  const status = async () =>
    (await api.ask('GET /api/v2/organization/models/{modelId}', { path })).model.status;
  while ((await status()) !== 'active') await sleep(POLL_MS);
  return signedUrl;
}
