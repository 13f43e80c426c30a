import type { ComponentType } from 'preact';
import type { IconName } from '../design/icon.tsx';
import { Keys } from './access/keys.tsx';
import { Sessions } from './access/sessions.tsx';
import { Trail } from './access/trail.tsx';
import { Models } from './models/models.tsx';
import { Overview } from './overview/overview.tsx';
import { Reports } from './reports/reports.tsx';
import { Settings } from './settings/settings.tsx';
import { Deliveries } from './webhooks/deliveries.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

export interface SectionDefinition {
  icon: IconName;
  /** True for a section whose endpoints take the session of an owner, and no API key. */
  needsOwner: boolean;
  Content: ComponentType<{ resource: string | undefined }>;
}

/** The sections of the owner's desk. Each has its texts under the same name in web/text/admin.ts. */
export const SECTIONS = {
  overview: { icon: 'overview', needsOwner: false, Content: Overview },
  models: { icon: 'people', needsOwner: false, Content: Models },
  keys: { icon: 'key', needsOwner: true, Content: Keys },
  webhooks: { icon: 'webhook', needsOwner: true, Content: Webhooks },
  deliveries: { icon: 'deliveries', needsOwner: true, Content: Deliveries },
  reports: { icon: 'report', needsOwner: false, Content: Reports },
  settings: { icon: 'settings', needsOwner: true, Content: Settings },
  sessions: { icon: 'sessions', needsOwner: true, Content: Sessions },
  audit: { icon: 'trail', needsOwner: true, Content: Trail },
} as const satisfies Readonly<Record<string, SectionDefinition>>;
export type SectionId = keyof typeof SECTIONS;

/** The groups of the navigation, in the order in which they are shown. */
export const GROUPS = [
  { name: 'people', sections: ['overview', 'models'] },
  { name: 'developers', sections: ['keys', 'webhooks', 'deliveries'] },
  { name: 'organization', sections: ['reports', 'settings', 'sessions', 'audit'] },
] as const satisfies readonly { name: string; sections: readonly SectionId[] }[];

const FIRST_SECTION: SectionId = 'overview';

/** The section that an address names; the first one where it names none that exists. */
export function sectionOf(name: string): SectionId {
  return Object.hasOwn(SECTIONS, name) ? (name as SectionId) : FIRST_SECTION;
}
