import type { Page } from '../page.ts';

export const showFront: Page = {
  operation: 'web/show-front',
  summary: 'The front page: what the service is, with the ways to sign in and to the API reference',
  path: '/',
  listed: true,
  framedBy: 'none',
  permissions: [],
};

export const showStudio: Page = {
  operation: 'web/show-studio',
  summary: 'The studio of a signedUrl, where a member uploads photos and chooses headshots',
  path: '/auth/social',
  // Applications of partners show it in a frame.
  framedBy: 'organization',
  uploads: true,
  permissions: ['table:get'],
};

export const showSignup: Page = {
  operation: 'web/show-signup',
  summary: 'The sign-up page of an invite, which continues in the studio',
  path: '/auth/signup',
  framedBy: 'none',
  uploads: true,
  permissions: [],
};

export const showAdmin: Page = {
  operation: 'web/show-admin',
  summary: 'The admin area of an organization, for an API key or the session of a user',
  path: '/admin',
  listed: true,
  framedBy: 'none',
  framesApp: true,
  // The gallery packs favorites into a ZIP archive.
  readsImages: true,
  loadsScripts: true,
  permissions: [],
};

export const showDocs: Page = {
  operation: 'web/show-docs',
  summary: 'The API reference, with examples to copy and requests to try',
  path: '/docs',
  listed: true,
  framedBy: 'none',
  permissions: [],
};
