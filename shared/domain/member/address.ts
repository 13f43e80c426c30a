import { Problem } from '../../contract/errors.ts';
import type { MailMessageOf } from '../../contract/messages.ts';
import { mailEventWrite } from '../../events/mail-event.ts';
import { listedWrites } from '../../lists/writes.ts';
import { addressMail } from '../../mail/member-mail.ts';
import type { Mailer } from '../../mail/message.ts';
import { attributeAbsent, both, equals, unchanged } from '../../table/condition.ts';
import { CONFLICT_ROUNDS, ifStill, retryOnConflict } from '../../table/conflict.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, remove, type Transaction, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { takeAddressWrite, takingAddress } from '../invite/address.ts';
import { listedMembers } from '../listed.ts';
import { findMemberModel } from '../model/model.ts';
import { transitionWrites } from '../model/transition.ts';
import { readOrganization } from '../organization/organization.ts';
import { trailWrite } from '../trail/trail.ts';
import { confirmationLinkWrite } from './mailed-link.ts';
import { findMember, type Member } from './member.ts';
import { invalidLink } from './open-session.ts';
import { recipientOf } from './recipient.ts';
import { searchWordWrites, unchangedNameAndEmail } from './search-words.ts';
import { findToken } from './session.ts';

/** A chosen address counts once a mailed link was opened: so no one takes another's, or finds out who is a member. */

/** The write that has a link mailed to the chosen address of a member. */
export function confirmationMailWrite(
  context: DomainContext,
  organizationId: string,
  memberId: string,
): Write {
  const message = { template: 'address', organizationId, memberId } as const;
  return mailEventWrite(context, keys.addressEvent(organizationId, memberId), message);
}

/** Mails the link to the chosen address, unless it was confirmed or the member erased meanwhile. */
export async function mailConfirmation(
  context: DomainContext,
  appUrl: string,
  mailer: Mailer,
  { organizationId, memberId }: Omit<MailMessageOf<'address'>, 'template'>,
): Promise<void> {
  const member = await findMember(context, organizationId, memberId);
  const email = member?.pendingEmail;
  if (email === undefined) return;
  const organization = await readOrganization(context, organizationId);
  const { link, write } = confirmationLinkWrite(context, appUrl, { organizationId, memberId, email });
  await context.table.commit([write]);
  await mailer.send(addressMail(await recipientOf(context, email, member, organization), link), {
    organizations: [organizationId],
    recipient: 'new',
  });
}

/**
 * Makes the chosen address that of the member. The token works once. @returns the address
 * @throws UNAUTHORIZED for an invalid token, INVALID_REQUEST when another member or invite has the address.
 */
export async function confirmAddress(context: DomainContext, token: string): Promise<string> {
  const found = await findToken(context, 'confirm', token);
  const email = found?.record.email;
  if (!found || email === undefined) throw invalidLink();
  const { organizationId, memberId, hash } = found;
  const commit = async () => {
    const member = await findMember(context, organizationId, memberId);
    if (member?.pendingEmail !== email) throw invalidLink();
    await context.table.commit([
      remove(
        keys.memberToken(organizationId, memberId, hash),
        onlyIf(equals('purpose', 'confirm'), invalidLink),
      ),
      // An invite for another model holds the former address as well.
      remove(
        keys.email(organizationId, member.email),
        onlyIf(both(equals('memberId', memberId), attributeAbsent('inviteId')), inviteIsPending),
      ),
      takeAddressWrite(organizationId, email, { memberId }),
      ...(await memberWrites(context, organizationId, member, email)),
      trailWrite(context, organizationId, 'member.address_changed', memberId, {
        kind: 'member',
        id: memberId,
      }),
    ]);
  };
  await retryOnConflict(() => takingAddress(context, organizationId, addressTaken, commit), CONFLICT_ROUNDS);
  return email;
}

/** The address in the member's item, among the words by which the member is found, and in the member's model. */
async function memberWrites(
  context: DomainContext,
  organizationId: string,
  member: Member,
  email: string,
): Promise<Transaction> {
  const { id, modelId } = member;
  const change = listedMembers.update(
    organizationId,
    member,
    member,
    { set: { email, isReached: true }, remove: ['pendingEmail'] },
    ifStill(both(unchangedNameAndEmail(member), unchanged('modelId', modelId)), `${id} has changed.`),
  );
  const words = searchWordWrites(organizationId, member, { ...member, email });
  const model = await findMemberModel(context, organizationId, member);
  if (!model) return [...listedWrites(context, change), ...words];
  const { writes } = transitionWrites(context, model, { change: { email }, webhooks: [], member: change });
  return [...writes, ...words];
}

function addressTaken(): Problem {
  return new Problem(
    'INVALID_REQUEST',
    'This address belongs to another member or invite of the organization; the former address stays.',
  );
}

function inviteIsPending(): Problem {
  return new Problem(
    'INVALID_REQUEST',
    'There is a pending invite to the former address: use it first, and then open this link again.',
  );
}
