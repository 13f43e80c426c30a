import { expect, test } from 'vitest';
import { bestSubjects, subjectName, uploadIdOf } from '../../../shared/providers/studio/best-subjects.ts';

const names = (...worths: number[]) => worths.map((worth, index) => subjectName(`upl_${index}`, worth));
const chosen = (...worths: number[]) =>
  bestSubjects(names(...worths)).map((name) => Number(name.slice(4, 5)));

test('of many good uploads, the photos show the best six', () => {
  expect(chosen(0.71, 0.8, 0.9, 0.75, 0.72, 0.7, 0.78, 0.6)).toEqual([2, 1, 6, 3, 4, 0]);
});

test('the photos show three uploads when three are usable, and none that is much worse', () => {
  expect(chosen(0.9, 0.4, 0.35, 0.34)).toEqual([0, 1, 2]);
  expect(chosen(0.9, 0.1, 0.2)).toEqual([0]);
});

test('the photos show the only upload, however bad it is', () => {
  expect(chosen(0)).toEqual([0]);
  expect(bestSubjects(names(0.012))).toEqual(['upl_0.0012']);
});

test('the name of a subject gives the upload back', () => {
  expect(uploadIdOf(subjectName('upl_7', 0.5))).toBe('upl_7');
});
