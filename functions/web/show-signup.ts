import html from 'page:studio';
import { showSignup } from '../../shared/contract/web/pages.ts';
import { deployedPageOrigins } from '../../shared/deployed/page-origins.ts';
import { pageHandler } from '../../shared/http/page.ts';

// The studio with one step before it: its script tells by the path which of the two it is.
export const handler = pageHandler(showSignup, html, deployedPageOrigins);
