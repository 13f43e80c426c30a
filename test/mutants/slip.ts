import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A small mistake in the product, such as a reviewer may overlook. */
interface Mistake {
  name: string;
  /** The sentence of the documentation, a decision record or a comment that it breaks. */
  promise: string;
  /** The path of the file in the project. */
  file: string;
  /** What `replace` takes the place of. It occurs once in the file. */
  find: string;
  replace: string;
}

/** A mistake with which `npm test` has to fail. */
export interface Slip extends Mistake {
  /** Tests of `npm test` that fail with it: files, or `file > name`, where the name is a part of a title. */
  tests: readonly [string, ...string[]];
}

/** A mistake that only the whole service shows. */
export interface WorldSlip extends Mistake {
  /** The rule of test/world/invariants.ts that one of the first 50 seeds breaks with it. */
  breaks: string;
}

const OTHERS = ['main.ts', 'slip.ts'];

/** The slips of every area: a file of this folder that exports them as `slips`. */
export async function readSlips(): Promise<(Slip | WorldSlip)[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => !OTHERS.includes(file)).sort();
  const areas = await Promise.all(
    files.map(async (file) => {
      const area = await import(pathToFileURL(join(import.meta.dirname, file)).href);
      return area.slips as (Slip | WorldSlip)[];
    }),
  );
  return areas.flat();
}

/** Whether the code that a slip changes occurs once in its file. */
export function isUnique({ find }: Mistake, source: string): boolean {
  return source.split(find).length === 2;
}

/** The file of a test, and the part of its title; undefined for all tests of the file. */
export function partsOf(test: string): { file: string; title: string | undefined } {
  const [file = '', ...title] = test.split(' > ');
  return { file, title: title.length > 0 ? title.join(' ') : undefined };
}
