import html from 'page:admin';
import { showAdmin } from '../../shared/contract/web/pages.ts';
import { deployedPageOrigins } from '../../shared/deployed/origins.ts';
import { pageHandler } from '../../shared/http/page.ts';

export const handler = pageHandler(showAdmin, html, deployedPageOrigins);
