import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { assetDigest } from '../../shared/contract/asset-digest.ts';
import { ICON } from './page-head.ts';
import { PROJECT, WEB } from './paths.ts';
import { shareImage } from './share-image.ts';

/** The oldest browsers in which a script of web/ runs. */
const BROWSERS = ['chrome111', 'edge111', 'firefox115', 'safari16.4'];

/**
 * Lets a function import the content of an asset, and a page the digest of one, see shared/contract/asset.ts:
 * - `script:embed` is web/embed/main.ts with what it imports, as the text of a classic script.
 * - `bytes:package/file.wasm` is a file of a package, as bytes.
 * - `image:share` is the image of share-image.ts, as bytes.
 * - `digest:script:embed` is the digest of either, as text.
 */
export const inlineScripts: Plugin = {
  name: 'inline-scripts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(script|bytes|image|digest):/ }, ({ path }) => ({
      path,
      namespace: 'inline-scripts',
    }));
    onLoad({ filter: /^digest:/, namespace: 'inline-scripts' }, async ({ path }) => ({
      contents: assetDigest(await contentOf(path.slice('digest:'.length))),
      loader: 'text',
    }));
    onLoad({ filter: /^image:share$/, namespace: 'inline-scripts' }, async () => ({
      contents: await shareImage(ICON),
      loader: 'binary',
    }));
    onLoad({ filter: /^(script|bytes):/, namespace: 'inline-scripts' }, async ({ path }) => ({
      contents: await contentOf(path),
      loader: path.startsWith('script:') ? 'text' : 'binary',
    }));
  },
};

/** The content of an asset, by `script:<name>` or `bytes:<package>/<file>`. */
export async function contentOf(source: string): Promise<string | Uint8Array> {
  const [, kind, name] = /^(script|bytes):(.+)$/.exec(source) ?? [];
  if (name === undefined)
    throw new Error(`${source} is no asset: use script:<name> or bytes:<package>/<file>.`);
  return kind === 'script' ? bundledScript(name) : readFile(join(PROJECT, 'node_modules', name));
}

async function bundledScript(name: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: [join(WEB, name, 'main.ts')],
    write: false,
    bundle: true,
    minify: true,
    // A classic script, which a partner can also load without type="module". Nothing of it becomes global.
    format: 'iife',
    platform: 'browser',
    target: BROWSERS,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild created no script for ${name}.`);
  return file.text.trim();
}
