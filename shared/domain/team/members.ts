import { counted, Problem } from '../../contract/errors.ts';
import { ENTRY_CHANGES_MAX, type ListedWrite, listedWrites } from '../../lists/writes.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { both, exists, unchanged } from '../../table/condition.ts';
import { CONFLICT_ROUNDS, ifStill, retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { check, onlyIf, TRANSACTION_MAX_WRITES } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { listedMembers, listedModels } from '../listed.ts';
import type { Member } from '../member/member.ts';
import { trailWrite } from '../trail/trail.ts';
import { readTeam, teamNotFound } from './team.ts';

/**
 * One write checks the team, and one records it in the audit trail. Each member takes one write, and one more for the
 * model, and both change a list, for which the log of lists takes a write for so many.
 */
const MEMBERS_PER_TRANSACTION = Math.floor((TRANSACTION_MAX_WRITES - 3) / (2 + 2 / ENTRY_CHANGES_MAX));

/**
 * Moves members into a team, out of their former one; by several transactions where they do not fit one. Safe to repeat.
 * @param emails distinct normalized addresses
 * @throws NOT_FOUND for an unknown team, INVALID_REQUEST with the addresses that no member has.
 */
export async function addTeamMembers(
  context: DomainContext,
  organizationId: string,
  teamId: string,
  emails: readonly string[],
): Promise<void> {
  const [, memberIds] = await allInOrder(
    readTeam(context, organizationId, teamId),
    memberIdsOf(context, organizationId, emails),
  );
  for (let first = 0; first < memberIds.length; first += MEMBERS_PER_TRANSACTION) {
    const chunk = memberIds.slice(first, first + MEMBERS_PER_TRANSACTION);
    await moveTogether(context, organizationId, teamId, chunk);
  }
}

async function memberIdsOf(
  context: DomainContext,
  organizationId: string,
  emails: readonly string[],
): Promise<string[]> {
  const addresses = await context.table.getMany<{ memberId?: string }>(
    emails.map((email) => keys.email(organizationId, email)),
  );
  // An address of an invite is not yet a member's.
  const unknown = emails.filter((_, position) => addresses[position]?.memberId === undefined);
  if (unknown.length > 0) {
    throw new Problem(
      'INVALID_REQUEST',
      `No member was added: ${counted(unknown.length, 'address belongs', 'addresses belong')} to no member of the organization. The field 'emails' lists what is unknown.`,
      { emails: unknown },
    );
  }
  // One member may hold several addresses, and one transaction writes an item once.
  return [...new Set(addresses.flatMap((address) => address?.memberId ?? []))];
}

function moveTogether(
  context: DomainContext,
  organizationId: string,
  teamId: string,
  memberIds: readonly string[],
): Promise<void> {
  return retryOnConflict(async () => {
    const members = await context.table.getMany<Member>(
      memberIds.map((memberId) => keys.member(organizationId, memberId)),
    );
    await context.table.commit([
      check(keys.team(organizationId, teamId), onlyIf(exists, teamNotFound)),
      trailWrite(context, organizationId, 'team.members_added', teamId),
      // A member who was deleted after the addresses were read needs no team.
      ...listedWrites(
        context,
        ...members.flatMap((member) => (member ? joiningWrites(organizationId, teamId, member) : [])),
      ),
    ]);
  }, CONFLICT_ROUNDS);
}

/** The items of member and model both hold the team, since both are listed by team. */
function joiningWrites(organizationId: string, teamId: string, member: Member): ListedWrite[] {
  const { id, modelId, model } = member;
  const change = { set: { teamId } };
  const changed = `${id} has changed.`;
  // The lists are told of the former team and of the status, so both have to be as they were read.
  const condition = both(exists, unchanged('teamId', member.teamId), unchanged('model', model));
  const next = { ...member, teamId };
  const memberWrite = listedMembers.update(organizationId, member, next, change, ifStill(condition, changed));
  if (modelId === undefined || model === undefined) return [memberWrite];
  const { status, isDevelopment = false } = model;
  const former = {
    id: modelId,
    status,
    isDevelopment,
    ...(member.teamId !== undefined && { teamId: member.teamId }),
  };
  const guard = ifStill(exists, changed);
  return [memberWrite, listedModels.update(organizationId, former, { ...former, teamId }, change, guard)];
}
