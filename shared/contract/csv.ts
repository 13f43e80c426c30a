import type { Language } from './languages.ts';

/** The separator that Excel expects: a semicolon where numbers have a decimal comma. */
const SEPARATORS: Readonly<Record<Language, string>> = { en: ',', de: ';' };

/**
 * Beginnings of cells that spreadsheets run as a formula, also in wide forms. Where a spreadsheet splits at another
 * separator or at tabs, a cell also begins after each of them and after a line break.
 */
const FORMULA = /[=+\-@＝＋－＠](?<=(?:^|[,;\t\r\n])(?:"|[^\S\t\r\n])*.)/g;

/**
 * A table as CSV, RFC 4180, with a byte order mark, by which Excel knows UTF-8. A text that looks like a formula gets an
 * apostrophe before it: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvOf(rows: readonly (readonly (string | number)[])[], language: Language): string {
  const separator = SEPARATORS[language];
  const lineOf = (cells: readonly (string | number)[]) =>
    cells.map((cell) => cellText(cell, separator)).join(separator);
  return `\uFEFF${rows.map((cells) => `${lineOf(cells)}\r\n`).join('')}`;
}

function cellText(cell: string | number, separator: string): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(FORMULA, "'$&");
  return text.includes(separator) || /["\r\n\t]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
