import { canonicalAddress } from '../../contract/undeliverable.ts';
import { sha256 } from '../../table/keys.ts';

/**
 * Subjects of kept answers. An answer is sealed, so the erasure of a person finds it by the hashes of the
 * address and the member's id.
 */

/** An address belongs to another person in each organization. */
export function addressSubject(organizationId: string, email: string): string {
  return sha256(`${organizationId}#${canonicalAddress(email)}`);
}

export function idSubject(memberId: string): string {
  return sha256(memberId);
}

const ADDRESS = /[^\s@"\\<>(),;:]+@[^\s@"\\<>(),;:]+/g;
const MEMBER_ID = /mem_[0-9A-Z]{26}/g;

/**
 * The subjects that a request or its answer names.
 * @param organizationId undefined without a caller, whose answers name the member by id
 */
export function subjectsIn(organizationId: string | undefined, ...texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [id] of text.matchAll(MEMBER_ID)) found.add(idSubject(id));
    if (organizationId === undefined) continue;
    // A sentence may end with the address.
    for (const [email] of text.matchAll(ADDRESS))
      found.add(addressSubject(organizationId, email.replace(/\.+$/, '')));
  }
  return [...found];
}
