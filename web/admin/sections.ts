import type { ComponentType } from 'preact';
import type { Role } from '../../shared/contract/roles.ts';
import type { IconName } from '../design/icon.tsx';

export interface SectionDefinition {
  icon: IconName;
  /** The least role of the users who can open it; absent where every user can. */
  role?: Role;
  /** True for a section whose endpoints take the session of a user, and no API key. */
  needsUser?: true;
  /**
   * True for a section that is at least as high as the window. The end of the page stays below the window while its script
   * is loaded, too, and does not shift.
   */
  fillsWindow?: true;
  /** The section of the navigation that this one belongs to, where it has no link of its own. */
  within?: string;
  /** Loads the component. @throws TypeError where the script cannot be loaded. */
  load(): Promise<ComponentType<{ resource: string | undefined }>>;
}

/**
 * The sections of the owner's desk, each with a script of its own. Each has its title and lead under the same name in
 * web/text/admin.ts.
 */
export const SECTIONS = {
  overview: {
    icon: 'overview',
    load: async () => (await import('./overview/overview.tsx')).Overview,
  },
  invites: {
    icon: 'mail',
    load: async () => (await import('./invites/invites.tsx')).Invites,
  },
  members: {
    icon: 'people',
    load: async () => (await import('./members/members.tsx')).Members,
  },
  person: {
    icon: 'person',
    within: 'members',
    load: async () => (await import('./person/person.tsx')).PersonPage,
  },
  models: {
    icon: 'camera',
    load: async () => (await import('./models/models.tsx')).Models,
  },
  gallery: {
    icon: 'star',
    fillsWindow: true,
    load: async () => (await import('./gallery/gallery.tsx')).FavoritesGallery,
  },
  erasures: {
    icon: 'bin',
    role: 'manager',
    needsUser: true,
    load: async () => (await import('./members/erasures.tsx')).Erasures,
  },
  keys: {
    icon: 'key',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./access/keys.tsx')).Keys,
  },
  webhooks: {
    icon: 'webhook',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./webhooks/webhooks.tsx')).Webhooks,
  },
  deliveries: {
    icon: 'deliveries',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./webhooks/deliveries.tsx')).Deliveries,
  },
  reports: {
    icon: 'report',
    load: async () => (await import('./reports/reports.tsx')).Reports,
  },
  settings: {
    icon: 'settings',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./settings/settings.tsx')).Settings,
  },
  branding: {
    icon: 'palette',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./branding/branding.tsx')).Branding,
  },
  users: {
    icon: 'users',
    needsUser: true,
    load: async () => (await import('./users/users.tsx')).Users,
  },
  sessions: {
    icon: 'sessions',
    needsUser: true,
    load: async () => (await import('./access/sessions.tsx')).Sessions,
  },
  audit: {
    icon: 'trail',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./access/trail.tsx')).Trail,
  },
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
