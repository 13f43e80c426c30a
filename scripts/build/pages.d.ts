/** The HTML of a page of web/, see inline-pages.ts. */
declare module 'page:*' {
  const html: string;
  export default html;
}

/** The parts of the script of a page of web/ by their digests, see inline-pages.ts. */
declare module 'scripts:*' {
  const scripts: Readonly<Record<string, string>>;
  export default scripts;
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
