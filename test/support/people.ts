import { expect } from 'vitest';
import { auditOrganization } from '../../shared/audit/audit.ts';
import type { Answer } from '../../shared/contract/call.ts';
import { deployedImageStore } from '../../shared/deployed/images.ts';
import { listedMembers } from '../../shared/domain/listed.ts';
import { findMember, type Member } from '../../shared/domain/member/member.ts';
import { searchWordWrites } from '../../shared/domain/member/search-words.ts';
import { readModel } from '../../shared/domain/model/model.ts';
import { listedWrites } from '../../shared/lists/writes.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import { absent } from '../../shared/table/condition.ts';
import { keys } from '../../shared/table/keys.ts';
import { put, update } from '../../shared/table/transaction.ts';
import { operator, someEmail, type Tenant } from './tenant.ts';

export const TEAMS = '/api/v2/organization/teams';
export const UNKNOWN_TEAM = 'team_00000000000000000000000000';
export const MEMBERS = '/api/v2/organization/team';

export type Team = Answer<'GET /api/v2/organization/teams'>['teams'][number];
export type Page = Answer<'GET /api/v2/organization/team'>['pagination'];

/** Stores an invited member who has signed up and has no model yet. */
export async function joinMember(tenant: Tenant, fields: Partial<Member> = {}): Promise<Member> {
  const member: Member = {
    id: operator.newId('member'),
    email: someEmail(),
    anonymous: false,
    joinedAt: isoTime(operator.clock.now()),
    ...fields,
  };
  const onConditionFailed = () => new Error(`${member.email} is taken.`);
  await operator.table.commit([
    put(
      { ...keys.email(tenant.organizationId, member.email), memberId: member.id },
      { condition: absent, onConditionFailed },
    ),
    ...listedWrites(operator, listedMembers.add(tenant.organizationId, member)),
    ...searchWordWrites(tenant.organizationId, undefined, member),
  ]);
  return member;
}

/** Turns the user of a white-label model into an invited member, who remains when the model is deleted. */
export async function turnIntoInvited(tenant: Tenant, modelId: string): Promise<Member> {
  const { organizationId } = tenant;
  const { memberId } = await readModel(operator, organizationId, modelId);
  await operator.table.commit([
    update(keys.model(organizationId, modelId), { set: { whiteLabel: false } }),
    update(keys.member(organizationId, memberId), { set: { anonymous: false } }),
  ]);
  const member = await findMember(operator, organizationId, memberId);
  if (!member) throw new Error(`The model ${modelId} has no member.`);
  return member;
}

export async function createTeam(tenant: Tenant, name: string): Promise<Team> {
  return (await tenant.api.ask('POST /api/v2/organization/teams', { body: { name } })).team;
}

export async function addToTeam(tenant: Tenant, team: Team, ...emails: string[]): Promise<void> {
  const path = { teamId: team.id };
  await tenant.api.ask('POST /api/v2/organization/teams/{teamId}/members', { path, body: { emails } });
}

/** The organization's teams. */
export async function teamsOf(tenant: Tenant): Promise<Team[]> {
  return (await tenant.api.ask('GET /api/v2/organization/teams')).teams;
}

/** The team name of each member in the combined list, by e-mail address. */
export async function teamNamesOf(tenant: Tenant): Promise<Record<string, string | null>> {
  const { members } = await tenant.api.ask('GET /api/v2/organization/team', { query: { limit: 200 } });
  return Object.fromEntries(members.map(({ email, teamName }) => [email, teamName]));
}

export async function expectCleanAudit({ organizationId }: Tenant): Promise<void> {
  const { violations } = await auditOrganization(operator, deployedImageStore(), organizationId);
  expect(violations).toEqual([]);
}

/** Status and code of an answer: what a onConditionFailed is recognised by. */
export async function codeOf(answer: Promise<{ status: number; body: Record<string, unknown> }>) {
  const { status, body } = await answer;
  return [status, body.code];
}
