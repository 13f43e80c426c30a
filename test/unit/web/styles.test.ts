import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../../scripts/build/paths.ts';

function filesOf(folder: string, names: RegExp): string[] {
  const paths = readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => names.test(path)).map((path) => `${folder}/${path}`);
}

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');

/**
 * All string literals of the pages, and of the contracts, whose statuses are classes as they are. In lower case, since
 * the methods of the interface become classes so.
 */
const literals = [...filesOf('web', /\.(tsx?|html)$/), ...filesOf('shared/contract', /\.ts$/)]
  .filter((path) => !path.startsWith('web/text/'))
  .flatMap((path) => [...read(path).matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)])
  .map(([, single, double, template]) => single ?? double ?? template)
  .join('\n')
  .toLowerCase();

test.each(filesOf('web', /\.css$/))('every class in %s is one of the pages', (path) => {
  const selectors = read(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@import[^;]*;/g, '')
    .replace(/\{[^{}]*\}/g, '');
  const classes = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
  const dead = [...classes].filter(
    (name) => !new RegExp(`(?<![\\w-])${name.toLowerCase()}(?![\\w-])`).test(literals),
  );
  expect(dead).toEqual([]);
});
