import html from 'page:missing';
import { Problem } from '../../shared/contract/errors.ts';
import { MISSING_PAGE } from '../../shared/contract/page.ts';
import { notFound } from '../../shared/contract/web/service.ts';
import { deployedAppUrl, deployedOriginSecrets } from '../../shared/deployed/settings.ts';
import { httpHandler } from '../../shared/http/handler.ts';
import { opensPage } from '../../shared/http/opens-page.ts';
import { pageHandler } from '../../shared/http/page.ts';

const answer = httpHandler(notFound, async () => {
  throw new Problem('NOT_FOUND', 'No endpoint has this path and method.');
});

const origins = () => ({ app: deployedAppUrl(), originSecrets: deployedOriginSecrets() });
const page = pageHandler(MISSING_PAGE, html, origins, { status: 404 });

export const handler: typeof answer = (event, lambda) =>
  opensPage(event) ? page(event) : answer(event, lambda);
