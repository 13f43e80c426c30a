/** Beginnings of cells that spreadsheets run as a formula, also in the wide forms of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A table as CSV, RFC 4180. It begins with a byte order mark, by which Excel knows UTF-8. A text that a spreadsheet
 * would take for a formula begins with an apostrophe, which keeps it a text. Numbers stay numbers, also negative ones.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
