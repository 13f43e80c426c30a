import type { Permission } from './permissions.ts';

/**
 * The contract of a page in the browser. Its route and its Lambda function derive from it. The handler is in
 * `functions/<operation>.ts`, and the page itself in web/. The HTML contains no data, so the function has no
 * permissions: the page calls the API with the credentials of its user.
 */
export interface Page {
  /** Unique, and the handler's path below functions/: `web/show-studio`. */
  operation: string;
  summary: string;
  path: string;
  /** Whose pages may show this page in a frame: those that the settings of its organization allow, or none. */
  framedBy: 'organization' | 'none';
  /** Whether this page shows another page of the app in a frame. */
  framesApp: boolean;
  /** Whether the page posts images to the bucket, and may use the camera. Every page may show images from it. */
  uploads: boolean;
  /** True for a page whose script reads images of the bucket, to pack them. One that uploads may do so as well. */
  readsImages?: true;
  /** True for a page that loads parts of its script when they are needed. */
  loadsScripts?: true;
  permissions: readonly Permission[];
}

/** The facts of a page that its headers depend on. */
export type PageFacts = Pick<
  Page,
  'operation' | 'framedBy' | 'framesApp' | 'uploads' | 'readsImages' | 'loadsScripts'
>;

/** The page that a browser gets at an unknown path. The endpoint of unknown paths serves it, so it has no route. */
export const MISSING_PAGE: PageFacts = {
  operation: 'web/not-found',
  framedBy: 'none',
  framesApp: false,
  uploads: false,
};
