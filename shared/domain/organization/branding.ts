import type { BrandFont } from '../../contract/brand.ts';
import type { DescribedBranding } from '../../contract/branding.ts';
import { keys } from '../../table/keys.ts';
import { update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';

/** The look of an organization's pages. It is an item of its own: the organization is read often, and a logo is large. */
export interface Branding {
  /** `#rrggbb`. */
  accent?: string;
  font?: BrandFont;
  /** A data URL, which was decoded before it was stored. */
  logo?: string;
}

/** A field that is absent stays as it is; null removes it. */
export type BrandingChange = { [Field in keyof Branding]?: Branding[Field] | null | undefined };

const FIELDS = ['accent', 'font', 'logo'] as const;

/** The look of an organization, empty without one. */
export async function readBranding(context: DomainContext, organizationId: string): Promise<Branding> {
  return (await context.table.get<Branding>(keys.branding(organizationId))) ?? {};
}

export function describeBranding({ accent, font, logo }: Branding): DescribedBranding {
  return { accent: accent ?? null, font: font ?? null, logo: logo ?? null };
}

/** The write of a change; null removes the whole look. */
export function brandingWrite(organizationId: string, change: BrandingChange | null): Write {
  const fields = FIELDS.map((name) => [name, change === null ? null : change[name]] as const);
  return update(keys.branding(organizationId), {
    set: Object.fromEntries(fields.map(([name, value]) => [name, value ?? undefined])),
    remove: fields.flatMap(([name, value]) => (value === null ? [name] : [])),
  });
}
