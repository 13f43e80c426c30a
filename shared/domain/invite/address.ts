import type { Problem } from '../../contract/errors.ts';
import { absent } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, put, type Write } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import { expireInvite } from './close.ts';
import { findInvite, validityOf } from './invite.ts';

/** The member or invite that has an address of the organization. */
export type Holder = { memberId: string } | { inviteId: string };

export class AddressTaken extends Error {
  override readonly name = 'AddressTaken';
  readonly inviteId: string | undefined;

  constructor(existing: Record<string, unknown> | undefined) {
    super('The address is taken.');
    this.inviteId = typeof existing?.inviteId === 'string' ? existing.inviteId : undefined;
  }
}

/** Takes a free address. {@link takingAddress} has to run its transaction. */
export function takeAddressWrite(organizationId: string, email: string, holder: Holder): Write {
  return put(
    { ...keys.email(organizationId, email), ...holder },
    onlyIf(absent, (existing) => new AddressTaken(existing)),
  );
}

/** Tries to take an address that other requests compete for. */
const TRIES = 3;

/** Runs `take`, which takes an address, after closing an expired invite that has it. @throws `taken()` for any other. */
export async function takingAddress<Result>(
  context: DomainContext,
  organizationId: string,
  taken: (error: AddressTaken) => Problem,
  take: () => Promise<Result>,
): Promise<Result> {
  for (let tryCount = 1; ; tryCount++) {
    try {
      return await take();
    } catch (error) {
      if (!(error instanceof AddressTaken)) throw error;
      if (error.inviteId === undefined || tryCount === TRIES) throw taken(error);
      const invite = await findInvite(context, organizationId, error.inviteId);
      if (!invite || validityOf(invite, context.clock.now()) === 'pending') throw taken(error);
      await expireInvite(context, invite);
    }
  }
}
