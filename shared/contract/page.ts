import type { Permission } from './permissions.ts';

/**
 * The contract of a page in the browser, from which its route and function derive. The handler is in
 * `functions/<operation>.ts`, the page in web/. The HTML contains no data: the page calls the API for its user.
 */
export interface Page {
  /** Unique, and the handler's path below functions/: `web/show-studio`. */
  operation: string;
  summary: string;
  path: string;
  /** True for a page that search engines may list. The others are opened by links of their own. */
  listed?: true;
  /** Whose pages may show this page in a frame: those that the settings of its organization allow, or none. */
  framedBy: 'organization' | 'none';
  framesApp?: true;
  /** True for a page that posts images to the bucket, and may use the camera. Every page may show images from it. */
  uploads?: true;
  /** True for a page whose script reads images of the bucket, to pack them. One that uploads may do so as well. */
  readsImages?: true;
  loadsScripts?: true;
  permissions: readonly Permission[];
}

/** The facts of a page that its headers depend on. */
export type PageFacts = Pick<
  Page,
  'operation' | 'framedBy' | 'framesApp' | 'uploads' | 'readsImages' | 'loadsScripts'
>;

/** Stands in the HTML of a page for the origin of the service, which only a deployed function knows. */
export const ORIGIN_MARK = '{ORIGIN}';

/** The page that a browser gets at an unknown path. The endpoint of unknown paths serves it, so it has no route. */
export const MISSING_PAGE: PageFacts = { operation: 'web/not-found', framedBy: 'none' };
