import { expect, test } from 'vitest';
import { addressSubject, idSubject, subjectsIn } from '../../../shared/domain/idempotency/subject.ts';

const ORGANIZATION = 'org_subjects';
const MEMBER = `mem_${'0'.repeat(26)}`;
const subjectOf = (email: string) => addressSubject(ORGANIZATION, email);

test.each<[string, unknown]>([
  ['in a field', { member: { email: 'anna@case.test' } }],
  ['in another case', ['Anna@Case.test']],
  ['at the end of a sentence', { error: 'It was sent to anna@case.test...' }],
  ['after a line break', { note: 'Ask\nanna@case.test\tfirst' }],
  ['in brackets', 'Anna <anna@case.test>; (mailto:anna@case.test)'],
  ['as a name', { 'anna@case.test': 1 }],
])('an address %s is a subject', (_, value) => {
  expect(subjectsIn(ORGANIZATION, value)).toContain(subjectOf('anna@case.test'));
  expect(subjectsIn(ORGANIZATION, {}, value)).toContain(subjectOf('anna@case.test'));
});

test('the address of a white-label member in a request is a subject, whatever characters it has', () => {
  const email = 'anna "the (second)": smith@x';
  expect(subjectsIn(ORGANIZATION, {}, { model: { email } })).toContain(subjectOf(email));
});

test('an address is another subject in another organization', () => {
  expect(subjectsIn('org_other', 'anna@case.test')).not.toContain(subjectOf('anna@case.test'));
});

test('without a caller only the id of a member is a subject', () => {
  expect(subjectsIn(undefined, { id: MEMBER, email: 'anna@case.test' })).toEqual([idSubject(MEMBER)]);
});

test('a text that is no address names no subject', () => {
  expect(subjectsIn(ORGANIZATION, { at: 'now', count: 1, none: null }, 'x'.repeat(1_000_000))).toEqual([]);
});
