import type { BrandFont } from '../../shared/contract/brand.ts';
import type { SchemeName } from '../../shared/contract/brand-look.ts';

/**
 * The messages of the owner's desk to the pages of members in a frame, so that owners see a look before they save it. Both are
 * pages of the same origin, and neither hears another one.
 */

/** The fragment that makes the page of members a preview. It opens no session then. */
export const PREVIEW_FRAGMENT = '#preview';

/** The page of members says that it is ready for a look. */
export const PREVIEW_READY = 'headshots.preview-ready';

export type PreviewScreen = 'signup' | 'studio';

/** A look, and the page to show it on. */
export interface PreviewLook {
  screen: PreviewScreen;
  scheme: SchemeName;
  organization: { name: string; website: string; description: string };
  branding: { accent: string | null; font: BrandFont | null; logo: string | null };
}

export interface PreviewMessage {
  name: 'headshots.preview';
  look: PreviewLook;
}

export function isPreviewMessage(data: unknown): data is PreviewMessage {
  return typeof data === 'object' && data !== null && 'name' in data && data.name === 'headshots.preview';
}
