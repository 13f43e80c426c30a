import type { DomainContext } from '../context.ts';
import { listTeams } from '../team/list.ts';
import { describeTeam, type Team } from '../team/team.ts';
import type { Organization } from './organization.ts';

/** The organization as v1, v2 and the desk show it, with its teams. */
export async function describeOrganization(context: DomainContext, organization: Organization) {
  return {
    uid: organization.id,
    name: organization.name,
    website: organization.website,
    teams: await listTeams(context, organization.id),
  };
}

/** The organization as v1 returns it after a change of its teams, which alone shows the description. */
export async function describeOrganizationInFull(context: DomainContext, organization: Organization) {
  return {
    ...(await describeOrganization(context, organization)),
    description: organization.description,
  };
}

interface WithTeams {
  teams: ReturnType<typeof describeTeam>[];
}

/** An organization as it was described before a team was created or renamed. */
export function withTeam<Described extends WithTeams>(organization: Described, changed: Team): Described {
  const described = describeTeam(changed);
  const teams = organization.teams.map((team) => (team.id === changed.id ? described : team));
  return { ...organization, teams: teams.includes(described) ? teams : [...teams, described] };
}

/** An organization as it was described before a team was deleted. */
export function withoutTeam<Described extends WithTeams>(organization: Described, teamId: string): Described {
  return { ...organization, teams: organization.teams.filter(({ id }) => id !== teamId) };
}
