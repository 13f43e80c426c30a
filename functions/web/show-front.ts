import html from 'page:front';
import { showFront } from '../../shared/contract/web/pages.ts';
import { deployedPageOrigins } from '../../shared/deployed/origins.ts';
import { pageHandler } from '../../shared/http/page.ts';

export const handler = pageHandler(showFront, html, deployedPageOrigins);
