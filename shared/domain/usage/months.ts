/** Months in UTC, such as 2026-03, whose texts sort by time. */

const MONTHS_A_YEAR = 12;

/** The earliest month that a request can name, and an answer. */
export const EARLIEST_MONTH = '2000-01';

/** The month of a time in ISO 8601, UTC. */
export function monthOf(time: string): string {
  return time.slice(0, 'yyyy-mm'.length);
}

/** The month that is so many months later; a negative number is earlier. */
export function monthsAfter(month: string, count: number): string {
  const number = numberOf(month) + count;
  const year = Math.floor(number / MONTHS_A_YEAR);
  return `${String(year).padStart(4, '0')}-${String((number % MONTHS_A_YEAR) + 1).padStart(2, '0')}`;
}

/** The number of months from one to another, both included. */
export function monthsFrom(first: string, last: string): number {
  return numberOf(last) - numberOf(first) + 1;
}

/** The first moment after a month, in milliseconds since the epoch. */
export function endOfMonth(month: string): number {
  return Date.parse(`${monthsAfter(month, 1)}-01T00:00:00.000Z`);
}

function numberOf(month: string): number {
  const [year = '', number = ''] = month.split('-');
  return Number(year) * MONTHS_A_YEAR + Number(number) - 1;
}
