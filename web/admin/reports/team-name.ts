import { adminReports } from '../../text/admin-reports.ts';
import { useText } from '../../text/language.tsx';
import type { UsageRow } from './usage.ts';

/** A function that gives the name by which the team of a row is shown. */
export function useTeamName(): (row: Pick<UsageRow, 'teamId' | 'teamName' | 'teamDeleted'>) => string {
  const text = useText(adminReports);
  return ({ teamId, teamName, teamDeleted }) => {
    if (teamId === null) return text.noTeam;
    return teamDeleted ? text.deletedTeam(teamName ?? teamId) : (teamName ?? teamId);
  };
}
