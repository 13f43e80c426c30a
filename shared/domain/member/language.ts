import { Problem } from '../../contract/errors.ts';
import type { Language } from '../../contract/languages.ts';
import { exists } from '../../table/condition.ts';
import { keys } from '../../table/keys.ts';
import { onlyIf, update } from '../../table/transaction.ts';
import type { DomainContext } from '../context.ts';
import type { Member } from './member.ts';

/** Stores the language that a member has chosen. @throws UNAUTHORIZED when the member was erased meanwhile. */
export async function chooseLanguage(
  context: DomainContext,
  organizationId: string,
  member: Member,
  language: Language,
): Promise<Member> {
  if (member.language === language) return member;
  await context.table.commit([
    update(
      keys.member(organizationId, member.id),
      { set: { language } },
      onlyIf(exists, () => new Problem('UNAUTHORIZED', 'The session is no longer valid.')),
    ),
  ]);
  return { ...member, language };
}
