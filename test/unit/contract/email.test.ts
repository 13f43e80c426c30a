import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalAddress } from '../../../shared/contract/address.ts';
import { checked } from '../../../shared/contract/checked.ts';
import { addressOrInviteId, emailAddress, memberAddress } from '../../../shared/contract/email.ts';
import { Problem } from '../../../shared/contract/errors.ts';
import { invitesToSend, inviteToSend } from '../../../shared/contract/invites.ts';
import { personIdentifier } from '../../../shared/contract/person.ts';
import { teamMembersBody } from '../../../shared/contract/team-request.ts';
import { createWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';

const accepts = (address: string) => emailAddress.safeParse(address).success;

describe('an address that the service sends mail to', () => {
  test.each([
    'a@b.co',
    'anna.larsen+tag@mail.company.example',
    "o'brien_!#$%&*=?^`{|}~-/@company.example",
    `${'a'.repeat(64)}@company.example`,
    `a@${'b'.repeat(63)}.example`,
    'anna@müller.example',
    'anna@xn--mller-kva.example',
    'a@123.example',
    ' Anna@COMPANY.example ',
  ])('%j is accepted', (address) => {
    expect(accepts(address)).toBe(true);
  });

  test.each([
    ['a@localhost', 'its domain needs a dot'],
    ['.a@b.co', 'must not begin or end with a dot'],
    ['a.@b.co', 'must not begin or end with a dot'],
    ['a..b@c.co', 'two in a row'],
    [`${'a'.repeat(65)}@b.co`, 'at most 64 characters before the @'],
    ['a@-b.co', 'without a hyphen at either end'],
    ['a@b-.co', 'without a hyphen at either end'],
    ['a@b.co-', 'without a hyphen at either end'],
    ['a@b..co', '1 to 63 letters'],
    ['a@.b.co', '1 to 63 letters'],
    ['a@b.co.', '1 to 63 letters'],
    [`a@${'b'.repeat(64)}.co`, '1 to 63 letters'],
    ['a@b_c.co', '1 to 63 letters'],
    ['jürgen@company.example', 'ASCII letters'],
    ['a b@company.example', 'ASCII letters'],
    ['a@b@c.co', 'ASCII letters'],
    ['"a b"@company.example', 'ASCII letters'],
    ['a,b@company.example', 'ASCII letters'],
    ['<a;(x)@company.example', 'ASCII letters'],
    ['a\u0000@company.example', 'ASCII letters'],
    ['a@b,co', 'its domain is not valid'],
    ['a@b.co\r\nBcc:x@y.zz', 'ASCII letters'],
    ['a@192.168.0.1', 'network address'],
    ['a@[192.168.0.1]', 'its domain is not valid'],
    ['a@b.co/x', 'its domain is not valid'],
    ['a@b%2ec.co', 'its domain is not valid'],
    ['a@müller', 'its domain needs a dot'],
    ['a\ud800@b.co', 'not Unicode text'],
    [`a@${`${'b'.repeat(60)}.`.repeat(5)}co`, 'at most 254 characters'],
    ['anna', 'name@domain'],
    ['@b.co', 'name@domain'],
    ['a@', 'name@domain'],
    ['', 'name@domain'],
  ])('%j is not valid, because %s', (address, reason) => {
    expect(emailAddress.safeParse(address).error?.issues[0]?.message).toContain(reason);
  });
});

describe('domains that look alike are one address', () => {
  test.each([
    [' Anna@ｃase.example', 'anna@case.example'],
    ['anna@Ⓒase.example', 'anna@case.example'],
    ['anna@case。example', 'anna@case.example'],
    ['anna@MÜLLER.example', 'anna@xn--mller-kva.example'],
    ['anna@xｎ--mller-kva.example', 'anna@xn--mller-kva.example'],
    ['anna@CASE.example', 'anna@case.example'],
  ])('%j is %s', (written, email) => {
    for (const schema of [emailAddress, memberAddress, addressOrInviteId])
      expect(schema.parse(written)).toBe(email);
  });

  test('a list has each address once, however its domain is written', () => {
    const emails = ['anna@case.example', 'anna@ｃase.example', 'anna@case。example', 'ben@case.example'];
    for (const schema of [invitesToSend, teamMembersBody])
      expect(checked(schema, { emails }, 'body').emails).toEqual(['anna@case.example', 'ben@case.example']);
  });

  test('a stored address is found by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (local, domain) => {
        const email = canonicalAddress(`${local}@${domain}`);
        expect(canonicalAddress(email)).toBe(email);
      }),
    );
  });
});

function problemOf(body: () => unknown): Problem {
  try {
    body();
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('The request was accepted.');
}

test('the error repeats the address and names its field and, in a list, its entry', () => {
  const one = problemOf(() => checked(inviteToSend, { email: ' A@LOCALHOST ' }, 'body'));
  expect(one.code).toBe('INVALID_EMAIL');
  expect(one.details).toEqual({ email: 'a@localhost', field: 'email' });
  expect(one.message).toBe(
    "The e-mail address 'a@localhost' is not valid: its domain needs a dot, as in company.example.",
  );
  for (const [schema, wrong] of [
    [invitesToSend, 'a@localhost'],
    [teamMembersBody, 'localhost'],
  ] as const) {
    const several = problemOf(() => checked(schema, { emails: ['a@b.co', 'b@b.co', wrong] }, 'body'));
    expect(several).toMatchObject({ code: 'INVALID_EMAIL', details: { email: wrong, field: 'emails.2' } });
    expect(several.message).toContain(`'${wrong}' in 'emails.2'`);
  }
  const long = problemOf(() => checked(inviteToSend, { email: 'ä'.repeat(5000) }, 'body'));
  expect(long.details.email).toBe('ä'.repeat(320));
});

test('the address of a white-label member, who gets no mail, needs an @ and nothing else; a domain without a form in ASCII stays', () => {
  for (const email of ['a@localhost', '.a@b', 'jürgen@x', '@', 'a b@c', 'a@b@c', "x'@'"]) {
    expect(checked(createWhiteLabelModel.body, { email }, 'body').email).toBe(email);
    expect(memberAddress.safeParse(email).success).toBe(true);
  }
  for (const [written, email] of [
    ['a@ＬＯＣＡＬ', 'a@local'],
    ['a@Ä＠b', 'a@ä＠b'],
    ['A@B c', 'a@b c'],
  ])
    expect(memberAddress.parse(written)).toBe(email);
  for (const email of ['localhost', '', 'a\n@b', `${'a'.repeat(254)}@`]) {
    expect(problemOf(() => checked(createWhiteLabelModel.body, { email }, 'body')).code).toBe(
      'INVALID_EMAIL',
    );
  }
});

test('the id of an invite keeps its letters, and an address that begins like an id is an address', () => {
  expect(addressOrInviteId.parse(' inv_01K3YQ ')).toBe('inv_01K3YQ');
  for (const address of ['INV_Anna@Company.example', 'inv_Anna@Company.example'])
    expect(addressOrInviteId.parse(address)).toBe('inv_anna@company.example');
  expect(personIdentifier.parse('Anna@Company.example')).toBe('anna@company.example');
  expect(addressOrInviteId.safeParse('01K3YQ').success).toBe(false);
});
