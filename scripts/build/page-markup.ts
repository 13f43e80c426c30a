import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ORIGIN_MARK } from '../../shared/contract/page.ts';
import { PROJECT, WEB } from './paths.ts';

/**
 * Renders the built.tsx of a page to HTML, which browsers show until the script runs, and without JavaScript. The script
 * hydrates these elements, so its first rendering has to be the same.
 * @param name the folder of the page in web/
 * @returns nothing for a page without a built.tsx, which is rendered in the browser only
 */
export async function pageMarkup(name: string, plugins: Plugin[]): Promise<string> {
  const folder = join(WEB, name);
  if (!existsSync(join(folder, 'built.tsx'))) return '';
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    stdin: {
      contents: `import { renderToString } from 'preact-render-to-string';
import page from './built.tsx';
export default renderToString(page);`,
      resolveDir: folder,
    },
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    define: { 'location.origin': JSON.stringify(ORIGIN_MARK), 'location.search': '""' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
    plugins,
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild rendered nothing for the page ${name}.`);
  const code = Buffer.from(file.contents).toString('base64');
  const module: { default: string } = await import(`data:text/javascript;base64,${code}`);
  return module.default;
}
