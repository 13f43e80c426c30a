/** The HTML of a page of web/, see inline-pages.ts. */
declare module 'page:*' {
  const html: string;
  export default html;
}

/** The OpenAPI document of all contracts as JSON, compressed by Brotli, see contract-facts.ts. */
declare module 'openapi:document' {
  const compressed: Uint8Array;
  export default compressed;
}

/** The API reference as Markdown, and its index for language models, see contract-facts.ts. */
declare module 'openapi:reference' {
  const markdown: string;
  export default markdown;
}
declare module 'openapi:llms' {
  const text: string;
  export default text;
}
