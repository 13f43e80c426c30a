import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { trailWrite } from '../trail/trail.ts';
import { type Organization, organizationNotFound, readOrganization } from './organization.ts';

/** An absent field stays as it is. */
export interface PrivacyChange {
  uploadRetentionDays?: number | undefined;
  whiteLabelConsent?: boolean | undefined;
}

/**
 * Changes how long uploads are kept, and whether white-label members have to agree to the consent here. The
 * retention applies to models whose headshots become ready later.
 * @throws NOT_FOUND.
 */
export async function changePrivacy(
  context: DomainContext,
  organizationId: string,
  change: PrivacyChange,
): Promise<Pick<Organization, 'uploadRetentionDays' | 'whiteLabelConsent'>> {
  await context.table.commit([
    update(
      keys.organization(organizationId),
      { set: { ...change } },
      { condition: exists, onConditionFailed: organizationNotFound },
    ),
    trailWrite(context, organizationId, 'organization.updated'),
  ]);
  const { uploadRetentionDays, whiteLabelConsent } = await readOrganization(context, organizationId);
  return {
    ...(uploadRetentionDays !== undefined && { uploadRetentionDays }),
    ...(whiteLabelConsent !== undefined && { whiteLabelConsent }),
  };
}
