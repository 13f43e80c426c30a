import {
  addressFault,
  hasUrl,
  PERSON_NAME_MAX_LENGTH,
  TEAM_NAME_MAX_LENGTH,
} from '../../../shared/contract/address.ts';
import { foldedName } from '../../../shared/contract/folded-name.ts';
import type { AddressState } from '../../../shared/contract/invites.ts';
import type { Fault, SendingList } from './list.ts';
import type { ListRow } from './parse-list.ts';

export interface Team {
  id: string;
  name: string;
}

/** A line before it is sent: with the reason against it, or with its team, unless that has yet to be created. */
export interface JudgedRow extends ListRow {
  fault?: Fault;
  teamId?: string;
}

/** The addresses of a list whose form is right, each once. */
export function addressesOf(rows: readonly ListRow[]): string[] {
  return [...new Set(rows.map(({ email }) => email).filter((email) => formFault(email) === undefined))];
}

/**
 * Judges each line of a list.
 * @param states the states of addresses as the service has told them; an address without one counts as open
 */
export function judgeList(
  rows: readonly ListRow[],
  teams: readonly Team[],
  states: ReadonlyMap<string, AddressState>,
): JudgedRow[] {
  const seen = new Set<string>();
  // A team can be written by its name, in any case, or by its id.
  const teamById = new Map(teams.map((team) => [team.id, team]));
  const teamByName = new Map(teams.map((team) => [foldedName(team.name), team]));
  return rows.map((row) => {
    const team = teamById.get(row.team) ?? teamByName.get(foldedName(row.team));
    const state = states.get(row.email) ?? 'open';
    const isRepeated = seen.has(row.email);
    seen.add(row.email);
    const fault: Fault | undefined =
      formFault(row.email) ??
      (isRepeated ? 'repeated' : undefined) ??
      (state === 'open' ? undefined : state) ??
      nameFault(row.name) ??
      teamFault(row.team);
    return { ...row, ...(fault && { fault }), ...(team && { teamId: team.id }) };
  });
}

function needsTeam({ fault, team, teamId }: JudgedRow): boolean {
  return fault === undefined && team !== '' && teamId === undefined;
}

/** The names of teams to create before the list is sent, each once, as they are written first. */
export function newTeams(rows: readonly JudgedRow[]): string[] {
  const names = new Map<string, string>();
  for (const { team } of rows.filter(needsTeam))
    if (!names.has(foldedName(team))) names.set(foldedName(team), team);
  return [...names.values()];
}

/** The list to send, when its new teams are created. A line that is not sent is in it with its outcome. */
export function listToSend(rows: readonly JudgedRow[], now: number): SendingList {
  const lines = rows.map(({ fault, ...row }) => {
    const outcome = fault ?? (needsTeam(row) ? 'unknownTeam' : undefined);
    return { ...row, ...(outcome && { outcome }) };
  });
  return { startedAt: now, lines, toSend: lines.filter(({ outcome }) => outcome === undefined).length };
}

function formFault(email: string): Fault | undefined {
  return email === '' ? 'noAddress' : addressFault(email);
}

function nameFault(name: string): Fault | undefined {
  if (name.length > PERSON_NAME_MAX_LENGTH) return 'nameTooLong';
  return hasUrl(name) ? 'urlInName' : undefined;
}

function teamFault(name: string): Fault | undefined {
  if (name.length > TEAM_NAME_MAX_LENGTH) return 'teamTooLong';
  return hasUrl(name) ? 'urlInTeam' : undefined;
}
