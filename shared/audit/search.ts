import type { DomainContext } from '../domain/context.ts';
import type { Member } from '../domain/member/member.ts';
import { type SearchWord, storedWords } from '../domain/member/search-words.ts';
import { collections, keys } from '../table/keys.ts';

/** The violations in the words by which members are found: each word of each member is stored, and no other. */
export async function auditSearch({ table }: DomainContext, organizationId: string): Promise<string[]> {
  const [members, stored] = await Promise.all([
    table.all<Member>(collections.members(organizationId)),
    table.all<SearchWord>(collections.searchWords(organizationId)),
  ]);
  const found = new Map(stored.map((item) => [item.SK, item]));
  const violations: string[] = [];
  for (const member of members) {
    const words = storedWords(member);
    const wrong = words.filter((word) => {
      const { SK } = keys.searchWord(organizationId, word, member.id);
      const item = found.get(SK);
      found.delete(SK);
      return item?.words.join('\n') !== words.join('\n');
    });
    if (wrong.length > 0) violations.push(`${member.id} is not found by ${wrong.length} of its words.`);
  }
  for (const { memberId } of found.values()) {
    violations.push(`A word is stored for ${memberId}, which has no such word or does not exist.`);
  }
  return violations;
}
