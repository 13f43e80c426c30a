import { expect, test } from 'vitest';
import { usageCsv } from '../../../web/admin/reports/usage-csv.ts';

const row = {
  month: '2026-03',
  teamId: 'team_1',
  teamName: 'Sales',
  credits: -1,
  modelsBegun: 2,
  modelsFinished: 3,
  modelsFailed: 4,
  headshots: 120,
};

test('the file of a report has a line for each month and team, with the numbers as they are', () => {
  const noTeam = { ...row, month: '2026-04', teamId: null, teamName: null };
  expect(usageCsv([row, noTeam], 'en')).toBe(
    [
      '\uFEFFmonth,team_id,team,credits,models_begun,models_finished,models_failed,headshots',
      '2026-03,team_1,Sales,-1,2,3,4,120',
      '2026-04,,,-1,2,3,4,120',
      '',
    ].join('\r\n'),
  );
});
