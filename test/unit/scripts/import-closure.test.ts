import { expect, test } from 'vitest';
import { describeClosure, importClosure } from '../../../scripts/import-closure.ts';

/** The most that the import of an endpoint may load. Lower a ceiling when a closure shrinks; raise none without a reason. */
const CEILINGS = [
  { entry: 'functions/v2/organization/get-credits.ts', files: 60, lines: 5068 },
  { entry: 'functions/v2/whitelabel/create-model.ts', files: 85, lines: 6979 },
];

test.each(CEILINGS)(
  'the import of $entry loads at most $files files of $lines lines',
  async ({ entry, ...ceiling }) => {
    const closure = await importClosure(entry);
    const described = describeClosure(entry, closure);
    expect(closure.files.length, described).toBeLessThanOrEqual(ceiling.files);
    expect(closure.lines, described).toBeLessThanOrEqual(ceiling.lines);
  },
);
