import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../../..');
/** Packages, and files that the build, the demo and the local cloud write. */
const GENERATED = ['**/node_modules', '.build', '.local', 'cdk.out', 'demo-output'];
const pages = globSync(['**/*.md', '.github/**/*.md'], { cwd: PROJECT, exclude: GENERATED }).toSorted();

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const ELSEWHERE = /^[a-z]+:/;

/** The text of a page without code blocks, whose lines are neither links nor headings. */
function proseOf(page: string): string {
  return readFileSync(join(PROJECT, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/**
 * The anchors that GitHub gives the headings of a page:
 * https://docs.github.com/en/get-started/writing-on-github
 */
function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function linksOf(page: string): string[] {
  const spansOut = proseOf(page).replaceAll(/`[^`\n]*`/g, '');
  return [...spansOut.matchAll(LINK)].map(([, target = '']) => target);
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(PROJECT, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

test('every relative link of a Markdown page leads to an existing file, and to an existing heading', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/adr/README.md', 'client/README.md']));
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => !ELSEWHERE.test(link) && !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('the index of docs lists every page', () => {
  const listed = linksOf('docs/README.md');
  const unlisted = pages
    .filter((page) => page.startsWith('docs/') && !page.startsWith('docs/adr/') && page !== 'docs/README.md')
    .filter((page) => !listed.includes(relative('docs', page)));
  expect(unlisted).toEqual([]);
});

/** Names with a placeholder, such as `test/long/hosted-<name>.test.ts`, do not match. */
const TEST_FILE = /\btest\/[\w./-]+\.ts\b/g;

test('every test file that a Markdown page names exists', () => {
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(PROJECT, page), 'utf8').matchAll(TEST_FILE)]
      .filter(([file]) => !existsSync(join(PROJECT, file)) && !existsSync(join(PROJECT, dirname(page), file)))
      .map(([file]) => `${page}: ${file}`),
  );
  expect(missing).toEqual([]);
});
