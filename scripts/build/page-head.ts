import { ORIGIN_MARK, type Page } from '../../shared/contract/page.ts';
import { serveShareImage } from '../../shared/contract/web/assets.ts';
import * as contracts from '../../shared/contract/web/pages.ts';

export const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='9' fill='#1f5f52'/><circle cx='16' cy='12.5' r='5' fill='#fff'/><path d='M6.5 27c1-6 5-8.5 9.5-8.5s8.5 2.5 9.5 8.5z' fill='#fff'/></svg>";

/**
 * What the head of every page has, before the title and the description of its page.html. A page that search engines
 * may list has its one address, and what a link to it shows in messages and posts.
 * @param name the folder of the page in web/
 * @param html its page.html
 */
export function pageHead(name: string, html: string): string {
  const pages: readonly Page[] = Object.values(contracts);
  const listed = pages.find((page) => page.listed && page.operation === `web/show-${name}`);
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">`,
    ...(listed ? sharing(listed, html) : ['<meta name="robots" content="noindex">']),
  ].join('\n');
}

/** The canonical address, and the tags of https://ogp.me. They name the service's origin, as both need whole addresses. */
function sharing({ path }: Page, html: string): string[] {
  const address = `${ORIGIN_MARK}${path}`;
  const properties = {
    type: 'website',
    site_name: 'Headshots',
    url: address,
    title: found(html, /<title>(.+)<\/title>/),
    description: found(html, /<meta name="description" content="(.+)">/),
    image: `${ORIGIN_MARK}${serveShareImage.path}`,
    'image:alt': 'Six drawn headshots beside the mark of Headshots',
  };
  return [
    `<link rel="canonical" href="${address}">`,
    ...Object.entries(properties).map(([name, value]) => `<meta property="og:${name}" content="${value}">`),
    // Without it, posts on X show a small image.
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

function found(html: string, pattern: RegExp): string {
  const [, text] = pattern.exec(html) ?? [];
  if (text === undefined) throw new Error(`A page that search engines may list has no ${pattern.source}.`);
  return text;
}
