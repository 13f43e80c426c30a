import type { DescribedBranding } from '../../contract/branding.ts';
import { Problem } from '../../contract/errors.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../contract/languages.ts';
import type { StyleChoice } from '../../contract/styles.ts';
import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { UPLOAD_RETENTION_DAYS } from '../model/retention.ts';
import { trailWrite } from '../trail/trail.ts';
import {
  type Branding,
  type BrandingChange,
  brandingWrite,
  describeBranding,
  readBranding,
} from './branding.ts';
import {
  findOrganization,
  type Organization,
  organizationNotFound,
  readOrganization,
} from './organization.ts';

/** The settings of an organization that its owner may change, beside those of its webhooks. */

/**
 * A change of settings. A field that is absent stays as it is; null lets any page frame those of the organization, takes
 * the whole style catalogue, or removes the look.
 */
export interface SettingsChange {
  name?: string | undefined;
  website?: string | undefined;
  description?: string | undefined;
  frameOrigins?: string[] | null | undefined;
  uploadRetentionDays?: number | undefined;
  whiteLabelConsent?: boolean | undefined;
  language?: Language | undefined;
  styles?: StyleChoice | null | undefined;
  branding?: BrandingChange | null | undefined;
}

export function describeSettings(organization: Organization, branding: Branding) {
  const { name, website, description, frameOrigins = null } = organization;
  const {
    uploadRetentionDays = UPLOAD_RETENTION_DAYS,
    whiteLabelConsent = false,
    language = DEFAULT_LANGUAGE,
    styles = null,
  } = organization;
  return {
    ...{ name, website, description, frameOrigins, uploadRetentionDays, whiteLabelConsent, language, styles },
    branding: describeBranding(branding),
  };
}

async function readSettings(context: DomainContext, organizationId: string) {
  const [organization, branding] = await Promise.all([
    readOrganization(context, organizationId),
    readBranding(context, organizationId),
  ]);
  return describeSettings(organization, branding);
}

/**
 * Changes settings. A logo has to be judged before, see shared/images/judge-logo.ts.
 * @returns all settings as they were read before the change, with the change
 * @throws INVALID_REQUEST for a change without a field, NOT_FOUND.
 */
export async function changeSettings(
  context: DomainContext,
  organizationId: string,
  { frameOrigins, styles, branding, ...others }: SettingsChange,
) {
  if ([frameOrigins, styles, branding, ...Object.values(others)].every((value) => value === undefined)) {
    throw new Problem(
      'INVALID_REQUEST',
      "At least one of the fields 'name', 'website', 'description', 'frameOrigins', 'uploadRetentionDays', 'whiteLabelConsent', 'language', 'styles' and 'branding' is required.",
    );
  }
  const former = await readSettings(context, organizationId);
  await context.table.commit([
    update(
      keys.organization(organizationId),
      {
        set: { ...others, frameOrigins: frameOrigins ?? undefined, styles: styles ?? undefined },
        remove: [...(frameOrigins === null ? ['frameOrigins'] : []), ...(styles === null ? ['styles'] : [])],
      },
      { condition: exists, onConditionFailed: organizationNotFound },
    ),
    ...(branding === undefined ? [] : [brandingWrite(organizationId, branding)]),
    trailWrite(context, organizationId, 'organization.updated'),
  ]);
  const { name = former.name, website = former.website, description = former.description } = others;
  const {
    uploadRetentionDays = former.uploadRetentionDays,
    whiteLabelConsent = former.whiteLabelConsent,
    language = former.language,
  } = others;
  return {
    ...{ name, website, description, uploadRetentionDays, whiteLabelConsent, language },
    frameOrigins: frameOrigins === undefined ? former.frameOrigins : frameOrigins,
    styles: styles === undefined ? former.styles : styles,
    branding: branding === null ? describeBranding({}) : withBranding(former.branding, branding),
  };
}

function withBranding(former: DescribedBranding, change: BrandingChange = {}): DescribedBranding {
  const { accent = former.accent, font = former.font, logo = former.logo } = change;
  return { accent, font, logo };
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
