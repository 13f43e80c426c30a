import html from 'page:docs';
import { showDocs } from '../../shared/contract/web/pages.ts';
import { deployedPageOrigins } from '../../shared/deployed/origins.ts';
import { pageHandler } from '../../shared/http/page.ts';

export const handler = pageHandler(showDocs, html, deployedPageOrigins);
