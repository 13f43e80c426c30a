import html from 'page:studio';
import { showStudio } from '../../shared/contract/web/pages.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedPageOrigins } from '../../shared/deployed/page-origins.ts';
import { frameOriginsOf } from '../../shared/domain/organization/settings.ts';
import { pageHandler } from '../../shared/http/page.ts';

export const handler = pageHandler(showStudio, html, deployedPageOrigins, (token) =>
  frameOriginsOf(deployedContext(), token),
);
