import { setTimeout as pause } from 'node:timers/promises';
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
  const { requirements, consentRequired } = await member.ask('GET /api/member');
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
  await member.ask('POST /api/member/onboarding', { body: { trigger: 'person', name: 'Alex' } });
  progress.say(`Onboarding finished with ${accepted} photos`);
  return member;
}

/** How often the page of a member asks for the state of the model at first. */
const PAGE_POLL_MILLISECONDS = 1500;

/**
 * Acts as the member, whose page asks for the state until the photos are there, and chooses the first one as the
 * favorite. A model that fails ends the demo by its webhook.
 */
export async function chooseFavorite(progress: Progress, member: Api): Promise<void> {
  for (;;) {
    const { model } = await member.ask('GET /api/member');
    if (model?.status === 'active') break;
    await pause(PAGE_POLL_MILLISECONDS);
  }
  const [first] = (await member.ask('GET /api/member/photos')).photos;
  if (!first) throw new Error('The model is active, but the page of the member shows no photos.');
  await member.ask('PUT /api/member/photos/{photoId}', {
    path: { photoId: first.id },
    body: { favorite: true },
  });
  progress.say('The member sees the photos and chooses the first as the favorite');
}
