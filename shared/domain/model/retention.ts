import type { GivenConsent } from '../../contract/consent.ts';
import { DAY, HOUR, isoTime } from '../../platform/clock.ts';
import type { Organization } from '../organization/organization.ts';

/** Days that uploads are kept after the headshots are ready, or the model has failed for good. */
export const UPLOAD_RETENTION_DAYS = 30;

/** An upload form that was issued before the access ended may still be posted. */
const FORMS_LAST = HOUR;

/** The time at which the uploads of an onboarding that is never finished expire. */
export function abandonedUploadsExpireAt(inviteExpiresAt: string): string {
  return isoTime(Date.parse(inviteExpiresAt) + FORMS_LAST);
}

/** The days that an organization keeps uploads. It may have set more since the person has agreed to fewer. */
export function retentionDaysOf(
  { uploadRetentionDays: set = UPLOAD_RETENTION_DAYS }: Pick<Organization, 'uploadRetentionDays'>,
  { uploadRetentionDays: agreed = set }: Partial<GivenConsent> = {},
): number {
  return Math.min(set, agreed);
}

/** The time at which the uploads expire of a model that is ready, or has failed for good, `now`. */
export function usedUploadsExpireAt(now: number, days = UPLOAD_RETENTION_DAYS): string {
  return isoTime(now + days * DAY);
}
