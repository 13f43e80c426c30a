import type { EndpointFacts } from '../contract/endpoint.ts';
import { Problem } from '../contract/errors.ts';
import { MISSING_PAGE } from '../contract/page.ts';
import { type HttpHandler, httpHandler } from './handler.ts';
import { opensPage } from './opens-page.ts';
import { type PageOrigins, pageHandler } from './page.ts';

/**
 * The Lambda handler of unknown paths and methods: a page for a browser that opens one, and else the envelope.
 * @param originsOf called at each request for the page
 */
export function unknownPathHandler(
  contract: EndpointFacts,
  html: string,
  originsOf: () => PageOrigins,
): HttpHandler {
  const answer = httpHandler(contract, async () => {
    throw new Problem('NOT_FOUND', 'No endpoint has this path and method.');
  });
  const page = pageHandler(MISSING_PAGE, html, originsOf, { status: 404 });
  return (event, lambda) => (opensPage(event) ? page(event) : answer(event, lambda));
}
