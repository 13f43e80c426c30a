import type { Api } from '../local/partner/api.ts';
import { agreeToConsent, openSignedUrl, type PhotoFile, uploadPhoto } from '../local/partner/member.ts';
import type { Progress } from './progress.ts';

/**
 * Acts as the member: opens the link, uploads photos one by one, reports the reason of each refused one, and
 * finishes onboarding.
 * @throws when too few photos are accepted.
 */
export async function submitPhotos(
  progress: Progress,
  signedUrl: string,
  files: readonly PhotoFile[],
): Promise<Api> {
  const member = await openSignedUrl(new URL(signedUrl).origin, signedUrl);
  const { requirements, consentRequired } = await member.expect<{
    requirements: { minPhotos: number; maxPhotos: number };
    consentRequired: boolean;
  }>('GET', '/api/member');
  if (consentRequired) await agreeToConsent(member);
  let accepted = 0;
  for (const file of files) {
    if (accepted === requirements.maxPhotos) {
      progress.say(`  – ${file.name} skipped: the maximum of ${requirements.maxPhotos} photos is reached`);
      continue;
    }
    // A file that is refused before its upload has a reason as well.
    const result = await uploadPhoto(member, file).catch((error: Error) => ({
      status: 'refused' as const,
      reason: error.message,
    }));
    if (result.status === 'accepted') accepted += 1;
    progress.say(
      result.status === 'accepted'
        ? `  ✓ ${file.name} accepted`
        : `  ✗ ${file.name} refused: ${result.reason}`,
    );
  }
  if (accepted < requirements.minPhotos) {
    throw new Error(
      `${accepted} photos were accepted, but at least ${requirements.minPhotos} are needed: add photos.`,
    );
  }
  await member.expect('POST', '/api/member/onboarding', { trigger: 'person', name: 'Alex' });
  progress.say(`Onboarding finished with ${accepted} photos`);
  return member;
}
