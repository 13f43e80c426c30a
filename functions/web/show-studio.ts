import html from 'page:studio';
import { showStudio } from '../../shared/contract/web/pages.ts';
import { deployedPageOrigins } from '../../shared/deployed/page-origins.ts';
import { pageHandler } from '../../shared/http/page.ts';

export const handler = pageHandler(showStudio, html, deployedPageOrigins);
