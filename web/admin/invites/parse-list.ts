import { dsvFormat } from 'd3-dsv';
import { canonicalAddress } from '../../../shared/contract/address.ts';

/** One line of a list of people to invite, as it was written. Fields that it does not have are empty. */
export interface ListRow {
  /** The number of the line in the text, from 1. */
  line: number;
  email: string;
  name: string;
  team: string;
}

/** Lines of one list. More people than an organization can have are a mistake. */
export const LINES_MAX = 20_000;

const FIELDS = ['email', 'firstName', 'lastName', 'name', 'team'] as const;
type Field = (typeof FIELDS)[number];

/**
 * Names of columns in English and German, without spaces, hyphens and case. Of several columns the one with the first
 * name is taken: an address beside an e-mail address is one of a street.
 */
const COLUMN_NAMES: Readonly<Record<Field, readonly string[]>> = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'mailaddress',
    'workemail',
    'emailadresse',
    'mailadresse',
    'address',
    'adresse',
  ],
  firstName: ['firstname', 'givenname', 'vorname'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'familienname'],
  name: [
    'fullname',
    'displayname',
    'name',
    'person',
    'employee',
    'vollername',
    'vollständigername',
    'anzeigename',
    'vorundnachname',
    'mitarbeiter',
  ],
  team: ['team', 'teamname', 'group', 'department', 'gruppe', 'abteilung', 'bereich'],
};

/** The known delimiters. The first of those that fit equally well is taken. */
const DELIMITERS = ['\t', ';', ','] as const;
/** Rows by which the delimiter is found. */
const SAMPLE_ROWS = 50;

interface Entry {
  line: number;
  cells: string[];
}
type Columns = Partial<Record<Field, number>>;

export interface ParsedList {
  rows: ListRow[];
  /** The names of columns that are not read. */
  unused: string[];
}

/**
 * Reads a list of people: one address on each line, addresses in a row as a mail program writes recipients, or CSV
 * with or without names of columns. Without them the columns beside the address are name and team.
 */
export function parseList(text: string): ParsedList {
  const records = recordsOf(text.replace(/^\uFEFF/, '').replace(QUOTED_RECIPIENT, '$1"$2 <$3>"'));
  const [first] = records;
  if (first === undefined) return { rows: [], unused: [] };
  const header = headerOf(first.cells);
  const body = header === undefined ? records : records.slice(1);
  const email = header?.email ?? addressColumn(body);
  const columns = header === undefined ? columnsBeside(email) : { ...header, email };
  const rows = body.flatMap((record) => {
    const recipients = record.cells.filter(hasAddress);
    return recipients.length < 2
      ? [rowOf(record, columns)]
      : recipients.map((cell) => rowOf({ line: record.line, cells: [cell] }, { email: 0 }));
  });
  const used = Object.values(columns);
  const unused = header ? first.cells.filter((name, index) => name !== '' && !used.includes(index)) : [];
  return { rows, unused };
}

/**
 * Decodes a file: UTF-8, UTF-16 with a byte order mark, or the Windows-1252 that older spreadsheets write.
 * @throws for a file that is no text, such as a workbook of Excel
 */
export function decodeList(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) throw new TypeError('The file is no text.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Records that are not blank, with the lines in which they begin. */
function recordsOf(text: string): Entry[] {
  let line = 1;
  const records: Entry[] = [];
  for (const cells of rowsBy(delimiterOf(text), text)) {
    const trimmed = cells.map((cell) => cell.trim());
    if (trimmed.some((cell) => cell !== '')) records.push({ line, cells: trimmed });
    // A quoted field may contain line breaks.
    line += 1 + (cells.join('').match(/\r\n|\r|\n/g)?.length ?? 0);
  }
  return records;
}

function rowsBy(delimiter: string, text: string): string[][] {
  return dsvFormat(delimiter).parseRows(text);
}

/** The delimiter by which most rows have several fields. */
function delimiterOf(text: string): string {
  const sample = text.split(/\r\n|\r|\n/, SAMPLE_ROWS).join('\n');
  const fits = DELIMITERS.map((delimiter) => ({
    delimiter,
    rows: rowsBy(delimiter, sample).filter((cells) => cells.length > 1).length,
  }));
  return fits.reduce((best, other) => (other.rows > best.rows ? other : best)).delimiter;
}

function hasAddress(cell: string): boolean {
  return cell.includes('@');
}

/** The columns that a first row names; undefined when it is no row of names. */
function headerOf(cells: readonly string[]): Columns | undefined {
  if (cells.some(hasAddress)) return undefined;
  const names = cells.map((cell) => cell.toLowerCase().replace(/[\s_.-]/g, ''));
  const columns: Columns = {};
  for (const field of FIELDS) {
    const index = COLUMN_NAMES[field].map((name) => names.indexOf(name)).find((place) => place >= 0);
    if (index !== undefined) columns[field] = index;
  }
  const { firstName, lastName, name } = columns;
  // German lists have the last name in a column `Name` beside `Vorname`.
  if (firstName !== undefined && lastName === undefined && name !== undefined && names[name] === 'name') {
    columns.lastName = name;
    delete columns.name;
  }
  return Object.keys(columns).length === 0 ? undefined : columns;
}

/** The column that has most addresses. */
function addressColumn(records: readonly Entry[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records)
    for (const [index, cell] of cells.entries())
      if (hasAddress(cell)) counts.set(index, (counts.get(index) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function columnsBeside(email: number): Columns {
  const [name, team] = [0, 1, 2].filter((index) => index !== email);
  return { email, ...(name !== undefined && { name }), ...(team !== undefined && { team }) };
}

/** `Anna Berger <anna@company.example>`, as mail programs write recipients. */
const RECIPIENT = /^([^<]*)<([^<>]+)>$/;

/** A recipient with a quoted name, which is no CSV: there, a cell ends with its closing quote. */
const QUOTED_RECIPIENT = /(^|[\r\n,;\t]) *"([^"\r\n]*)" *<([^<>"\s]+)>(?= *(?:$|[\r\n,;\t]))/g;

function rowOf({ line, cells }: Entry, columns: Columns): ListRow {
  const cell = (field: Field) => cells[columns[field] ?? -1] ?? '';
  const written = cell('email');
  const [, recipient = '', address = written] = RECIPIENT.exec(written) ?? [];
  const parts = [cell('firstName'), cell('lastName')].filter((part) => part !== '');
  return {
    line,
    email: canonicalAddress(address),
    name: cell('name') || parts.join(' ') || recipient.trim(),
    team: cell('team'),
  };
}
