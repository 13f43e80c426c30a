import type { Page } from '../page.ts';

export const showStudio: Page = {
  operation: 'web/show-studio',
  summary: "The member's studio, where a signedUrl leads: upload, wait, choose",
  path: '/auth/social',
  // Partners frame it in applications of any origin.
  framedBy: 'anyone',
  framesApp: false,
  uploads: true,
  permissions: [],
};

export const showSignup: Page = {
  operation: 'web/show-signup',
  summary: 'Where the link of an invite leads: sign up, then on in the studio',
  path: '/auth/signup',
  framedBy: 'nobody',
  framesApp: false,
  uploads: true,
  permissions: [],
};

export const showAdmin: Page = {
  operation: 'web/show-admin',
  summary: "The organization's credits and models, for whoever holds an API key",
  path: '/admin',
  framedBy: 'nobody',
  framesApp: true,
  uploads: false,
  permissions: [],
};

export const showDocs: Page = {
  operation: 'web/show-docs',
  summary: 'The reference of the interface, with examples to copy and calls to try',
  path: '/docs',
  framedBy: 'nobody',
  framesApp: false,
  uploads: false,
  permissions: [],
};
