import { Problem } from '../../contract/errors.ts';
import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { trailWrite } from '../trail/trail.ts';
import { findOrganization, type Organization, readOrganization } from './organization.ts';

/** The settings of an organization that its owner may change, beside those of its webhooks. */

/** A change of settings. A field that is absent stays as it is; null lets any page frame those of the organization. */
export interface SettingsChange {
  name?: string | undefined;
  website?: string | undefined;
  description?: string | undefined;
  frameOrigins?: string[] | null | undefined;
}

export function describeSettings({ name, website, description, frameOrigins }: Organization) {
  return { name, website, description, frameOrigins: frameOrigins ?? null };
}

/** @throws INVALID_REQUEST for a change without a field. */
export async function changeSettings(
  context: DomainContext,
  organizationId: string,
  { name, website, description, frameOrigins }: SettingsChange,
): Promise<Organization> {
  if ([name, website, description, frameOrigins].every((value) => value === undefined)) {
    throw new Problem(
      'INVALID_REQUEST',
      "At least one of the fields 'name', 'website', 'description' and 'frameOrigins' is required.",
    );
  }
  await context.table.commit([
    update(
      keys.organization(organizationId),
      {
        set: { name, website, description, frameOrigins: frameOrigins ?? undefined },
        remove: frameOrigins === null ? ['frameOrigins'] : [],
      },
      { condition: exists, onConditionFailed: () => new Error(`${organizationId} does not exist.`) },
    ),
    trailWrite(context, organizationId, 'organization.updated'),
  ]);
  return readOrganization(context, organizationId);
}

/**
 * The origins that may frame the page that a signedUrl opens, by the token in it; null for any. A token that names no
 * organization may be framed by none. The token is not verified: the session that it opens belongs to the
 * organization that it names.
 */
export async function frameOriginsOf(
  context: DomainContext,
  token: string,
): Promise<readonly string[] | null> {
  const organizationId = /^\w+\.(org_\w{1,64})\./.exec(token)?.[1];
  if (organizationId === undefined) return [];
  const organization = await findOrganization(context, organizationId);
  return organization ? (organization.frameOrigins ?? null) : [];
}
