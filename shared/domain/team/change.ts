import { TEAMS_MAX } from '../../contract/address.ts';
import { Problem } from '../../contract/errors.ts';
import { foldedName } from '../../contract/folded-name.ts';
import { isoTime } from '../../platform/clock.ts';
import { absent, equals } from '../../table/condition.ts';
import { CONFLICT_ROUNDS, ConcurrencyConflict, ifStill, retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, put, remove, type Transaction, update, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { trailWrite } from '../trail/trail.ts';
import { usageExpiry } from '../usage/monthly-usage.ts';
import { monthOf } from '../usage/months.ts';
import { readTeam, type Team, teamNotFound } from './team.ts';

/** Requests at the same time may exceed the limit by a few. @throws INVALID_REQUEST when the organization has all its teams. */
export function requireRoomForTeam({ teams }: { teams: readonly unknown[] }): void {
  if (teams.length < TEAMS_MAX) return;
  throw new Problem(
    'INVALID_REQUEST',
    `The organization has ${TEAMS_MAX} teams, the most: delete one first.`,
  );
}

/** @throws ALREADY_EXISTS when a team of the organization has the name, as names compare. */
export async function createTeam(
  context: DomainContext,
  organizationId: string,
  name: string,
): Promise<Team> {
  const createdAt = isoTime(context.clock.now());
  const team: Team = { id: context.newId('team'), name, createdAt };
  await context.table.commit([
    put({ ...keys.team(organizationId, team.id), ...team }),
    takeNameWrite(organizationId, team),
    trailWrite(context, organizationId, 'team.created', team.id),
  ]);
  return team;
}

/** @throws NOT_FOUND, ALREADY_EXISTS when another team of the organization has the name. */
export async function renameTeam(
  context: DomainContext,
  organizationId: string,
  teamId: string,
  name: string,
): Promise<Team> {
  return changeTeam(context, organizationId, teamId, (team) => {
    const next: Team = { ...team, name };
    const nameWrite = update(keys.team(organizationId, teamId), { set: { name } }, asRead(team));
    const renamed = [nameWrite, trailWrite(context, organizationId, 'team.renamed', teamId)];
    if (foldedName(name) === foldedName(team.name)) return { next, writes: renamed };
    return {
      next,
      writes: [...renamed, releaseNameWrite(organizationId, team), takeNameWrite(organizationId, next)],
    };
  });
}

/** Deletes a team in one transaction: members keep its id, which shows as no team, for good. @throws NOT_FOUND. */
export async function deleteTeam(
  context: DomainContext,
  organizationId: string,
  teamId: string,
): Promise<void> {
  await changeTeam(context, organizationId, teamId, (team) => ({
    next: team,
    writes: [
      remove(keys.team(organizationId, teamId), asRead(team)),
      releaseNameWrite(organizationId, team),
      formerTeamWrite(context, organizationId, team),
      trailWrite(context, organizationId, 'team.deleted', teamId),
    ],
  }));
}

function changeTeam(
  context: DomainContext,
  organizationId: string,
  teamId: string,
  decide: (team: Team) => { next: Team; writes: Transaction },
): Promise<Team> {
  return retryOnConflict(async () => {
    const { next, writes } = decide(await readTeam(context, organizationId, teamId));
    await context.table.commit(writes);
    return next;
  }, CONFLICT_ROUNDS);
}

function asRead(team: Team) {
  return onlyIf(equals('name', team.name), (existing: unknown) =>
    existing ? new ConcurrencyConflict(`${team.id} has changed.`) : teamNotFound(),
  );
}

function takeNameWrite(organizationId: string, team: Team): Write {
  return put(
    {
      ...keys.teamName(organizationId, foldedName(team.name)),
      teamId: team.id,
    },
    onlyIf(absent, () => new Problem('ALREADY_EXISTS', `A team named ${team.name} exists already.`)),
  );
}

function releaseNameWrite(organizationId: string, team: Team): Write {
  return remove(
    keys.teamName(organizationId, foldedName(team.name)),
    ifStill(equals('teamId', team.id), `The name of ${team.id} has changed.`),
  );
}

/** Keeps the name of a deleted team for as long as its usage is kept. */
function formerTeamWrite({ clock }: DomainContext, organizationId: string, { id, name }: Team): Write {
  const expiresAtSeconds = usageExpiry(monthOf(isoTime(clock.now())));
  return put({ ...keys.formerTeam(organizationId, id), teamId: id, name, expiresAtSeconds });
}
