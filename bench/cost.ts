import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/build/build.ts';
import { formatted } from '../scripts/generate/formatted.ts';
import { optionsOf } from '../scripts/options.ts';
import type { Results } from './cost/bill.ts';
import { measure } from './cost/measure.ts';
import { costPage } from './cost/page.ts';
import { stageFacts } from './cost/template.ts';

const USAGE = `npm run bench:cost [-- options]: what AWS bills for models, API calls and an idle month. Measures for some minutes,
and writes bench/cost.json and docs/cost.md.

  --page    measures nothing: the page is written from bench/cost.json and the templates, after a change of these, of
            prices, assumptions or words
`;
const RESULTS = 'bench/cost.json';
const inProject = (file: string) => join(import.meta.dirname, '..', file);
const values = optionsOf(USAGE, { page: { type: 'boolean', default: false } });
const measured = async () => {
  await ensureBuilt({ stage: 'local' });
  return measure();
};
const former = async () => {
  const results = JSON.parse(await readFile(inProject(RESULTS), 'utf8')) as Results;
  return { ...results, facts: stageFacts(results.stage) };
};
const results = values.page ? await former() : await measured();
await writeFile(inProject(RESULTS), formatted(RESULTS, JSON.stringify(results)));
await writeFile(inProject('docs/cost.md'), costPage(results));
