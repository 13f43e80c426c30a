import type { DomainContext } from '../context.ts';
import { findSuppressed } from '../suppression/suppression.ts';
import { usersOf } from './user.ts';

/**
 * The addresses of an organization's owners, for a mail to all of them. Those that have refused its mail are left out,
 * so there may be none.
 * @param except the id of a user who is not to be mailed
 */
export async function ownersToMail(
  context: DomainContext,
  organizationId: string,
  except?: string,
): Promise<string[]> {
  const users = await usersOf(context, organizationId);
  const addresses = users.flatMap(({ id, role, email }) =>
    role === 'owner' && id !== except ? [email] : [],
  );
  const suppressed = await Promise.all(
    addresses.map((email) => findSuppressed(context, organizationId, email)),
  );
  return addresses.filter((_, index) => suppressed[index] === undefined);
}
