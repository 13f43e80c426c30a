import type { ComponentType } from 'preact';
import type { Role } from '../../shared/contract/roles.ts';
import { ICON_PATHS } from '../design/icon.tsx';

export interface SectionDefinition {
  /** The path of the icon. */
  icon: string;
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
    icon: 'M5 19.5v-6m4.7 6v-11m4.6 11v-8m4.7 8V4.5',
    load: async () => (await import('./overview/overview.tsx')).Overview,
  },
  invites: { icon: ICON_PATHS.mail, load: async () => (await import('./invites/invites.tsx')).Invites },
  members: { icon: ICON_PATHS.people, load: async () => (await import('./members/members.tsx')).Members },
  person: {
    icon: ICON_PATHS.person,
    within: 'members',
    load: async () => (await import('./person/person.tsx')).PersonPage,
  },
  models: { icon: ICON_PATHS.camera, load: async () => (await import('./models/models.tsx')).Models },
  gallery: {
    icon: ICON_PATHS.star,
    fillsWindow: true,
    load: async () => (await import('./gallery/gallery.tsx')).FavoritesGallery,
  },
  erasures: {
    icon: ICON_PATHS.bin,
    role: 'manager',
    needsUser: true,
    load: async () => (await import('./members/erasures.tsx')).Erasures,
  },
  keys: {
    icon: ICON_PATHS.key,
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./access/keys.tsx')).Keys,
  },
  webhooks: {
    icon: 'M4 12h4l2.5-6 3.5 12 2.5-6H20',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./webhooks/webhooks.tsx')).Webhooks,
  },
  deliveries: {
    icon: 'M4.5 6.5h15v11h-15zM4.5 7l7.5 6 7.5-6',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./webhooks/deliveries.tsx')).Deliveries,
  },
  reports: {
    icon: 'M6.5 4h8l4 4v12h-12zM14 4.5V8.5h4M9.5 17v-3m3 3v-5.5m3 5.5v-2',
    load: async () => (await import('./reports/reports.tsx')).Reports,
  },
  settings: {
    icon: 'M4 8h9m5 0h2M4 16h2m5 0h9M15.5 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zm-7 8a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./settings/settings.tsx')).Settings,
  },
  branding: {
    icon: 'M12 20a8 8 0 1 1 8-8c0 2.5-2 3-3.5 3H14a1.6 1.6 0 0 0-1.2 2.7c.8.9.3 2.3-.8 2.3zM7.8 12h.1M9.6 8.3h.1m4.6 0h.1',
    role: 'owner',
    needsUser: true,
    load: async () => (await import('./branding/branding.tsx')).Branding,
  },
  users: {
    icon: 'M10 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 19.5c.7-3.3 3.2-5.2 6.5-5.2 1 0 2 .2 2.8.5M17.5 13.5v6m-3-3h6',
    needsUser: true,
    load: async () => (await import('./users/users.tsx')).Users,
  },
  sessions: {
    icon: 'M4 5.5h16v10.5H4zM9 19.5h6m-3-3.5v3.5',
    needsUser: true,
    load: async () => (await import('./access/sessions.tsx')).Sessions,
  },
  audit: {
    icon: 'M12 20a8 8 0 1 0-8-8m0-5v5h5m3-4.5V12l3 2',
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
