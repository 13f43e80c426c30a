import type { Asset } from '../asset.ts';

const HOUR_SECONDS = 3600;

/** The script that partners load, from an address that stays. What docs/embedding.md promises of it stays compatible. */
export const serveEmbed: Asset = {
  operation: 'web/serve-embed',
  summary: 'The script of the element <headshots-studio>, by which partners embed the studio',
  path: '/embed.js',
  mediaType: 'text/javascript; charset=utf-8',
  caching: HOUR_SECONDS,
  readers: 'anyOrigin',
  permissions: [],
};

/** The API reference for programs that read text. It changes with a release. */
export const serveReference: Asset = {
  operation: 'web/serve-reference',
  summary: 'The API reference as Markdown',
  path: '/docs/reference.md',
  mediaType: 'text/markdown; charset=utf-8',
  caching: HOUR_SECONDS,
  readers: 'anyOrigin',
  permissions: [],
};

export const serveLlms: Asset = {
  operation: 'web/serve-llms',
  summary: 'The index of the documentation for language models, after https://llmstxt.org',
  path: '/llms.txt',
  mediaType: 'text/plain; charset=utf-8',
  caching: HOUR_SECONDS,
  readers: 'anyOrigin',
  permissions: [],
};

/** What search engines may read, and where the map of it is. */
export const serveRobots: Asset = {
  operation: 'web/serve-robots',
  summary: 'What crawlers may read, by RFC 9309',
  path: '/robots.txt',
  mediaType: 'text/plain; charset=utf-8',
  caching: HOUR_SECONDS,
  readers: 'anyOrigin',
  permissions: [],
};

export const serveSitemap: Asset = {
  operation: 'web/serve-sitemap',
  summary: 'The pages that search engines may list, after https://www.sitemaps.org',
  path: '/sitemap.xml',
  mediaType: 'application/xml; charset=utf-8',
  caching: HOUR_SECONDS,
  readers: 'anyOrigin',
  permissions: [],
};

/** The image of a link to a public page in messages and posts, by an address that stays in them. */
export const serveShareImage: Asset = {
  operation: 'web/serve-share-image',
  summary: 'The image that messages and posts show of a link to a public page',
  path: '/share.png',
  mediaType: 'image/png',
  caching: HOUR_SECONDS,
  readers: 'anyOrigin',
  permissions: [],
};

/** The parts of the script of the owner's desk, which are loaded when a section is opened. */
export const serveAdminScript: Asset = {
  operation: 'web/serve-admin-script',
  summary: "A part of the script of the owner's desk",
  path: '/assets/{digest}/script.js',
  mediaType: 'text/javascript; charset=utf-8',
  caching: 'forever',
  readers: 'service',
  permissions: [],
};

/** The worker that converts HEIC photos to JPEG, in browsers that cannot do it by themselves. */
export const serveHeicWorker: Asset = {
  operation: 'web/serve-heic-worker',
  summary: 'The worker of the upload page that converts HEIC photos to JPEG',
  path: '/assets/{digest}/heic.js',
  mediaType: 'text/javascript; charset=utf-8',
  caching: 'forever',
  readers: 'service',
  // The worker loads the decoder and compiles its module, and reaches nothing else.
  policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  permissions: [],
};

/** The decoder libheif, as the separate and unchanged file that its licence asks for. */
export const serveHeicLibrary: Asset = {
  operation: 'web/serve-heic-library',
  summary: 'The script of libheif (LGPL-3.0), which decodes HEIC photos for the worker',
  path: '/assets/{digest}/libheif.js',
  mediaType: 'text/javascript; charset=utf-8',
  caching: 'forever',
  readers: 'service',
  permissions: [],
};

export const serveHeicModule: Asset = {
  operation: 'web/serve-heic-module',
  summary: 'The WebAssembly module of libheif (LGPL-3.0)',
  path: '/assets/{digest}/libheif.wasm',
  mediaType: 'application/wasm',
  caching: 'forever',
  readers: 'service',
  permissions: [],
};
