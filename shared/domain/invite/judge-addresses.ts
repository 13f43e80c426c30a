import type { AddressState } from '../../contract/invites.ts';
import { keys } from '../../table/keys.ts';
import type { DomainContext } from '../context.ts';
import type { Member } from '../member/member.ts';
import { readBalance } from '../organization/credits.ts';
import { type Invite, validityOf } from './invite.ts';
import { addressLimit, type InviteMailsExceeded, type MailsTo, mailsLeftToday } from './mail-limit.ts';
import { isRenewable } from './renewal.ts';

/** An address with the reasons for and against an invite to it. */
export interface JudgedAddress {
  email: string;
  state: AddressState;
  /** The invite that has the address although it has expired. */
  expired: Invite | undefined;
  /** The member who has the address and may get another model. */
  renews: string | undefined;
  mails: MailsTo | undefined;
  /** The limit of mails to the address, once it is reached. */
  limit: InviteMailsExceeded | undefined;
}

/** Judges addresses as they are now, in their order. Changes nothing. */
export async function judgeAddresses(
  { table, clock }: DomainContext,
  organizationId: string,
  emails: readonly string[],
): Promise<JudgedAddress[]> {
  const [holders, mails] = await Promise.all([
    table.getMany<Partial<Record<'memberId' | 'inviteId', string>>>(
      emails.map((email) => keys.email(organizationId, email)),
    ),
    table.getMany<MailsTo>(emails.map((email) => keys.inviteMailsTo(organizationId, email))),
  ]);
  const inviteIds = holders.flatMap((holder) => holder?.inviteId ?? []);
  const memberIds = holders.flatMap((holder) => holder?.memberId ?? []);
  const [invites, members] = await Promise.all([
    table.getMany<Invite>(inviteIds.map((id) => keys.invite(organizationId, id))),
    table.getMany<Member>(memberIds.map((id) => keys.member(organizationId, id))),
  ]);
  const now = clock.now();
  return emails.map((email, position) => {
    const { inviteId, memberId } = holders[position] ?? {};
    const invite = inviteId === undefined ? undefined : invites[inviteIds.indexOf(inviteId)];
    const member = memberId === undefined ? undefined : members[memberIds.indexOf(memberId)];
    const isInvited = invite !== undefined && validityOf(invite, now) === 'pending';
    const isMember = member !== undefined && !isRenewable(member);
    const limit = addressLimit(email, mails[position] ?? {}, now);
    return {
      email,
      state: isInvited ? 'invited' : isMember ? 'member' : limit ? 'mailedTooOften' : 'open',
      expired: isInvited ? undefined : invite,
      renews: member?.id,
      mails: mails[position],
      limit,
    };
  });
}

/** The state of each address, and how many invites can be sent now. Expired invites count until they are closed. */
export async function checkInvites(
  context: DomainContext,
  organizationId: string,
  emails: readonly string[],
) {
  const [judged, { credits, pendingInvites, slots }] = await Promise.all([
    judgeAddresses(context, organizationId, emails),
    readBalance(context, organizationId),
  ]);
  return {
    results: judged.map(({ email, state }) => ({ email, state })),
    limits: {
      credits,
      pendingInvites,
      invitesLeft: Math.max(0, slots),
      mailsLeft: await mailsLeftToday(context, organizationId, credits),
    },
  };
}
