import type { Problem } from '../../contract/errors.ts';
import { absent } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { put, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { expireInvite } from './expire.ts';
import { findInvite, validityOf } from './invite.ts';

/** Who an address of the organization is held for. */
export type Holder = { memberId: string } | { inviteId: string };

/** An address that was to be held is held already. */
class AddressHeld extends Error {
  override readonly name = 'AddressHeld';
  readonly inviteId: string | undefined;

  constructor(existing: Record<string, unknown> | undefined) {
    super('The address is held already.');
    this.inviteId = typeof existing?.inviteId === 'string' ? existing.inviteId : undefined;
  }
}

/** Holds a free address; belongs into what {@link holdingAddress} runs. */
export function holdAddressWrite(organizationId: string, email: string, holder: Holder): Write {
  return put(
    { ...keys.email(organizationId, email), ...holder },
    { condition: absent, onConditionFailed: (existing) => new AddressHeld(existing) },
  );
}

/** An address is freed and held again this often, in case others are after it too. */
const HOLD_TRIES = 3;

/**
 * Runs `hold`, which holds an address. When it is held for an invite that has expired, which no sweep has noticed yet,
 * that is made good and `hold` runs once more.
 * @throws `taken()` when the address is held for a member or for an invite that is valid.
 */
export async function holdingAddress<Result>(
  context: DomainContext,
  organizationId: string,
  taken: () => Problem,
  hold: () => Promise<Result>,
): Promise<Result> {
  for (let tryCount = 1; ; tryCount++) {
    try {
      return await hold();
    } catch (error) {
      if (!(error instanceof AddressHeld)) throw error;
      if (error.inviteId === undefined || tryCount === HOLD_TRIES) throw taken();
      const invite = await findInvite(context, organizationId, error.inviteId);
      if (!invite || validityOf(invite, context.clock.now()) === 'pending') throw taken();
      await expireInvite(context, invite);
    }
  }
}
