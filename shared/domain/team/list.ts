import { collections } from '../../table/keys.ts';
import { type Page, pageOf } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import { describeTeam, type Team } from './team.ts';

/** All teams as the API shows them, the oldest first. */
export async function listTeams(context: DomainContext, organizationId: string) {
  const teams = await context.table.all<Team>(collections.teams(organizationId));
  return teams.map(describeTeam);
}

/** Team names by id. A name is stored once, in the team, and looked up wherever it is shown. */
export type TeamNames = ReadonlyMap<string, string>;

export async function teamNames(context: DomainContext, organizationId: string): Promise<TeamNames> {
  const teams = await listTeams(context, organizationId);
  return new Map(teams.map(({ id, name }) => [id, name]));
}

/** The team that a member or a model shows. The id of a deleted team has no name, and is shown as no team. */
export function shownTeam(
  teamId: string | undefined,
  names: TeamNames,
): { teamId: string; teamName: string } | { teamId: null; teamName: null } {
  const teamName = teamId === undefined ? undefined : names.get(teamId);
  return teamId === undefined || teamName === undefined
    ? { teamId: null, teamName: null }
    : { teamId, teamName };
}

/** A page of members or models of the team that a list is filtered by. A deleted or unknown team is empty. */
export function ofExistingTeam<Item>(
  page: Page<Item>,
  teamId: string | undefined,
  names: TeamNames,
): Page<Item> {
  return teamId === undefined || names.has(teamId) ? page : pageOf([], page.pagination);
}
