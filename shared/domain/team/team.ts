import { Problem } from '../../contract/errors.ts';
import { collections, keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';

export interface Team {
  id: string;
  name: string;
  createdAt: string;
}

/** @throws NOT_FOUND when the organization has no such team. */
export async function readTeam(
  context: DomainContext,
  organizationId: string,
  teamId: string,
): Promise<Team> {
  const team = await context.table.get<Team>(keys.team(organizationId, teamId));
  if (!team) throw new Problem('NOT_FOUND', 'The team does not exist.');
  return team;
}

/** Team names by id: a name is stored once, and looked up wherever it shows. */
export async function teamNames(
  context: DomainContext,
  organizationId: string,
): Promise<Map<string, string>> {
  const teams = await context.table.all<Team>(collections.teams(organizationId));
  return new Map(teams.map((team) => [team.id, team.name]));
}
