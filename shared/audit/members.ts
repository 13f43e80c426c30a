import { isDeepStrictEqual } from 'node:util';
import type { DomainContext } from '../domain/context.ts';
import type { Member } from '../domain/member/member.ts';
import { type Model, projectionOf } from '../domain/model/model.ts';
import { collections, type Key, keys } from '../table/keys.ts';

/** Members, addresses and models must refer to each other. */
export async function auditMembers(
  context: DomainContext,
  organizationId: string,
  models: readonly Model[],
): Promise<{ checked: number; violations: string[] }> {
  const [members, addresses] = await Promise.all([
    context.table.all<Member>(collections.members(organizationId)),
    context.table.all<Key & { memberId?: string }>(collections.emails(organizationId)),
  ]);
  const violations: string[] = [];
  const memberById = new Map(members.map((member) => [member.id, member]));
  const addressByKey = new Map(addresses.map((address) => [address.SK, address]));
  const modelById = new Map(models.map((model) => [model.id, model]));

  for (const member of members) {
    const address = addressByKey.get(keys.email(organizationId, member.email).SK);
    if (address?.memberId !== member.id) violations.push(`The address of ${member.id} is not held for it.`);
    const usedUp = models.some(
      ({ memberId, inviteId, status, creditTaken }) =>
        memberId === member.id && inviteId === member.inviteId && status === 'deleted' && creditTaken,
    );
    if (member.inviteId !== undefined && usedUp !== (member.inviteUsedUp ?? false)) {
      violations.push(
        `The invite of ${member.id} is marked as used up: ${!usedUp}, which contradicts its models.`,
      );
    }
    if (member.modelId === undefined) continue;
    const model = modelById.get(member.modelId);
    if (model?.memberId !== member.id || model.status === 'deleted') {
      violations.push(`${member.id} names the model ${member.modelId}, which is not its own.`);
    } else if (!isDeepStrictEqual(member.model, projectionOf(model))) {
      violations.push(`${member.id} holds an outdated projection of its model ${model.id}.`);
    } else if (member.teamId !== model.teamId) {
      violations.push(`${member.id} and its model ${model.id} are not in the same team.`);
    }
  }
  for (const { SK, memberId } of addresses) {
    if (memberId !== undefined && !memberById.has(memberId)) {
      violations.push(`${SK} is held for ${memberId}, which does not exist.`);
    }
  }
  for (const model of models) {
    if (model.status !== 'deleted' && memberById.get(model.memberId)?.modelId !== model.id) {
      violations.push(`${model.id} is not the model of its member ${model.memberId}.`);
    }
  }
  return { checked: members.length, violations };
}
