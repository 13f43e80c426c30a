import type { ComponentType } from 'preact';
import type { Role } from '../../shared/contract/roles.ts';
import type { IconName } from '../design/icon.tsx';
import { Keys } from './access/keys.tsx';
import { Sessions } from './access/sessions.tsx';
import { Trail } from './access/trail.tsx';
import { Branding } from './branding/branding.tsx';
import { FavoritesGallery } from './gallery/gallery.tsx';
import { Invites } from './invites/invites.tsx';
import { Erasures } from './members/erasures.tsx';
import { Members } from './members/members.tsx';
import { Models } from './models/models.tsx';
import { Overview } from './overview/overview.tsx';
import { Reports } from './reports/reports.tsx';
import { Settings } from './settings/settings.tsx';
import { Users } from './users/users.tsx';
import { Deliveries } from './webhooks/deliveries.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

export interface SectionDefinition {
  icon: IconName;
  /** The least role of the users who can open it. */
  role: Role;
  /** True for a section whose endpoints take the session of a user, and no API key. */
  needsUser: boolean;
  Content: ComponentType<{ resource: string | undefined }>;
}

/** The sections of the owner's desk. Each has its texts under the same name in web/text/admin.ts. */
export const SECTIONS = {
  overview: { icon: 'overview', role: 'viewer', needsUser: false, Content: Overview },
  invites: { icon: 'mail', role: 'viewer', needsUser: false, Content: Invites },
  members: { icon: 'people', role: 'viewer', needsUser: false, Content: Members },
  models: { icon: 'camera', role: 'viewer', needsUser: false, Content: Models },
  gallery: { icon: 'star', role: 'viewer', needsUser: false, Content: FavoritesGallery },
  erasures: { icon: 'bin', role: 'manager', needsUser: true, Content: Erasures },
  keys: { icon: 'key', role: 'owner', needsUser: true, Content: Keys },
  webhooks: { icon: 'webhook', role: 'owner', needsUser: true, Content: Webhooks },
  deliveries: { icon: 'deliveries', role: 'owner', needsUser: true, Content: Deliveries },
  reports: { icon: 'report', role: 'viewer', needsUser: false, Content: Reports },
  settings: { icon: 'settings', role: 'owner', needsUser: true, Content: Settings },
  branding: { icon: 'palette', role: 'owner', needsUser: true, Content: Branding },
  users: { icon: 'users', role: 'viewer', needsUser: true, Content: Users },
  sessions: { icon: 'sessions', role: 'viewer', needsUser: true, Content: Sessions },
  audit: { icon: 'trail', role: 'owner', needsUser: true, Content: Trail },
} as const satisfies Readonly<Record<string, SectionDefinition>>;
export type SectionId = keyof typeof SECTIONS;

/** The groups of the navigation, in the order in which they are shown. */
export const GROUPS = [
  { name: 'people', sections: ['overview', 'invites', 'members', 'models', 'gallery', 'erasures'] },
  { name: 'developers', sections: ['keys', 'webhooks', 'deliveries'] },
  { name: 'organization', sections: ['reports', 'users', 'settings', 'branding', 'sessions', 'audit'] },
] as const satisfies readonly { name: string; sections: readonly SectionId[] }[];

const FIRST_SECTION: SectionId = 'overview';

/** The section that an address names; the first one where it names none that exists. */
export function sectionOf(name: string): SectionId {
  return Object.hasOwn(SECTIONS, name) ? (name as SectionId) : FIRST_SECTION;
}
