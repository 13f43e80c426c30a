import { describe, expect, test } from 'vitest';
import { checked } from '../../../shared/contract/checked.ts';
import { teamBody, teamMembersBody } from '../../../shared/contract/team-request.ts';
import { foldedTeamName } from '../../../shared/domain/team/change.ts';
import { ofExistingTeam, shownTeam } from '../../../shared/domain/team/team.ts';

describe('team names', () => {
  test('team names compare without case, surrounding blanks and the encoding of accents', () => {
    const forms = ['Ärzte', ' ÄRZTE ', 'a\u0308rzte', 'A\u0308RZTE'];
    expect(new Set(forms.map(foldedTeamName)).size).toBe(1);
    expect(foldedTeamName('Sales 1')).not.toBe(foldedTeamName('Sales1'));
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
