import { Problem } from '../../contract/errors.ts';
import type { ChangedInvite } from '../../contract/invites.ts';
import { INVITE_UNCHANGED } from '../../contract/statuses.ts';

/**
 * Changes the invite of each address, one after another: the changes write the same counters, so parallel ones would
 * conflict. An invite that cannot be changed stops no other.
 * @param emails distinct addresses
 * @returns one result for each address, in the same order
 */
export async function changeInvites(
  emails: readonly string[],
  change: (email: string) => Promise<unknown>,
): Promise<{ changed: number; message: string; results: ChangedInvite[] }> {
  const results: ChangedInvite[] = [];
  for (const email of emails) results.push(await outcomeOf(email, change));
  const changed = results.filter(({ done }) => done).length;
  const message = `${changed} of ${emails.length} invites ${changed === 1 ? 'was' : 'were'} changed.`;
  return { changed, message, results };
}

async function outcomeOf(email: string, change: (email: string) => Promise<unknown>): Promise<ChangedInvite> {
  try {
    await change(email);
    return { email, done: true };
  } catch (error) {
    const code = error instanceof Problem && INVITE_UNCHANGED.find((refusal) => refusal === error.code);
    if (!code) throw error;
    return { email, done: false, code, error: error.message };
  }
}
