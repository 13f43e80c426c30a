import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../docs/adr');
const files = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .toSorted();
const SECTIONS = ['Context', 'Decision', 'Alternatives', 'Consequences'];

function textOf(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

/** The title in the first heading, `# 0001. Title`; undefined if its number is not that of the file. */
function titleOf(file: string): string | undefined {
  const [, number, title] = /^# (\d{4})\. (.+)\n/.exec(textOf(file)) ?? [];
  return number === file.slice(0, 4) ? title : undefined;
}

describe('architecture decision records', () => {
  test.each(files)(
    'the record %s has its number and title, a date, a status and the four sections',
    (file) => {
      expect(titleOf(file)).toBeDefined();
      expect(textOf(file)).toMatch(/^- Date: \d{4}-\d{2}-\d{2}\b/m);
      expect(textOf(file)).toMatch(/^- Status: (proposed|accepted|superseded by \[\d{4}\])/m);
      const sections = [...textOf(file).matchAll(/^## (.+)$/gm)].map(([, name]) => name);
      expect(sections).toEqual(SECTIONS);
    },
  );

  test('the index lists the records with their titles, in their order', () => {
    const rows = [...textOf('README.md').matchAll(/^\| \[(\d{4})\]\((\S+)\) \| (.+?) \| .+ \|$/gm)];
    expect(rows.map(([, number, file, title]) => ({ number, file, title }))).toEqual(
      files.map((file) => ({ number: file.slice(0, 4), file, title: titleOf(file) })),
    );
  });
});
