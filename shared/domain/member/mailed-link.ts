import { DAY } from '../../platform/clock.ts';
import type { Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { tokenWrite } from './session.ts';

/** People read a mail that they have not asked for hours or days later. */
const UNASKED_LINK_DAYS = 7;

/** A stored link for a mail that the member has not asked for, with the days for which it works. */
export async function unaskedLink(
  context: DomainContext,
  appUrl: string,
  organizationId: string,
  memberId: string,
): Promise<{ link: string; linkDays: number }> {
  const lifetime = UNASKED_LINK_DAYS * DAY;
  const { link, write } = returnLinkWrite(context, appUrl, organizationId, memberId, lifetime);
  await context.table.commit([write]);
  return { link, linkDays: UNASKED_LINK_DAYS };
}

/** A link by which a member comes back, once, and the write of its token. @param lifetime in milliseconds */
export function returnLinkWrite(
  context: DomainContext,
  appUrl: string,
  organizationId: string,
  memberId: string,
  lifetime?: number,
): { link: string; write: Write } {
  const { token, write } = tokenWrite(context, 'return', organizationId, memberId, {}, lifetime);
  return { link: `${appUrl}/auth/signup?token=${token}`, write };
}

/** The address of a link that confirms an address of the member, and the write that stores its token. */
export function confirmationLinkWrite(
  context: DomainContext,
  appUrl: string,
  { organizationId, memberId, email }: { organizationId: string; memberId: string; email: string },
): { link: string; write: Write } {
  const { token, write } = tokenWrite(context, 'confirm', organizationId, memberId, { email });
  return { link: `${appUrl}/auth/signup?confirm=${token}`, write };
}
