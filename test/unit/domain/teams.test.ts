import { describe, expect, test } from 'vitest';
import { checked } from '../../../shared/contract/checked.ts';
import { foldedName } from '../../../shared/contract/folded-name.ts';
import { teamBody, teamMembersBody } from '../../../shared/contract/team-request.ts';
import { ofExistingTeam, shownTeam } from '../../../shared/domain/team/list.ts';

describe('team names', () => {
  test.each([
    ['Ärzte', ' ÄRZTE ', 'a\u0308rzte', 'A\u0308RZTE'],
    ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
    ['Sales', 'Ｓａｌｅｓ', 'Ⓢales', 'Sa\u200dles'],
    ['Finance', 'ﬁnance', 'FINANCE'],
    ['Οδός', 'ΟΔΌΣ', 'οδόσ'],
    ['Team 1', 'Team\u00a01', 'TEAM １'],
  ])('team names compare by NFKC and case folding: %s', (...forms) => {
    expect(new Set(forms.map(foldedName)).size).toBe(1);
    expect(foldedName(foldedName(forms[0] ?? ''))).toBe(foldedName(forms[0] ?? ''));
  });

  test('team names that look different are different', () => {
    const names = ['Sales', 'Sales1', 'Sales 1', 'Sales 2', 'Sáles'];
    expect(new Set(names.map(foldedName)).size).toBe(names.length);
  });

  test('a team name of ligatures that is no key of the table is refused', () => {
    expect(() => checked(teamBody, { name: 'ﷺ'.repeat(100) }, 'body')).toThrow("'name' is not valid");
    expect(checked(teamBody, { name: '㍿'.repeat(50) }, 'body').name).toHaveLength(50);
  });

  test('a team name is trimmed before its length is checked', () => {
    expect(checked(teamBody, { name: `  ${'x'.repeat(100)}\n` }, 'body')).toEqual({ name: 'x'.repeat(100) });
    for (const name of ['', ' ', 'x'.repeat(101), '\ud83d', 'a\u0000', 'a\nb', 5, null]) {
      expect(() => checked(teamBody, { name }, 'body')).toThrow("'name'");
    }
  });
});

test('equal addresses of new team members collapse, and malformed Unicode is rejected', () => {
  const emails = ['A@b.test', ' a@B.test', 'c@b.test'];
  expect(checked(teamMembersBody, { emails }, 'body')).toEqual({ emails: ['a@b.test', 'c@b.test'] });
  expect(() => checked(teamMembersBody, { emails: ['a\ud83d@b.test'] }, 'body')).toThrow('not Unicode');
});

test('the id of a deleted team shows as no team, and is in no team', () => {
  const names = new Map([['team_1', 'Sales']]);
  expect(shownTeam('team_1', names)).toEqual({ teamId: 'team_1', teamName: 'Sales' });
  for (const teamId of ['team_gone', undefined]) {
    expect(shownTeam(teamId, names)).toEqual({ teamId: null, teamName: null });
  }
  const page = { items: ['member'], pagination: { total: 3, limit: 1, offset: 1, hasMore: true } };
  expect(ofExistingTeam(page, 'team_1', names)).toBe(page);
  expect(ofExistingTeam(page, undefined, names)).toBe(page);
  const none = { items: [], pagination: { total: 0, limit: 1, offset: 1, hasMore: false } };
  expect(ofExistingTeam(page, 'team_gone', names)).toEqual(none);
});
