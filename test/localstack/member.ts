import sharp from 'sharp';
import type { Api } from '../../local/partner/api.ts';
import { openSignedUrl, uploadPhoto } from '../../local/partner/member.ts';

const PHOTOS = 4;
let people = 0;

/** Creates a white-label model and finishes its onboarding as the member. @returns the model's id */
export async function submitModel(partner: Api, isDevelopment: boolean): Promise<string> {
  people += 1;
  const { modelId, signedUrl } = await partner.expect<{ modelId: string; signedUrl: string }>(
    'POST',
    '/api/v2/organization/whitelabel/model/create',
    { email: `person${people}@people.example`, isDevelopment },
  );
  const member = await openSignedUrl(partner.baseUrl, signedUrl);
  for (let shade = 0; shade < PHOTOS; shade++) {
    const background = { r: shade * 60, g: 120, b: 200 };
    const bytes = await sharp({ create: { width: 600, height: 750, channels: 3, background } })
      .jpeg()
      .toBuffer();
    await uploadPhoto(member, { name: `photo-${shade}.jpg`, type: 'image/jpeg', bytes });
  }
  await member.expect('POST', '/api/member/onboarding', { trigger: 'person' });
  return modelId;
}
