import { Problem } from '../../contract/errors.ts';
import type { ProviderName } from '../../contract/providers.ts';
import type { StyleChoice } from '../../contract/styles.ts';
import { isoTime } from '../../platform/clock.ts';
import { keys, listingIndexKey } from '../../table/keys.ts';
import { put } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { trailWrite } from '../trail/trail.ts';
import { newUser } from '../user/new-user.ts';
import type { User, UserCounts } from '../user/user.ts';
import { openingBalanceWrites } from './credits.ts';
import { apiKeyWrites } from './manage-api-keys.ts';
import type { Organization, Tier } from './organization.ts';
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';

export interface NewOrganization {
  name: string;
  website?: string;
  description?: string;
  credits?: number;
  tier?: Tier;
  whiteLabel?: boolean;
  webhookUrl?: string;
  /** The address of the first user, who is an owner. */
  ownerEmail?: string;
  provider?: ProviderName;
  uploadRetentionDays?: number;
  whiteLabelConsent?: boolean;
  styles?: StyleChoice;
  admittedFirst?: boolean;
}

/** Creates an organization, its first key and, if named, its first owner, who is mailed. Secrets are shown once. */
export async function createOrganization(
  context: DomainContext,
  input: NewOrganization,
): Promise<{ organizationId: string; apiKey: string; webhookSecret: string; firstUser: User | undefined }> {
  const id = context.newId('organization');
  const webhookSecret = newWebhookSecret(context.randomness);
  const organization: Organization = {
    id,
    name: input.name,
    website: input.website ?? '',
    description: input.description ?? '',
    tier: input.tier ?? 'standard',
    whiteLabel: input.whiteLabel ?? false,
    createdAt: isoTime(context.clock.now()),
    ...(input.webhookUrl !== undefined && { webhookUrl: input.webhookUrl }),
    ...(input.provider !== undefined && { provider: input.provider }),
    ...(input.uploadRetentionDays !== undefined && { uploadRetentionDays: input.uploadRetentionDays }),
    ...(input.whiteLabelConsent !== undefined && { whiteLabelConsent: input.whiteLabelConsent }),
    ...(input.styles !== undefined && { styles: input.styles }),
    ...(input.admittedFirst !== undefined && { admittedFirst: input.admittedFirst }),
  };
  const { apiKey, writes } = apiKeyWrites(context, id, { name: 'first key' });
  const first = input.ownerEmail === undefined ? undefined : newOwner(context, id, input.ownerEmail);
  const owners = first ? 1 : 0;
  const counts: UserCounts = { users: owners, owners };
  await context.table.commit([
    put({ ...keys.organization(id), ...organization }),
    put({ ...keys.listing(id), ...listingIndexKey(id), id }),
    put({
      ...keys.webhookSecrets(id),
      webhookSecrets: [await sealWebhookSecret(context, id, webhookSecret)],
    }),
    ...openingBalanceWrites(context, id, input.credits ?? 0),
    ...writes,
    put({ ...keys.userCounts(id), ...counts }),
    ...(first?.writes ?? []),
    trailWrite(context, id, 'organization.created'),
  ]);
  return { organizationId: id, apiKey, webhookSecret, firstUser: first?.user };
}

function newOwner(context: DomainContext, organizationId: string, email: string) {
  const taken = () => new Problem('ALREADY_EXISTS', 'The organization has a user with this address already.');
  return newUser(context, organizationId, { email, role: 'owner' }, taken);
}
