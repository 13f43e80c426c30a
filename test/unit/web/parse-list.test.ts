import { describe, expect, it } from 'vitest';
import { decodeList, parseList } from '../../../web/admin/invites/parse-list.ts';

const anna = { email: 'anna@company.example', name: 'Anna Berger', team: 'Sales' };
const ben = { email: 'ben@company.example', name: 'Ben, Junior', team: '' };

/** Rows without their lines. */
const rowsIn = (text: string) => parseList(text).rows;
const peopleIn = (text: string) => rowsIn(text).map(({ email, name, team }) => ({ email, name, team }));
const addressesIn = (text: string) => rowsIn(text).map(({ email }) => email);

describe('a list of people to invite', () => {
  it.each([
    ['commas', 'email,name,team\nanna@company.example,Anna Berger,Sales\nben@company.example,"Ben, Junior",'],
    [
      'semicolons',
      'email;name;team\nanna@company.example;Anna Berger;Sales\nben@company.example;Ben, Junior;',
    ],
    [
      'tabs',
      'email\tname\tteam\nanna@company.example\tAnna Berger\tSales\nben@company.example\tBen, Junior\t',
    ],
  ])('is read with %s between its fields', (_, text) => {
    expect(peopleIn(text)).toEqual([anna, ben]);
  });

  it.each([
    'E-Mail;Name;Team',
    'E-mail address;Full name;Department',
    'E-Mail-Adresse;Vor- und Nachname;Abteilung',
    'EMAIL;Anzeigename;Gruppe',
    'Mail;NAME;team_name',
  ])('finds its columns by the names %s', (header) => {
    expect(peopleIn(`${header}\nanna@company.example;Anna Berger;Sales`)).toEqual([anna]);
  });

  it('finds columns in any order, and joins first and last name', () => {
    expect(
      peopleIn('Abteilung;Nachname;Vorname;Telefon;E-Mail\nSales;Berger;Anna;123;anna@company.example'),
    ).toEqual([anna]);
  });

  it('takes a name beside a first name for the last name', () => {
    expect(peopleIn('Name;Vorname;E-Mail\nBerger;Anna;anna@company.example')).toEqual([
      { ...anna, team: '' },
    ]);
    expect(peopleIn('Anzeigename;Vorname;E-Mail\nAnna Berger;Anna;Annie <anna@company.example>')).toEqual([
      { ...anna, team: '' },
    ]);
  });

  it('takes a column named address for one of streets beside a column of e-mail addresses', () => {
    expect(peopleIn('Name;Adresse;E-Mail\nAnna Berger;Hauptstr. 1;anna@company.example')).toEqual([
      { ...anna, team: '' },
    ]);
    expect(peopleIn('Name;Adresse\nAnna Berger;anna@company.example')).toEqual([{ ...anna, team: '' }]);
  });

  it('tells which columns it does not read', () => {
    const unusedIn = (text: string) => parseList(text).unused;
    expect(unusedIn('\uFEFFPersonalnummer;E-Mail;Name;Ort;\n1;anna@company.example;Anna;Bern;')).toEqual([
      'Personalnummer',
      'Ort',
    ]);
    // The column of addresses is found without its name.
    expect(unusedIn('Name;Kontakt;Ort\nAnna;anna@company.example;Bern')).toEqual(['Ort']);
    expect(unusedIn('anna@company.example;Anna Berger;Sales')).toEqual([]);
    expect(unusedIn('')).toEqual([]);
  });

  it('has no name of a column in its first line when that has an address', () => {
    expect(peopleIn('anna@company.example;Anna Berger;Sales\nben@company.example;Ben, Junior')).toEqual([
      anna,
      ben,
    ]);
    expect(peopleIn('Anna Berger;anna@company.example;Sales')).toEqual([anna]);
  });

  it('can be one address on each line, with blank lines that keep the numbers of lines', () => {
    expect(rowsIn('\uFEFFanna@company.example\r\n\r\n  \r\nBEN@Company.example \r\n')).toEqual([
      { line: 1, email: 'anna@company.example', name: '', team: '' },
      { line: 4, email: 'ben@company.example', name: '', team: '' },
    ]);
  });

  it('can be the recipients of a mail, with or without names', () => {
    expect(addressesIn('anna@company.example, ben@company.example,cleo@company.example')).toEqual([
      'anna@company.example',
      'ben@company.example',
      'cleo@company.example',
    ]);
    expect(peopleIn('Anna Berger <anna@company.example>; Ben <ben@company.example>')).toEqual([
      { ...anna, team: '' },
      { email: 'ben@company.example', name: 'Ben', team: '' },
    ]);
    expect(addressesIn('anna@company.example; ben@company.example\ncleo@company.example')).toHaveLength(3);
  });

  it.each([',', ';', '\n'])(
    'can be recipients whose names are in quotes, with %j between them',
    (separator) => {
      const recipients = ['"Berger, Anna" <anna@company.example>', 'Cleo "C." <cleo@company.example>'];
      expect(peopleIn(recipients.join(`${separator} `))).toEqual([
        { ...anna, name: 'Berger, Anna', team: '' },
        { email: 'cleo@company.example', name: 'Cleo "C."', team: '' },
      ]);
      expect(peopleIn('"Berger, Anna","<anna@company.example>",Sales')).toEqual([
        { ...anna, name: 'Berger, Anna' },
      ]);
    },
  );

  it('is read at once also when a cell has very many spaces', () => {
    const spaces = ' '.repeat(500_000);
    expect(addressesIn(`a${spaces}b@company.example`)).toHaveLength(1);
    expect(addressesIn(`"a"${spaces}b@company.example`)).toHaveLength(1);
    expect(addressesIn(`${'\t'.repeat(500_000)}b@company.example`)).toHaveLength(1);
  });

  it('keeps quoted delimiters, quotes and line breaks, and counts the lines of a field', () => {
    const text =
      'email,name\nanna@company.example,"Anna ""Annie"" Berger"\nben@company.example,"Ben\nJunior"\nx,y';
    expect(rowsIn(text)).toEqual([
      { line: 2, email: 'anna@company.example', name: 'Anna "Annie" Berger', team: '' },
      { line: 3, email: 'ben@company.example', name: 'Ben\nJunior', team: '' },
      { line: 5, email: 'x', name: 'y', team: '' },
    ]);
  });

  it('finds its delimiter although names contain another one', () => {
    expect(
      peopleIn('E-Mail;Name\nanna@company.example;Berger, Anna\nben@company.example;Junior, Ben'),
    ).toEqual([
      { ...anna, name: 'Berger, Anna', team: '' },
      { ...ben, name: 'Junior, Ben' },
    ]);
    expect(peopleIn('\uFEFF"E-Mail","Name"\n"ben@company.example","Ben; Junior"')).toEqual([
      { ...ben, name: 'Ben; Junior' },
    ]);
  });

  it('keeps lines without an address, so that they can be shown as faulty', () => {
    expect(rowsIn('email;name\n;Anna\nrobin;Ben')).toEqual([
      { line: 2, email: '', name: 'Anna', team: '' },
      { line: 3, email: 'robin', name: 'Ben', team: '' },
    ]);
    expect(addressesIn('robin\nanna@company.example')).toEqual(['robin', 'anna@company.example']);
  });

  it('is empty for a text without content, and for names of columns alone', () => {
    expect(rowsIn('')).toEqual([]);
    expect(rowsIn(' \n\n')).toEqual([]);
    expect(rowsIn('email;name;team\n')).toEqual([]);
  });
});

describe('the bytes of a file', () => {
  const german = 'E-Mail;Name\nmueller@company.example;Jürgen Müller\n';
  const windows = Uint8Array.from(german, (letter) => letter.charCodeAt(0));
  it.each([
    ['UTF-8', new TextEncoder().encode(german)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${german}`)],
    ['Windows-1252, as older spreadsheets write', windows],
    ['UTF-16 of Unicode text files', Uint8Array.from([0xff, 0xfe, ...Buffer.from(german, 'utf16le')])],
  ])('are decoded from %s', (_, bytes) => {
    expect(rowsIn(decodeList(bytes))).toMatchObject([{ line: 2, name: 'Jürgen Müller' }]);
  });

  it('are not decoded from a workbook, which is no text', () => {
    expect(() => decodeList(Buffer.from('PK\x03\x04\x14\0\x06\0'))).toThrow('no text');
  });
});
