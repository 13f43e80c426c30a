import { expect, test } from 'vitest';
import { csvOf } from '../../../shared/contract/csv.ts';

test('a table begins with a byte order mark, and every row ends with CRLF', () => {
  expect(
    csvOf(
      [
        ['Name', 'Team'],
        ['Zoë', ''],
      ],
      'en',
    ),
  ).toBe('\uFEFFName,Team\r\nZoë,\r\n');
});

test.each([
  ['=HYPERLINK("https://evil.test")', `"'=HYPERLINK(""https://evil.test"")"`],
  ['+49 30 1', "'+49 30 1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"\t'=1"`],
  ['\r=1', `"\r'=1"`],
  [' =1', `" '=1"`],
  ['"=1', `"""'=1"`],
  ['＝1', "'＝1"],
])('the cell %j is no formula in a spreadsheet', (cell, written) => {
  expect(csvOf([[cell]], 'en')).toBe(`\uFEFF${written}\r\n`);
});

test.each([
  ["x;=cmd|'/C calc'!A0;y", "x;'=cmd|'/C calc'!A0;y"],
  ['x;"=1+1";y', `"x;""'=1+1"";y"`],
  ['x; @SUM(A1)', "x; '@SUM(A1)"],
  ['x\t+1', `"x\t'+1"`],
  ['x\n-1', `"x\n'-1"`],
  ['x;＝1', "x;'＝1"],
])('the cell %j is no formula in a spreadsheet that splits at semicolons, tabs or lines', (cell, written) => {
  expect(csvOf([['first', cell]], 'en')).toBe(`\uFEFFfirst,${written}\r\n`);
});

test('a table for German spreadsheets, which split at semicolons, has them, and no formula where another splits at commas', () => {
  const rows = [
    ['Name', 'Team'],
    ['Doe, Anna', 'R&D; Sales'],
    ['x,=1+1', ''],
  ];
  expect(csvOf(rows, 'de')).toBe(`\uFEFFName;Team\r\nDoe, Anna;"R&D; Sales"\r\nx,'=1+1;\r\n`);
});

test('numbers stay numbers, also negative ones', () => {
  expect(csvOf([[0, -1, 12]], 'en')).toBe('\uFEFF0,-1,12\r\n');
});

test.each([
  ['Doe, Anna', '"Doe, Anna"'],
  ['the "boss"', '"the ""boss"""'],
  ['two\nlines', '"two\nlines"'],
  ["O'Neill", "O'Neill"],
  [' padded ', '" padded "'],
  ['a=b', 'a=b'],
  ['R&D; Sales-Team', 'R&D; Sales-Team'],
])('the cell %j is quoted where it has to be', (cell, written) => {
  expect(csvOf([[cell]], 'en')).toBe(`\uFEFF${written}\r\n`);
});
