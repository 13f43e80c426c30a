import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { ContentFiles } from '../src/engines/content-files.ts';

let directory: string;
let files: ContentFiles;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'content-files-'));
  files = new ContentFiles(directory);
});

const write = (object: string, text: string) => files.write(object, `hash-of-${text}`, Buffer.from(text));
const read = (object: string) => files.read(object).toString();

it('keeps one file for objects of the same content, until the last of them is removed', () => {
  write('images/a', 'portrait');
  write('images/b', 'portrait');
  expect(readdirSync(directory)).toHaveLength(1);
  files.remove('images/a');
  expect(read('images/b')).toBe('portrait');
  files.remove('images/b');
  expect(readdirSync(directory)).toEqual([]);
  expect(() => read('images/b')).toThrow('There is no object images/b.');
});

it('replaces the body of one object, and leaves others of its former content', () => {
  write('images/a', 'portrait');
  write('images/b', 'portrait');
  write('images/a', 'landscape');
  expect([read('images/a'), read('images/b')]).toEqual(['landscape', 'portrait']);
  write('images/b', 'landscape');
  expect(readdirSync(directory)).toHaveLength(1);
});

it('keeps an object that is written again with the same content', () => {
  write('images/a', 'portrait');
  write('images/a', 'portrait');
  expect(read('images/a')).toBe('portrait');
  files.remove('images/a');
  expect(readdirSync(directory)).toEqual([]);
});

it('ignores the removal of an object that does not exist', () => {
  files.remove('images/none');
  expect(readdirSync(directory)).toEqual([]);
});
