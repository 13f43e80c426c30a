import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { inlineScripts } from './inline-scripts.ts';
import { PROJECT, WEB } from './paths.ts';

/** The oldest supported browsers. */
const BROWSERS = ['chrome111', 'edge111', 'firefox115', 'safari16.4'];

/**
 * Lets a function import a page as text: `page:studio` is web/studio/page.html with its script and its
 * stylesheet inlined, so that a browser loads the page with one request.
 */
export const inlinePages: Plugin = {
  name: 'inline-pages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^page:/ }, ({ path }) => ({
      path: path.slice('page:'.length),
      namespace: 'page',
    }));
    onLoad({ filter: /./, namespace: 'page' }, async ({ path }) => ({
      contents: await inlinedPage(path),
      loader: 'text',
    }));
  },
};

async function inlinedPage(name: string): Promise<string> {
  const [html, { outputFiles }] = await Promise.all([
    readFile(join(WEB, name, 'page.html'), 'utf8'),
    build({
      absWorkingDir: PROJECT,
      entryPoints: { script: join(WEB, name, 'main.tsx'), style: join(WEB, name, 'style.css') },
      outdir: join(WEB, name),
      write: false,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: BROWSERS,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      legalComments: 'none',
      logLevel: 'warning',
      // A page knows the addresses of assets that it loads by their digests.
      plugins: [inlineScripts],
    }),
  ]);
  const output = (ending: string) => {
    const file = outputFiles.find(({ path }) => path.endsWith(ending));
    if (!file) throw new Error(`esbuild created no ${ending} for the page ${name}.`);
    return file.text.trim();
  };
  return html
    .replace('<style></style>', () => `<style>${output('style.css')}</style>`)
    .replace(
      '<script type="module"></script>',
      () => `<script type="module">${output('script.js')}</script>`,
    );
}
