import html from 'page:studio';
import { showSignup } from '../../shared/contract/web/pages.ts';
import { deployedPageOrigins } from '../../shared/deployed/origins.ts';
import { pageHandler } from '../../shared/http/page.ts';

// The sign-up page is the studio with one step before it. Its script tells the two apart by the path.
export const handler = pageHandler(showSignup, html, deployedPageOrigins);
