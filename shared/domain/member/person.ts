import { Problem } from '../../contract/errors.ts';
import { ID_PREFIXES } from '../../platform/id.ts';
import type { DomainContext } from '../context.ts';
import { inviteStatusOf } from '../invite/describe.ts';
import { findInvite, findInviteTo, type Invite } from '../invite/invite.ts';
import { describeModel } from '../model/describe.ts';
import { findModel, type Model } from '../model/model.ts';
import type { TeamNames } from '../team/list.ts';
import { listedMember } from './list.ts';
import { findMember, findMemberAt, type Member } from './member.ts';

/** A member with invite and model, someone who was only invited, or the model that is left of a person who was erased. */
interface Person {
  member: Member | undefined;
  invite: Invite | undefined;
  model: Model | undefined;
}

/**
 * Someone of the organization; everything is undefined for no one.
 * @param who the id of a member or a model, or an address
 */
export async function findPerson(
  context: DomainContext,
  organizationId: string,
  who: string,
): Promise<Person> {
  const address = who.includes('@') ? who : undefined;
  const named = who.startsWith(`${ID_PREFIXES.model}_`)
    ? await findModel(context, organizationId, who)
    : undefined;
  const member =
    address === undefined
      ? await findMember(context, organizationId, named?.memberId ?? who)
      : await findMemberAt(context, organizationId, address);
  const { inviteId, modelId } = member ?? {};
  const [invite, model] = await Promise.all([
    inviteId !== undefined
      ? findInvite(context, organizationId, inviteId)
      : address !== undefined
        ? findInviteTo(context, organizationId, address)
        : undefined,
    modelId !== undefined ? findModel(context, organizationId, modelId) : named,
  ]);
  return { member, invite, model };
}

/** @throws NOT_FOUND when the organization has no such person. */
export async function readPerson(
  context: DomainContext,
  organizationId: string,
  who: string,
): Promise<Person> {
  const person = await findPerson(context, organizationId, who);
  if (person.member || person.invite || person.model) return person;
  throw new Problem('NOT_FOUND', 'The person does not exist.');
}

export function describePerson({ member, invite, model }: Person, names: TeamNames, now: number) {
  return {
    member: member ? listedMember(member, names) : null,
    invite: invite
      ? {
          email: invite.email,
          ...(invite.name !== undefined && { name: invite.name }),
          status: inviteStatusOf(invite, member, now),
          ...(invite.mailRefused && { mailRefused: invite.mailRefused }),
          ...(invite.mailedAt !== undefined && { mailedAt: invite.mailedAt }),
          createdAt: invite.createdAt,
          expiresAt: invite.expiresAt,
        }
      : null,
    model: model ? describeModel(model, names) : null,
  };
}
