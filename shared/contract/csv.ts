/**
 * Beginnings of cells that spreadsheets run as a formula, also in wide forms. Where a spreadsheet splits at semicolons or
 * tabs, a cell also begins after each of them and after a line break.
 */
const FORMULA = /[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])(?:"|[^\S\t\r\n])*.)/g;

/**
 * A table as CSV, RFC 4180, with a byte order mark, by which Excel knows UTF-8. A text that looks like a formula gets an
 * apostrophe before it: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(FORMULA, "'$&");
  return /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
