import type { Problem } from '../../contract/errors.ts';
import { absent } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { put, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { expireInvite } from './close.ts';
import { findInvite, validityOf } from './invite.ts';

/** The member or invite that an address of the organization is held for. */
export type Holder = { memberId: string } | { inviteId: string };

/** The address is held already, perhaps for an invite. */
export class AddressHeld extends Error {
  override readonly name = 'AddressHeld';
  readonly inviteId: string | undefined;

  constructor(existing: Record<string, unknown> | undefined) {
    super('The address is held already.');
    this.inviteId = typeof existing?.inviteId === 'string' ? existing.inviteId : undefined;
  }
}

/** The write that holds a free address. {@link holdingAddress} has to run its transaction. */
export function holdAddressWrite(organizationId: string, email: string, holder: Holder): Write {
  return put(
    { ...keys.email(organizationId, email), ...holder },
    { condition: absent, onConditionFailed: (existing) => new AddressHeld(existing) },
  );
}

/** Tries to hold an address that other requests compete for. */
const HOLD_TRIES = 3;

/**
 * Runs `hold`, whose transaction holds an address. When the address is held for an invite that has expired
 * since the last sweep, the invite is closed and `hold` runs once more.
 * @throws `taken()` when the address is held for a member or for an invite that is valid.
 */
export async function holdingAddress<Result>(
  context: DomainContext,
  organizationId: string,
  taken: (held: AddressHeld) => Problem,
  hold: () => Promise<Result>,
): Promise<Result> {
  for (let tryCount = 1; ; tryCount++) {
    try {
      return await hold();
    } catch (error) {
      if (!(error instanceof AddressHeld)) throw error;
      if (error.inviteId === undefined || tryCount === HOLD_TRIES) throw taken(error);
      const invite = await findInvite(context, organizationId, error.inviteId);
      if (!invite || validityOf(invite, context.clock.now()) === 'pending') throw taken(error);
      await expireInvite(context, invite);
    }
  }
}
