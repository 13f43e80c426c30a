/** The HTML of a page of web/, see inline-pages.ts. */
declare module 'page:*' {
  const html: string;
  export default html;
}
