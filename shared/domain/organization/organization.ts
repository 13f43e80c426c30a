import { Problem } from '../../contract/errors.ts';
import type { Language } from '../../contract/languages.ts';
import type { ProviderName } from '../../contract/providers.ts';
import type { StyleChoice } from '../../contract/styles.ts';
import { HOUR, isoTime } from '../../platform/clock.ts';
import { type Key, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';

export const TIERS = ['standard', 'professional', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

export interface Organization {
  id: string;
  name: string;
  website: string;
  description: string;
  tier: Tier;
  whiteLabel: boolean;
  webhookUrl?: string;
  /** True while an owner has switched webhooks off; events wait until they are switched on. */
  webhooksOff?: boolean;
  /** The provider that trains its models; absent for the stage's default. */
  provider?: ProviderName;
  /** The origins whose pages may frame the white-label pages; absent for any. */
  frameOrigins?: string[];
  /** Days that uploads are kept after the headshots are ready; absent for the default. */
  uploadRetentionDays?: number;
  /** True when white-label members agree to the consent here. Default: the partner brings its own proof. */
  whiteLabelConsent?: boolean;
  /** The language of invites, and of mails to members who have chosen none; absent for the default. */
  language?: Language;
  /** The address that gets answers to mails to members; absent for none. */
  replyTo?: string;
  /** Days after which people are reminded of a pending invite, and members of missing photos; absent for never. */
  remindEveryDays?: number;
  /** The day by which people are asked to send their photos, YYYY-MM-DD; absent for none. */
  photosBy?: string;
  /** The part of the style catalogue that its photos are made in; absent for all of it. */
  styles?: StyleChoice;
  /** True when its development models do not wait for those of others: for the check of the main job. */
  admittedFirst?: boolean;
  createdAt: string;
}

export async function findOrganization(
  context: DomainContext,
  organizationId: string,
): Promise<Organization | undefined> {
  return context.table.get<Organization & Key>(keys.organization(organizationId));
}

/** @throws NOT_FOUND when there is no such organization. */
export async function readOrganization(
  context: DomainContext,
  organizationId: string,
): Promise<Organization> {
  const item = await findOrganization(context, organizationId);
  if (!item) throw organizationNotFound();
  return item;
}

/** The day by which people are asked for photos, until it is over everywhere; null for none. @param now milliseconds since the epoch */
export function photosByOf({ photosBy }: Pick<Organization, 'photosBy'>, now: number): string | null {
  // The day ends last at UTC-12.
  const today = isoTime(now - 12 * HOUR).slice(0, 'YYYY-MM-DD'.length);
  return photosBy !== undefined && photosBy >= today ? photosBy : null;
}

export function organizationNotFound(): Problem {
  return new Problem('NOT_FOUND', 'The organization does not exist.');
}
