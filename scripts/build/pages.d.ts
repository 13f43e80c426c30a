/** What the build makes of web/: a page's HTML, see inline-pages.ts. */
declare module 'page:*' {
  const html: string;
  export default html;
}
