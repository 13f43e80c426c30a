import type * as z from 'zod';
import type { HeldInviteState, heldInvite, invitingOrganization } from '../../contract/held-invite.ts';
import type { DomainContext } from '../context.ts';
import { findMember, hasAccess } from '../member/member.ts';
import { type Branding, describeBranding, readBranding } from '../organization/branding.ts';
import { findOrganization, type Organization, photosByOf } from '../organization/organization.ts';
import { findInvite, type Invite, inviteNotFound, organizationOfInvite } from './invite.ts';

/**
 * The invite as the holder of its link may see it: of its member only whether there is access, and a masked address. The
 * name helps who is invited, and the holder of an open invite could sign up as that person anyway.
 * @throws NOT_FOUND for an unknown id, and for the invite of a person or an organization that was erased.
 */
export async function lookUpInvite(
  context: DomainContext,
  inviteId: string,
): Promise<z.input<typeof heldInvite>> {
  const organizationId = organizationOfInvite(inviteId);
  if (organizationId === undefined) throw inviteNotFound();
  const [invite, organization, branding] = await Promise.all([
    findInvite(context, organizationId, inviteId),
    findOrganization(context, organizationId),
    readBranding(context, organizationId),
  ]);
  if (!invite || !organization || invite.erasedAt !== undefined) throw inviteNotFound();
  const now = context.clock.now();
  const state = await stateOf(context, invite);
  return {
    state,
    ...(state === 'open' && invite.name !== undefined && { name: invite.name }),
    organization: describeInviting(organization, branding, now),
    maskedEmail: maskedAddress(invite.email),
    expiresAt: invite.expiresAt,
  };
}

/** The inviting organization, as invited people see it. */
export function describeInviting(
  organization: Organization,
  branding: Branding,
  now: number,
): z.input<typeof invitingOrganization> {
  const { name, website, description } = organization;
  const photosBy = photosByOf(organization, now);
  return { name, website, description, branding: describeBranding(branding), photosBy };
}

/** An invite that has expired counts as expired before a sweep has closed it, and a used one when the access is over. */
async function stateOf(context: DomainContext, invite: Invite): Promise<HeldInviteState> {
  const { status, expiresAt, organizationId, memberId } = invite;
  const now = context.clock.now();
  if (status === 'pending') return Date.parse(expiresAt) > now ? 'open' : 'expired';
  if (status !== 'used' || memberId === undefined) return status;
  const member = await findMember(context, organizationId, memberId);
  // The invite of a person who was erased becomes a tombstone a little later.
  if (!member) throw inviteNotFound();
  return hasAccess(member, invite, now) ? 'used' : 'expired';
}

/** `anna@company.example` as `a•••@company.example`. A single character before the @ is not shown. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = '', ...others] = email.slice(0, at);
  return `${others.length > 0 ? first : ''}•••${email.slice(at)}`;
}
