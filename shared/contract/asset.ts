/**
 * The contract of a static file: a script or bytes that browsers load by a path. Its route, its Lambda function and its
 * behaviour of CloudFront derive from it.
 *
 * To add one:
 * 1. Export an `Asset` from `web/assets.ts` in this folder.
 * 2. Write the handler, `functions/<operation>.ts`: `export const handler = assetHandler(contract, content,
 *    deployedOriginSettings)`. The build gives it the content: `import content from 'script:<name>'` is web/<name>/main.ts
 *    bundled as a classic script, `import content from 'bytes:<package>/<file>'` a file of a pinned package, such as a
 *    WebAssembly module.
 * 3. For a file that caches may keep for ever, `caching: 'forever'` and a path with `{digest}`, such as
 *    `/assets/{digest}/decoder.wasm`. `import digest from 'digest:bytes:<package>/<file>'` gives the page that loads it the
 *    value of `{digest}`. A new content then has a new address, and the function answers 404 for any other digest. Content
 *    above 4 MB exceeds the answer of a Lambda function.
 *    Several contents at one path are served by `assetsHandler`, as the scripts of the owner's desk.
 * 4. A page that loads it has to allow it in its Content-Security-Policy: see `shared/http/page.ts`.
 */
export interface Asset {
  /** Unique, and the handler's path below functions/: `web/serve-embed`. */
  operation: string;
  summary: string;
  /** A path, with `{digest}` for content that is cached for ever. */
  path: string;
  /** The value of Content-Type. */
  mediaType: string;
  /** The seconds that caches may keep the content, or `forever` for a path with its digest. */
  caching: number | 'forever';
  /** Whose pages may load the content: any, or those of the service only. */
  readers: 'anyOrigin' | 'service';
  /** The Content-Security-Policy of a worker, which does not get that of the page that starts it. */
  policy?: string;
  /** The content is the same for everyone, so the function reads nothing. */
  permissions: readonly [];
}

/** The path with its digest filled in. */
export function assetPath({ path }: Pick<Asset, 'path'>, digest: string): string {
  return path.replace('{digest}', digest);
}
