/** The text of a script of web/, see inline-scripts.ts. */
declare module 'script:*' {
  const text: string;
  export default text;
}

/** A file of a package, see inline-scripts.ts. */
declare module 'bytes:*' {
  const bytes: Uint8Array;
  export default bytes;
}

/** The image of a link to a public page, see share-image.ts. */
declare module 'image:share' {
  const bytes: Uint8Array;
  export default bytes;
}

/** The digest of the content of an asset, see inline-scripts.ts. */
declare module 'digest:*' {
  const digest: string;
  export default digest;
}

/** A drawing as a data URL, for the source of an image. */
declare module '*.svg' {
  const url: string;
  export default url;
}
