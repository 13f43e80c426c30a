/**
 * Beginnings of cells that spreadsheets run as a formula, also in the wide forms of East Asian keyboards. For a spreadsheet
 * that splits at semicolons, as Excel does in many countries, or at tabs, a cell begins after each of them and after a line
 * break: there, the quotes of a cell hold only the first one of a row together.
 */
const FORMULA = /[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])(?:"|[^\S\t\r\n])*.)/g;

/**
 * A table as CSV, RFC 4180. It begins with a byte order mark, by which Excel knows UTF-8. A text that a spreadsheet
 * would take for a formula gets an apostrophe before it, which keeps it a text. Numbers stay numbers, also negative ones.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(FORMULA, "'$&");
  return /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
