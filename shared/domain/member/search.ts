import type * as z from 'zod';
import type { searchMembers as contract } from '../../contract/admin/members.ts';
import { Problem } from '../../contract/errors.ts';
import type { ListedMember } from '../../contract/team-member.ts';
import { type ListFilter, matches, positionOf } from '../../lists/change.ts';
import { allInOrder } from '../../platform/all-in-order.ts';
import { collections, keys } from '../../table/keys.ts';
import type { Query } from '../../table/reads-ahead.ts';
import type { DomainContext } from '../context.ts';
import { teamNames } from '../team/list.ts';
import { listedMember } from './list.ts';
import type { Member } from './member.ts';
import { isFoundBy, queryWords, type SearchWord, storedBeginning } from './search-words.ts';
import { classesOfStatus, memberKey } from './status.ts';

/** Stored words that one answer reads at most, at about a seventh of a read unit each. */
const READ_MAX = 1000;
/** Stored words that one call of the table reads: the search may end before all are read. */
const READ_AT_ONCE = 250;

type Search = z.output<(typeof contract)['query']>;

/** The reads with which a search begins. @throws INVALID_REQUEST for a cursor of another search. */
export function searchReads(organizationId: string, { search, cursor }: Search): Query[] {
  const scanned = scannedOf(queryWords(search));
  const words = scanned === undefined ? [] : [wordsQuery(organizationId, scanned, cursor)];
  return [collections.teams(organizationId), ...words];
}

/**
 * A page of the members who are found by each word of the search. It may have fewer members than `limit`, also none, while
 * `next` is not null: the reads of an answer are bounded, and members of another status or team are left out later.
 * @throws INVALID_REQUEST for a cursor of another search.
 */
export async function searchMembers(
  context: DomainContext,
  organizationId: string,
  { search, status, teamId, limit, cursor }: Search,
): Promise<{ members: ListedMember[]; next: string | null }> {
  const words = queryWords(search);
  const [{ memberIds, next }, names] = await allInOrder(
    candidates(context, organizationId, words, limit, cursor),
    teamNames(context, organizationId),
  );
  const found = await context.table.getMany<Member>(memberIds.map((id) => keys.member(organizationId, id)));
  if (teamId !== undefined && !names.has(teamId)) return { members: [], next: null };
  const filter: ListFilter = { classes: status && classesOfStatus(status), teamId };
  const members = found.filter((member): member is Member => {
    // Words are read without consistency. The member as it is decides.
    return (
      member !== undefined &&
      isFoundBy(member, words) &&
      matches(filter, positionOf(member.id), memberKey(member))
    );
  });
  return { members: members.map((member) => listedMember(member, names)), next };
}

/** The longest word has the fewest matches, as a rule. */
function scannedOf(words: readonly string[]): string | undefined {
  return words.map(storedBeginning).toSorted((one, other) => other.length - one.length)[0];
}

function wordsQuery(organizationId: string, scanned: string, cursor: string | undefined): Query {
  const collection = collections.searchWords(organizationId, scanned);
  return {
    ...collection,
    ...(cursor !== undefined && { after: keyOf(cursor, collection.prefix) }),
    limit: READ_MAX,
    pageSize: READ_AT_ONCE,
    consistent: false,
  };
}

/** The members whose stored words match, each once: where the first of its words that match is stored. */
async function candidates(
  { table }: DomainContext,
  organizationId: string,
  words: readonly string[],
  limit: number,
  cursor: string | undefined,
): Promise<{ memberIds: string[]; next: string | null }> {
  const beginnings = words.map(storedBeginning);
  const scanned = scannedOf(words);
  if (scanned === undefined) return { memberIds: [], next: null };
  const memberIds: string[] = [];
  let last: string | undefined;
  let reads = 0;
  for await (const stored of table.query<SearchWord>(wordsQuery(organizationId, scanned, cursor))) {
    const isFirst = stored.words.find((word) => word.startsWith(scanned)) === stored.word;
    const hasAll = beginnings.every((each) => stored.words.some((word) => word.startsWith(each)));
    if (isFirst && hasAll) {
      if (memberIds.length === limit && last !== undefined) return { memberIds, next: cursorOf(last) };
      memberIds.push(stored.memberId);
    }
    last = stored.SK;
    reads += 1;
  }
  return { memberIds, next: reads === READ_MAX && last !== undefined ? cursorOf(last) : null };
}

function cursorOf(sortKey: string): string {
  return Buffer.from(sortKey).toString('base64url');
}

/** @throws INVALID_REQUEST unless the cursor leads to a key with the prefix. */
function keyOf(cursor: string, prefix: string): string {
  const sortKey = Buffer.from(cursor, 'base64url').toString();
  if (!sortKey.startsWith(prefix)) {
    throw new Problem(
      'INVALID_REQUEST',
      "The query parameter 'cursor' is invalid: it must be the 'next' of an earlier answer to the same search.",
    );
  }
  return sortKey;
}
