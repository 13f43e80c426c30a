import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { inlineScripts } from './inline-scripts.ts';
import { pageHead } from './page-head.ts';
import { pageMarkup } from './page-markup.ts';
import { PROJECT, WEB } from './paths.ts';

/** The oldest supported browsers. */
const BROWSERS = ['chrome111', 'edge111', 'firefox115', 'safari16.4'];

/**
 * Lets a function import a page as text: `page:studio` is web/studio/page.html with its script and its stylesheet inlined,
 * so that a browser loads the page with one request. A page with a built.tsx also has the HTML that it renders to. Dynamic
 * imports of a page become scripts of their own: `scripts:admin` has them by their digests.
 */
export const inlinePages: Plugin = {
  name: 'inline-pages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(page|scripts):/ }, ({ path }) => ({ path, namespace: 'page' }));
    onLoad({ filter: /^page:/, namespace: 'page' }, async ({ path }) => ({
      contents: (await builtPage(path.slice('page:'.length))).html,
      loader: 'text',
    }));
    onLoad({ filter: /^scripts:/, namespace: 'page' }, async ({ path }) => ({
      contents: JSON.stringify((await builtPage(path.slice('scripts:'.length))).scripts),
      loader: 'json',
    }));
  },
};

export interface BuiltPage {
  html: string;
  /** The scripts that the page loads, by their digests. */
  scripts: Record<string, string>;
}

/** Lets a page import an SVG file as a data URL, without the space between its elements. */
const inlineDrawings: Plugin = {
  name: 'inline-drawings',
  setup({ onLoad }) {
    onLoad({ filter: /\.svg$/ }, async ({ path }) => {
      const drawing = (await readFile(path, 'utf8')).replace(/>\s+</g, '><').trim().replaceAll('"', "'");
      return {
        contents: `data:image/svg+xml,${encodeURI(drawing).replaceAll('#', '%23')}`,
        loader: 'text',
      };
    });
  },
};

/** The part of an address that comes before the digest of a script, see serveAdminScript. */
const ASSETS = '/assets/';
/** The end of the path of a script, after its digest. */
const SCRIPT = '/script.js';

export async function builtPage(name: string): Promise<BuiltPage> {
  const outdir = join(WEB, name);
  const [html, markup, { outputFiles, metafile }] = await Promise.all([
    readFile(join(outdir, 'page.html'), 'utf8'),
    pageMarkup(name, [inlineDrawings]),
    build({
      absWorkingDir: PROJECT,
      entryPoints: { page: join(outdir, 'main.tsx'), style: join(outdir, 'style.css') },
      outdir,
      write: false,
      bundle: true,
      splitting: true,
      chunkNames: `[hash]${SCRIPT.slice(0, -'.js'.length)}`,
      publicPath: ASSETS,
      minify: true,
      metafile: true,
      format: 'esm',
      platform: 'browser',
      target: BROWSERS,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      legalComments: 'none',
      logLevel: 'warning',
      // A page knows the addresses of assets that it loads by their digests.
      plugins: [inlineScripts, inlineDrawings],
    }),
  ]);
  const output = (file: string) => {
    const found = outputFiles.find(({ path }) => path === join(outdir, file));
    if (!found) throw new Error(`esbuild created no ${file} for the page ${name}.`);
    return found.text.trim();
  };
  const scripts = outputFiles.filter(({ path }) => path.endsWith(join(SCRIPT)));
  return {
    html: html
      .replace('<head>', (head) => `${head}\n${pageHead(name, html)}`)
      .replace('<style></style>', () => `${preloads(metafile)}<style>${output('style.css')}</style>`)
      .replace(
        /(<script type="module"[^>]*>)(<\/script>)/,
        (_, start, end) => start + output('page.js') + end,
      )
      .replace('<div id="page"></div>', () => `<div id="page">${markup}</div>`),
    scripts: Object.fromEntries(scripts.map(({ path, text }) => [basename(dirname(path)), text.trim()])),
  };
}

/** Lets a browser load the scripts that the page's own imports while it still reads the HTML. */
function preloads({ outputs }: Metafile): string {
  const page = Object.values(outputs).find(({ entryPoint }) => entryPoint?.endsWith('/main.tsx'));
  const imported = page?.imports.filter(({ kind }) => kind === 'import-statement') ?? [];
  return imported
    .map(({ path }) => `<link rel="modulepreload" href="${ASSETS}${basename(dirname(path))}${SCRIPT}">`)
    .join('');
}
