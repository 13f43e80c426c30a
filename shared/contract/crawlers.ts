import type { Page } from './page.ts';
import { serveSitemap } from './web/assets.ts';
import * as contracts from './web/pages.ts';

/**
 * The text of robots.txt, by RFC 9309. Pages that may not be listed say so by themselves, so crawlers have to read them.
 * The reference at /docs is rendered from the OpenAPI document.
 * @param origin the service's
 */
export function robotsText(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nAllow: /api/openapi.json\n\nSitemap: ${origin}${serveSitemap.path}\n`;
}

/** The map of the pages that search engines may list, after https://www.sitemaps.org. @param origin the service's */
export function sitemapText(origin: string): string {
  const pages: readonly Page[] = Object.values(contracts);
  const addresses = pages.filter(({ listed }) => listed).map(({ path }) => `${origin}${path}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('\n')}
</urlset>
`;
}
