import type * as z from 'zod';
import type { updateSettings as contract } from '../../contract/admin/organization.ts';
import type { DescribedBranding } from '../../contract/branding.ts';
import { Problem } from '../../contract/errors.ts';
import { DEFAULT_LANGUAGE } from '../../contract/languages.ts';
import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { UPLOAD_RETENTION_DAYS } from '../model/retention.ts';
import { settingsTrailWrite } from '../trail/trail.ts';
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
  photosByOf,
  readOrganization,
} from './organization.ts';

/** The settings of an organization that its owner may change, beside those of its webhooks. */

/** A field that is absent stays. Null: any page may frame, the whole style catalogue, or no look. */
export type SettingsChange = z.output<(typeof contract)['body']>;

export function describeSettings(organization: Organization, branding: Branding) {
  const { name, website, description, frameOrigins = null } = organization;
  const {
    uploadRetentionDays = UPLOAD_RETENTION_DAYS,
    whiteLabelConsent = false,
    language = DEFAULT_LANGUAGE,
    replyTo = null,
    photosBy = null,
    remindEveryDays = null,
    styles = null,
  } = organization;
  return {
    ...{ name, website, description, frameOrigins, uploadRetentionDays, whiteLabelConsent },
    ...{ language, replyTo, photosBy, remindEveryDays, styles },
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

/** Changes settings, with a judged logo. @returns all of them after it. @throws INVALID_REQUEST, NOT_FOUND. */
export async function changeSettings(
  context: DomainContext,
  organizationId: string,
  { frameOrigins, replyTo, photosBy, remindEveryDays, styles, branding, ...others }: SettingsChange,
) {
  const nullable = { frameOrigins, replyTo, photosBy, remindEveryDays, styles };
  if (
    [...Object.values(nullable), branding, ...Object.values(others)].every((value) => value === undefined)
  ) {
    throw new Problem(
      'INVALID_REQUEST',
      "At least one of the fields 'name', 'website', 'description', 'frameOrigins', 'uploadRetentionDays', 'whiteLabelConsent', 'language', 'replyTo', 'photosBy', 'remindEveryDays', 'styles' and 'branding' is required.",
    );
  }
  const former = await readSettings(context, organizationId);
  if (photosBy && photosBy !== former.photosBy && photosByOf({ photosBy }, context.clock.now()) === null) {
    throw new Problem('INVALID_REQUEST', `The field 'photosBy' is not valid: ${photosBy} is over.`);
  }
  const { name = former.name, website = former.website, description = former.description } = others;
  const {
    uploadRetentionDays = former.uploadRetentionDays,
    whiteLabelConsent = former.whiteLabelConsent,
    language = former.language,
  } = others;
  const next = {
    ...{ name, website, description, uploadRetentionDays, whiteLabelConsent, language },
    replyTo: replyTo === undefined ? former.replyTo : replyTo,
    photosBy: photosBy === undefined ? former.photosBy : photosBy,
    remindEveryDays: remindEveryDays === undefined ? former.remindEveryDays : remindEveryDays,
    frameOrigins: frameOrigins === undefined ? former.frameOrigins : frameOrigins,
    styles: styles === undefined ? former.styles : styles,
    branding: branding === null ? describeBranding({}) : withBranding(former.branding, branding),
  };
  await context.table.commit([
    update(
      keys.organization(organizationId),
      {
        set: {
          ...others,
          frameOrigins: frameOrigins ?? undefined,
          replyTo: replyTo ?? undefined,
          photosBy: photosBy ?? undefined,
          remindEveryDays: remindEveryDays ?? undefined,
          styles: styles ?? undefined,
        },
        remove: Object.entries(nullable).flatMap(([name, value]) => (value === null ? [name] : [])),
      },
      onlyIf(exists, organizationNotFound),
    ),
    ...(branding === undefined ? [] : [brandingWrite(organizationId, branding)]),
    settingsTrailWrite(context, organizationId, 'organization.updated', flat(former), flat(next)),
  ]);
  return next;
}

/** Settings and fields of the look, by their names. */
function flat({ branding, ...others }: ReturnType<typeof describeSettings>) {
  return { ...others, ...branding };
}

function withBranding(former: DescribedBranding, change: BrandingChange = {}): DescribedBranding {
  const { accent = former.accent, font = former.font, logo = former.logo } = change;
  return { accent, font, logo };
}

/**
 * The origins that may frame the page of a signedUrl, by its token; null for any. A token that names no organization may be
 * framed by none. It need not be verified: its session belongs to the organization that it names.
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
