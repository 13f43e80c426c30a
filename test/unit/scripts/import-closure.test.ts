import { expect, test } from 'vitest';
import { describeClosure, importClosure } from '../../../scripts/import-closure.ts';

/** The most that the import of an endpoint may load: what it loads, rounded up. Raise none without a reason. */
const CEILINGS = [
  { entry: 'functions/v2/organization/get-credits.ts', files: 60, lines: 5100 },
  { entry: 'functions/v2/whitelabel/create-model.ts', files: 85, lines: 7100 },
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
