import type { Api } from '../local/partner/api.ts';
import { openSignedUrl, type PhotoFile, uploadPhoto } from '../local/partner/member.ts';
import type { Progress } from './progress.ts';

/**
 * What the member does: opens the link, uploads photos one by one, sees why one is refused, finishes onboarding.
 * @throws when too few photos were accepted.
 */
export async function submitPhotos(
  progress: Progress,
  signedUrl: string,
  files: readonly PhotoFile[],
): Promise<Api> {
  const member = await openSignedUrl(new URL(signedUrl).origin, signedUrl);
  const { requirements } = await member.expect<{ requirements: { minPhotos: number; maxPhotos: number } }>(
    'GET',
    '/api/member',
  );
  let accepted = 0;
  for (const file of files) {
    if (accepted === requirements.maxPhotos) {
      progress.say(`  – ${file.name}: left out, ${requirements.maxPhotos} photos are enough`);
      continue;
    }
    // A file that is refused before it is uploaded is refused with a reason just the same.
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
    throw new Error(`${accepted} photos were accepted; at least ${requirements.minPhotos} are needed.`);
  }
  await member.expect('POST', '/api/member/onboarding', { trigger: 'person', name: 'Alex' });
  progress.say(`Onboarding finished with ${accepted} photos`);
  return member;
}
