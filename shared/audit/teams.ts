import { foldedName } from '../contract/folded-name.ts';
import type { DomainContext } from '../domain/context.ts';
import type { Team } from '../domain/team/team.ts';
import { collections, type Key, keys } from '../table/keys.ts';

/** Each team must hold its name, and each name must be held for a team that has it. */
export async function auditTeams(
  context: DomainContext,
  organizationId: string,
): Promise<{ checked: number; violations: string[] }> {
  const [teams, names] = await Promise.all([
    context.table.all<Team>(collections.teams(organizationId)),
    context.table.all<Key & { teamId: string }>(collections.teamNames(organizationId)),
  ]);
  const violations: string[] = [];
  const nameByKey = new Map(names.map((name) => [name.SK, name]));
  const nameKeyOf = (team: Team) => keys.teamName(organizationId, foldedName(team.name)).SK;
  const keyByTeam = new Map(teams.map((team) => [team.id, nameKeyOf(team)]));

  for (const [teamId, nameKey] of keyByTeam) {
    if (nameByKey.get(nameKey)?.teamId !== teamId)
      violations.push(`The name of ${teamId} is not held for it.`);
  }
  for (const { SK, teamId } of names) {
    if (keyByTeam.get(teamId) !== SK) violations.push(`${SK} is held for ${teamId}, which has another name.`);
  }
  return { checked: teams.length, violations };
}
