import { Problem } from '../../contract/errors.ts';
import type { Language } from '../../contract/languages.ts';
import type { ProviderName } from '../../contract/providers.ts';
import type { StyleChoice } from '../../contract/styles.ts';
import { isoTime } from '../../platform/clock.ts';
import { absent } from '../../table/condition.ts';
import { type Key, keys, listingIndexKey } from '../../table/keys.ts';
import { put } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { listTeams, type Team } from '../team/team.ts';
import { trailWrite } from '../trail/trail.ts';
import { newUser, type User, type UserCounts } from '../user/user.ts';
import { apiKeyWrites } from './api-key.ts';
import { openingBalanceWrites } from './credits.ts';
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';

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
  /** The part of the style catalogue that its photos are made in; absent for all of it. */
  styles?: StyleChoice;
  /** True when its development models do not wait for those of others: for the check of the main job. */
  admittedFirst?: boolean;
  createdAt: string;
}

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

/**
 * Creates an organization with its first API key, and with its first user where an owner is named. The key and the
 * webhook secret are shown only once.
 */
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
    put(
      {
        ...keys.organization(id),
        ...organization,
      },
      {
        condition: absent,
        onConditionFailed: () => new Problem('ALREADY_EXISTS', 'The organization exists already.'),
      },
    ),
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

export function organizationNotFound(): Problem {
  return new Problem('NOT_FOUND', 'The organization does not exist.');
}

/** The organization as the interface shows it, with its teams. */
export async function describeOrganization(context: DomainContext, organization: Organization) {
  return {
    uid: organization.id,
    name: organization.name,
    website: organization.website,
    teams: await listTeams(context, organization.id),
  };
}

/** The organization as v1 returns it after a change of its teams, which alone shows the description. */
export async function describeOrganizationInFull(context: DomainContext, organization: Organization) {
  return {
    ...(await describeOrganization(context, organization)),
    description: organization.description,
  };
}

interface WithTeams {
  teams: { id: string; name: string }[];
}

/** An organization as it was described before a team was created or renamed. */
export function withTeam<Described extends WithTeams>(
  organization: Described,
  { id, name }: Team,
): Described {
  const teams = organization.teams.map((team) => (team.id === id ? { id, name } : team));
  return {
    ...organization,
    teams: teams.some((team) => team.id === id) ? teams : [...teams, { id, name }],
  };
}

/** An organization as it was described before a team was deleted. */
export function withoutTeam<Described extends WithTeams>(organization: Described, teamId: string): Described {
  return { ...organization, teams: organization.teams.filter(({ id }) => id !== teamId) };
}
