import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltPage, builtPage } from '../../../scripts/build/inline-pages.ts';
import { admin as texts } from '../../../web/text/admin.ts';

const ADDRESS = /["'](\/assets\/(\w+)\/script\.js)["']/g;

let admin: BuiltPage;
let inline: string;
beforeAll(async () => {
  admin = await builtPage('admin');
  [, inline = ''] = /<script type="module">(.*?)<\/script>/s.exec(admin.html) ?? [];
});

function digestsIn(text: string): string[] {
  return Array.from(text.matchAll(ADDRESS), ([, , digest = '']) => digest);
}

const digestIn = (address: string) => digestsIn(`"${address}"`)[0] ?? '';

describe("the script of the owner's desk", () => {
  test('every address in a script leads to a script of the same build', () => {
    const addresses = [admin.html, ...Object.values(admin.scripts)].flatMap(digestsIn);
    expect(addresses.length).toBeGreaterThan(20);
    expect(addresses.filter((digest) => admin.scripts[digest] === undefined)).toEqual([]);
  });

  test('what the page imports at its start is preloaded, and no section is', () => {
    const preloaded = Array.from(
      admin.html.matchAll(/rel="modulepreload" href="([^"]+)"/g),
      ([, href]) => href,
    );
    const imported = Array.from(
      inline.matchAll(/from"([^"]+)"|import"([^"]+)"/g),
      ([, from, alone]) => from ?? alone,
    );
    expect(preloaded.length).toBeGreaterThan(0);
    expect(preloaded.toSorted()).toEqual(imported.toSorted());
    const loadedLater = [
      inline,
      ...preloaded.map((address = '') => admin.scripts[digestIn(address)] ?? ''),
    ].flatMap((script) => Array.from(script.matchAll(/import\("([^"]+)"\)/g), ([, address]) => address));
    expect(new Set(loadedLater).size).toBe(Object.keys(texts.en.sections).length);
    expect(preloaded.filter((address) => loadedLater.includes(address))).toEqual([]);
  });

  test('the start of the page has less than 30 KB after compression, and is a fraction of the whole', () => {
    const size = (text: string) => gzipSync(text).length;
    const start = new Set(Array.from(inline.matchAll(/from"\/assets\/(\w+)/g), ([, digest = '']) => digest));
    const own = size(inline) + [...start].reduce((sum, digest) => sum + size(admin.scripts[digest] ?? ''), 0);
    const all = size(inline) + Object.values(admin.scripts).reduce((sum, script) => sum + size(script), 0);
    expect(own).toBeLessThan(30_000);
    expect(own).toBeLessThan(all / 3);
  });

  test('a page without sections has no other scripts', async () => {
    const { html, scripts } = await builtPage('studio');
    expect(scripts).toEqual({});
    expect(html).not.toContain('modulepreload');
  });
});
