import { Problem } from '../../contract/errors.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';

export interface Team {
  id: string;
  name: string;
  createdAt: string;
}

/** The team as answers show it. */
export function describeTeam({ id, name }: Team) {
  return { id, name };
}

export function teamNotFound(): Problem {
  return new Problem('NOT_FOUND', 'The team does not exist.');
}

/** @throws NOT_FOUND when the organization has no such team. */
export async function readTeam(
  context: DomainContext,
  organizationId: string,
  teamId: string,
): Promise<Team> {
  const team = await context.table.get<Team>(keys.team(organizationId, teamId));
  if (!team) throw teamNotFound();
  return team;
}
