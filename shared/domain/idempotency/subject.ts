import { ADDRESS_MAX_LENGTH, canonicalAddress } from '../../contract/address.ts';
import { sha256 } from '../../table/keys.ts';

/** Hashes of addresses and member ids, by which an erasure finds the answers about a person, which are sealed. */

/** An address belongs to another person in each organization. */
export function addressSubject(organizationId: string, email: string): string {
  return sha256(`${organizationId}#${canonicalAddress(email)}`);
}

export function idSubject(memberId: string): string {
  return sha256(memberId);
}

/** Characters that end an address within a sentence. */
const DELIMITER = /[\s"\\<>(),;:]/;
/** A sentence may end with the address. */
const FINAL_DOTS = /(?<!\.)\.+$/;
const MEMBER_ID = /mem_[0-9A-Z]{26}/g;

/**
 * The subjects that an answer or its request names.
 * @param organizationId undefined without a caller, whose answers name the member by id
 */
export function subjectsIn(organizationId: string | undefined, answer: unknown, body?: unknown): string[] {
  const found = new Set<string>();
  const add = (address: string) => {
    if (organizationId !== undefined && address.includes('@'))
      found.add(addressSubject(organizationId, address));
  };
  const fields = [...textsIn(body)];
  for (const text of [...textsIn(answer), ...fields]) {
    for (const [id] of text.matchAll(MEMBER_ID)) found.add(idSubject(id));
    for (const word of text.split(DELIMITER)) add(word.replace(FINAL_DOTS, ''));
  }
  // The address of a white-label member may have spaces.
  for (const field of fields) if (field.length <= ADDRESS_MAX_LENGTH) add(field);
  return [...found];
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      yield name;
      yield* textsIn(part);
    }
  }
}
