import type { Member } from '../../shared/domain/member/member.ts';
import { isoTime } from '../../shared/platform/clock.ts';
import { absent } from '../../shared/table/condition.ts';
import { keys } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';
import { operator, someEmail, type Tenant } from './tenant.ts';

export const TEAMS = '/api/v2/organization/teams';
export const MEMBERS = '/api/v2/organization/team';

export interface Team {
  id: string;
  name: string;
}

export interface Page {
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
}

/** Someone who signed up and has not begun: an invited member without a model. */
export async function joinMember(tenant: Tenant, fields: Partial<Member> = {}): Promise<Member> {
  const member: Member = {
    id: operator.newId('member'),
    email: someEmail(),
    anonymous: false,
    joinedAt: isoTime(operator.clock.now()),
    ...fields,
  };
  const refusal = () => new Error(`${member.email} is taken.`);
  await operator.table.commit([
    put(
      { ...keys.email(tenant.organizationId, member.email), entity: 'EMAIL', memberId: member.id },
      { condition: absent, refusal },
    ),
    put({ ...keys.member(tenant.organizationId, member.id), entity: 'MEMBER', ...member }),
  ]);
  return member;
}

export async function createTeam(tenant: Tenant, name: string): Promise<Team> {
  return (await tenant.api.expect<{ team: Team }>('POST', TEAMS, { name })).team;
}

export async function addToTeam(tenant: Tenant, team: Team, ...emails: string[]): Promise<void> {
  await tenant.api.expect('POST', `${TEAMS}/${team.id}/members`, { emails });
}

/** Status and code of an answer: what a refusal is recognised by. */
export async function codeOf(answer: Promise<{ status: number; body: Record<string, unknown> }>) {
  const { status, body } = await answer;
  return [status, body.code];
}
